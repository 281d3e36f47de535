/** A match in the page: where it stands, what is being asked of the server, and what the player can do. */
import { useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { isTrue, post } from "../api.js";
import { toastError } from "../toasts.js";
import { carried, newIds } from "./pile_ids.js";
import * as server from "./match.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {import("./match.js").Change} Change
 * @typedef {import("./match.js").StateResponse} StateResponse
 * @typedef {import("api-types").RuleDetails} Rule
 *
 * @typedef {{kind: "hint" | "why" | "question" | "said", lines: string[], move?: string}} Note
 * @typedef {object} Match  all that the page shows of a match
 * @property {State | null} state
 * @property {number[]} ids  names of the piles, which they keep when they are sorted anew
 * @property {ReadonlyMap<number, import("./match.js").Entry>} recent  the piles that the last move changed, with what they were
 * @property {Rule | null} rule
 * @property {string[]} undone  transcripts that redo brings back, the next one last
 * @property {Note | null} note
 * @property {Change[] | null} moving  the move that is being shown
 * @property {string} said  what was done last, for those who listen
 * @property {string} problem
 */

/** Milliseconds in which a move is seen, and that the computer takes to think at least. */
const SHOWN = 420;
const THINKS = 550;
/** Characters of an address, beyond which the match stands behind #, where no server has to read it. */
const LONG = 8000;

/** What the address of the page says. */
export const readAddress = () => new URLSearchParams(location.search || location.hash.slice(1));

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @type {Match} */
const EMPTY = { state: null, ids: [], recent: new Map(), rule: null, undone: [], note: null, moving: null, said: "", problem: "" };

/**
 * The match that the address of the page tells, and what can be done in it.
 * @param {URLSearchParams} address
 */
export function useMatch(address) {
  const [standing, setMatch] = useState(EMPTY);
  const [busy, setBusy] = useState("");
  const now = useRef(standing);
  const actions = useMemo(() => {
    const change = (/** @type {Partial<Match>} */ part) => {
      now.current = { ...now.current, ...part };
      setMatch(now.current);
    };
    return makeActions(() => now.current, change, setBusy);
  }, []);
  useEffect(() => {
    void actions.open(address);
  }, []);
  return { ...standing, busy, actions };
}

/**
 * @param {() => Match} get
 * @param {(part: Partial<Match>) => void} change
 * @param {(busy: string) => void} setBusy
 */
function makeActions(get, change, setBusy) {
  let asked = 0; // the newest request: what comes back for an older one is dropped

  /** Does one thing at a time; what goes wrong is told. @param {string} busy @param {(isCurrent: () => boolean) => Promise<void>} work */
  const doing = async (busy, work) => {
    const mine = (asked += 1);
    setBusy(busy);
    try {
      await work(() => mine === asked);
    } catch (error) {
      if (get().state) toastError(error);
      else change({ problem: error instanceof Error ? error.message : String(error) });
    } finally {
      if (mine === asked) setBusy("");
    }
  };

  /** Takes over a state, showing how it came about. @param {StateResponse} told @param {Change[] | null} way @param {Partial<Match>} part */
  const arrive = async (told, way, part) => {
    const { state: before, ids } = get();
    if (way && !isStill()) {
      change({ moving: way });
      await pause(SHOWN);
    }
    const { state } = told;
    const kept = before && before.game === state.game ? carried(before.piles, ids, way, state.piles) : newIds(state.piles);
    const recent = new Map(way?.map(({ pile, before: height }) => [ids[pile] ?? 0, height]));
    change({ state, ids: kept, recent, moving: null, ...part });
    remember(state);
  };

  const answer = async (/** @type {() => boolean} */ isCurrent, insist = false) => {
    const { state } = get();
    if (!state || !server.isReplying(state)) return;
    setBusy("replying");
    const [told] = await Promise.all([server.reply(state.match, insist), pause(isStill() ? 0 : THINKS)]);
    if (!isCurrent()) return;
    if (told.question) {
      change({ note: { kind: "question", lines: [told.question] } });
      return;
    }
    const way = state.moves?.find(({ position }) => position === told.state.position)?.ways[0] ?? null;
    const [sentence = "", ...remarks] = told.messages ?? [];
    await arrive(told, way, {
      said: `Computer: ${sentence}. ${standsAt(told.state)}`,
      note: remarks.length ? { kind: "said", lines: remarks } : null,
    });
  };

  const actions = {
    /** @param {URLSearchParams} address */
    async open(address) {
      const match = address.get("match");
      if (match) return actions.enter(() => server.read(match));
      const level = server.LEVELS.find(({ name }) => name === address.get("level"))?.name ?? "perfect";
      const position = address.get("position");
      return actions.start({
        game: address.get("game") ?? "nim",
        ...(position ? { position } : {}),
        misere: isTrue(address, "misere"),
        level,
        first: address.get("first") === "computer" ? "computer" : "you",
        seed: Math.floor(Math.random() * 2 ** 31),
      });
    },
    /** @param {server.Setup} setup */
    start: (setup) => actions.enter(() => server.begin(setup)),
    /** @param {() => Promise<StateResponse>} ask */
    enter: (ask) =>
      doing("loading", async (isCurrent) => {
        const told = await ask();
        const rule = await ruleOf(told.state, get().rule);
        if (!isCurrent()) return;
        await arrive(told, null, { rule, undone: [], note: null, problem: "", said: standsAt(told.state) });
        await answer(isCurrent);
      }),
    /** @param {string} move @param {Change[] | null} way */
    play: (move, way) =>
      doing("moving", async (isCurrent) => {
        const { state } = get();
        if (!state) return;
        const told = await server.play(state.match, move);
        if (!isCurrent()) return;
        await arrive(told, way, { undone: [], note: null, said: `You: ${told.messages?.[0]}. ${standsAt(told.state)}` });
        await answer(isCurrent);
      }),
    /** Takes back to where you were last to move. */
    undo: () =>
      doing("undo", async (isCurrent) => {
        const { state, undone } = get();
        if (!state) return;
        const moves = server.isReplying(state) || state.over && state.players[1 - state.mover] === server.YOU ? 1 : 2;
        const last = Math.min(moves, state.history.length);
        if (!last) return;
        const told = await server.undo(state.match, last);
        if (!isCurrent()) return;
        await arrive(told, null, { undone: [...undone, state.match], note: null, said: `Taken back. ${standsAt(told.state)}` });
        if (told.state.history.length === 0) await answer(isCurrent);
      }),
    redo: () =>
      doing("redo", async (isCurrent) => {
        const { undone } = get();
        const match = undone.at(-1);
        if (!match) return;
        const told = await server.read(match);
        if (!isCurrent()) return;
        await arrive(told, null, { undone: undone.slice(0, -1), note: null, said: `Again. ${standsAt(told.state)}` });
        await answer(isCurrent);
      }),
    /** The same match from its start. */
    again: () =>
      doing("loading", async (isCurrent) => {
        const { state } = get();
        if (!state?.history.length) return;
        const told = await server.undo(state.match, state.history.length);
        if (!isCurrent()) return;
        await arrive(told, null, { undone: [], note: null, said: standsAt(told.state) });
        await answer(isCurrent);
      }),
    /** Goes on from a position of the past. @param {number} turn */
    branch: (turn) =>
      doing("undo", async (isCurrent) => {
        const { state, undone } = get();
        if (!state || turn >= state.history.length) return;
        const told = await server.undo(state.match, state.history.length - turn);
        if (!isCurrent()) return;
        await arrive(told, null, { undone: [...undone, state.match], note: null, said: `From here. ${standsAt(told.state)}` });
        await answer(isCurrent);
      }),
    hint: () =>
      doing("hint", async (isCurrent) => {
        const { state } = get();
        if (!state || state.over) return;
        const found = await server.hint(state.match);
        if (isCurrent()) change({ note: { kind: "hint", lines: found.messages, move: found.position }, said: found.messages.join(" ") });
      }),
    why: () =>
      doing("why", async (isCurrent) => {
        const { state } = get();
        if (!state) return;
        const found = await server.why(state.match);
        if (isCurrent()) change({ note: { kind: "why", lines: found.messages }, said: found.messages.join(" ") });
      }),
    /** The answer to a teacher's question: the move stands. */
    insist: () =>
      doing("replying", async (isCurrent) => {
        change({ note: null });
        await answer(isCurrent, true);
      }),
    dismiss: () => change({ note: null }),
  };
  return actions;
}

/** @typedef {ReturnType<typeof makeActions>} Actions */

/** Where play stands, in a sentence. @param {State} state */
function standsAt(state) {
  if (state.over) return `${state.players[state.winner ?? 0] === server.YOU ? "You win." : "The computer wins."}`;
  return `${state.players[state.mover] === server.YOU ? "Your move" : "The computer's move"} at ${state.position}.`;
}

/** @param {State} state @param {Rule | null} known @returns {Promise<Rule | null>} */
async function ruleOf(state, known) {
  if (!state.game) return null;
  return known?.game === state.game ? known : post("/api/rule", { game: state.game });
}

/** Keeps the match in the address, so that it can be shared and reloaded. @param {State} state */
function remember(state) {
  const fields = new URLSearchParams();
  if (state.history.length || !state.game) fields.set("match", state.match);
  else {
    fields.set("game", state.game);
    fields.set("position", state.start);
    if (state.play === "misere") fields.set("misere", "1");
    fields.set("level", server.levelOf(state));
    if (state.players[0] !== server.YOU) fields.set("first", "computer");
  }
  const words = fields.toString();
  history.replaceState(null, "", `${location.pathname}${words.length > LONG ? "#" : "?"}${words}`);
}
