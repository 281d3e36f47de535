/** The session of a match on the page: its state, the current request to the server, and the player's actions. */
import { useEffect, useMemo, useRef, useState } from "../../vendor/preact.js";
import { isTrue, post, query } from "../api.js";
import { readSetting } from "../settings.js";
import { toastError } from "../toasts.js";
import { carried, newIds } from "./pile_ids.js";
import * as server from "./match.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {import("./match.js").Change} Change
 * @typedef {import("./match.js").StateResponse} StateResponse
 * @typedef {import("api-types").RuleDetails} Rule
 *
 * @typedef {{kind: "hint" | "why" | "question" | "remark", lines: string[], move?: string, reading?: import("api-types").ReadingResponse | null}} Note
 *   a question of the teacher stays until it is answered; its later lines comment on the answers
 * @typedef {object} Match  the data of a match that the page shows
 * @property {State | null} state
 * @property {number[]} ids  the ids of the piles, which stay the same when piles are reordered
 * @property {ReadonlyMap<number, import("./match.js").Entry>} recent  maps the ids of the piles that the last move changed to their previous heights
 * @property {Rule | null} rule
 * @property {string[]} undone  transcripts that redo restores, the next one last
 * @property {Note | null} note
 * @property {Change[] | null} moving  the move that is being animated
 * @property {string} announcement  the last event, for screen readers
 * @property {string} problem
 */

/** Milliseconds of the animation of a move, and the minimum time that the computer takes for a reply. */
const ANIMATION_TIME = 420;
const REPLY_TIME = 550;
/** Length of an address in characters above which the match is stored after #, which is not sent to the server. */
const LONG = 8000;
/** The setting with the level that the player chose last. */
export const LEVEL_SETTING = "sprague-level";
/** @param {string | null} name */
const levelNamed = (name) => server.LEVELS.find((level) => level.name === name)?.name;

/** The parameters in the address of the page. */
export const readAddress = () => new URLSearchParams(location.search || location.hash.slice(1));

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @type {Match} */
const EMPTY = { state: null, ids: [], recent: new Map(), rule: null, undone: [], note: null, moving: null, announcement: "", problem: "" };

/**
 * Hook that returns the match in the address of the page, and the player's actions.
 * @param {URLSearchParams} address
 * @param {(state: State) => void} [store]  is called with every new state; by default it stores the match in the address
 */
export function useMatch(address, store = remember) {
  const [standing, setMatch] = useState(EMPTY);
  const [busy, setBusy] = useState("");
  const now = useRef(standing);
  const actions = useMemo(() => {
    const change = (/** @type {Partial<Match>} */ part) => {
      now.current = { ...now.current, ...part };
      setMatch(now.current);
    };
    return makeActions(() => now.current, change, setBusy, store);
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
 * @param {(state: State) => void} store
 */
function makeActions(get, change, setBusy, store) {
  let newest = 0; // the number of the newest request; responses to older requests are dropped

  /** Runs an action and shows its errors; a newer action replaces an older one. @param {string} busy @param {(isCurrent: () => boolean) => Promise<void>} work */
  const doing = async (busy, work) => {
    const number = (newest += 1);
    setBusy(busy);
    try {
      await work(() => number === newest);
    } catch (error) {
      if (get().state) toastError(error);
      else change({ problem: error instanceof Error ? error.message : String(error) });
    } finally {
      if (number === newest) setBusy("");
    }
  };

  /** Shows a new state, after the animation of the move that leads to it. @param {StateResponse} response @param {Change[] | null} way @param {Partial<Match>} part */
  const arrive = async (response, way, part) => {
    const { state: before, ids } = get();
    if (way && !isStill()) {
      change({ moving: way });
      await pause(ANIMATION_TIME);
    }
    const { state } = response;
    const kept = before && before.game === state.game ? carried(before.piles, ids, way, state.piles) : newIds(state.piles);
    const recent = new Map(way?.map(({ pile, before: height }) => [ids[pile] ?? 0, height]));
    change({ state, ids: kept, recent, moving: null, ...part });
    store(state);
  };

  const answer = async (/** @type {() => boolean} */ isCurrent, insist = false) => {
    const { state } = get();
    if (!state || !server.isReplying(state)) return;
    setBusy("replying");
    const [response] = await Promise.all([server.reply(state.match, insist), pause(isStill() ? 0 : REPLY_TIME)]);
    if (!isCurrent()) return;
    if (response.question) {
      change({ note: { kind: "question", lines: [response.question] } });
      return;
    }
    const way = state.moves?.find(({ position }) => position === response.state.position)?.ways[0] ?? null;
    const [sentence = "", ...remarks] = response.messages ?? [];
    await arrive(response, way, {
      announcement: `Computer: ${sentence}. ${standsAt(response.state)}`,
      note: remarks.length ? { kind: "remark", lines: remarks } : null,
    });
  };

  const actions = {
    /** @param {URLSearchParams} address */
    async open(address) {
      const match = address.get("match");
      if (match) return actions.enter(() => server.read(match));
      const level = levelNamed(address.get("level")) ?? levelNamed(readSetting(LEVEL_SETTING)) ?? "casual";
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
        const response = await ask();
        const rule = await ruleOf(response.state, get().rule);
        if (!isCurrent()) return;
        await arrive(response, null, { rule, undone: [], note: null, problem: "", announcement: standsAt(response.state) });
        await answer(isCurrent);
      }),
    /** @param {string} move @param {Change[] | null} way @param {boolean} [isAnswered]  whether the computer replies */
    play: (move, way, isAnswered = true) =>
      doing("moving", async (isCurrent) => {
        const { state } = get();
        if (!state) return;
        const response = await server.play(state.match, move);
        if (!isCurrent()) return;
        await arrive(response, way, { undone: [], note: null, announcement: `${server.nameOf(response.state, state.mover)}: ${response.messages?.[0]}. ${standsAt(response.state)}` });
        if (isAnswered) await answer(isCurrent);
      }),
    /** Takes back moves until it is the player's turn. */
    undo: () =>
      doing("undo", async (isCurrent) => {
        const { state, undone } = get();
        if (!state) return;
        const isOwn = server.isForTwo(state) || server.isReplying(state) || (state.over && server.isPerson(state.players[1 - state.mover]));
        const moves = isOwn ? 1 : 2;
        const last = Math.min(moves, state.history.length);
        if (!last) return;
        const response = await server.undo(state.match, last);
        if (!isCurrent()) return;
        await arrive(response, null, { undone: [...undone, state.match], note: null, announcement: `Move taken back. ${standsAt(response.state)}` });
        if (response.state.history.length === 0) await answer(isCurrent);
      }),
    redo: () =>
      doing("redo", async (isCurrent) => {
        const { undone } = get();
        const match = undone.at(-1);
        if (!match) return;
        const response = await server.read(match);
        if (!isCurrent()) return;
        await arrive(response, null, { undone: undone.slice(0, -1), note: null, announcement: `Move made again. ${standsAt(response.state)}` });
        await answer(isCurrent);
      }),
    /** Restarts the match from its start position. */
    again: () =>
      doing("loading", async (isCurrent) => {
        const { state } = get();
        if (!state?.history.length) return;
        const response = await server.undo(state.match, state.history.length);
        if (!isCurrent()) return;
        await arrive(response, null, { undone: [], note: null, announcement: standsAt(response.state) });
        await answer(isCurrent);
      }),
    /** Exchanges the sides of the player and the computer. */
    swap: () =>
      doing("loading", async (isCurrent) => {
        const { state } = get();
        if (!state || server.isForTwo(state)) return;
        const response = await server.read(server.swapped(state));
        if (!isCurrent()) return;
        await arrive(response, null, { undone: [], note: null, announcement: `The sides are exchanged. ${standsAt(response.state)}` });
        await answer(isCurrent);
      }),
    /** Says whether a move answers the teacher's question: which move wins for the computer? @param {string} move */
    guess: (move) =>
      doing("why", async (isCurrent) => {
        const { state, note } = get();
        if (!state || note?.kind !== "question") return;
        const { moves } = await server.analyse(state.match);
        if (!isCurrent()) return;
        const rated = moves.find(({ position }) => position === move);
        const sentence = rated?.sentence ?? `the move to ${move}`;
        const line = rated?.wins ? `Yes: ${sentence}, and I win.` : `No: ${sentence}, and you could win. Try another move.`;
        change({ note: { kind: "question", lines: [note.lines[0] ?? "", line], move }, announcement: line });
      }),
    /** Continues the match from an earlier position. @param {number} turn */
    branch: (turn) =>
      doing("undo", async (isCurrent) => {
        const { state, undone } = get();
        if (!state || turn >= state.history.length) return;
        const response = await server.undo(state.match, state.history.length - turn);
        if (!isCurrent()) return;
        await arrive(response, null, { undone: [...undone, state.match], note: null, announcement: `Continued from an earlier position. ${standsAt(response.state)}` });
        await answer(isCurrent);
      }),
    hint: () =>
      doing("hint", async (isCurrent) => {
        const { state } = get();
        if (!state || state.over) return;
        const found = await server.hint(state.match);
        if (!isCurrent()) return;
        const { note } = get();
        const isAsked = note?.kind === "question";
        const lines = isAsked ? [note.lines[0] ?? "", `My winning move: ${found.sentence}.`] : found.messages;
        change({ note: { kind: isAsked ? "question" : "hint", lines, move: found.position }, announcement: lines.at(-1) ?? "" });
      }),
    why: () =>
      doing("why", async (isCurrent) => {
        const { state } = get();
        if (!state) return;
        const found = await server.why(state.match);
        if (!isCurrent()) return;
        const { note } = get();
        const isAsked = note?.kind === "question";
        const lines = isAsked ? [note.lines[0] ?? "", ...found.messages] : found.messages;
        change({ note: { kind: isAsked ? "question" : "why", lines, reading: found.reading ?? null }, announcement: found.messages.join(" ") });
      }),
    /** Confirms the move after a question of the teacher. */
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

/** "You win", "The computer wins" or "Player 1 wins". @param {State} state */
export function winnerText(state) {
  const winner = state.winner ?? 0;
  if (server.isForTwo(state)) return `${server.nameOf(state, winner)} wins`;
  return server.isPerson(state.players[winner]) ? "You win" : "The computer wins";
}

/** "Your move", "The computer's move" or "Player 1's move". @param {State} state */
export function moverText(state) {
  if (server.isForTwo(state)) return `${server.nameOf(state, state.mover)}’s move`;
  return server.isPerson(state.players[state.mover]) ? "Your move" : "The computer's move";
}

/** A sentence that says whose move it is or who has won. @param {State} state */
function standsAt(state) {
  if (state.over) return `${winnerText(state)}.`;
  return `${moverText(state)} at ${state.position}.`;
}

/** @param {State} state @param {Rule | null} known @returns {Promise<Rule | null>} */
async function ruleOf(state, known) {
  if (!state.game) return null;
  return known?.game === state.game ? known : post("/api/v1/rule", { game: state.game });
}

/** Stores the match in the address of the page, so that it can be shared and reloaded. @param {State} state */
function remember(state) {
  const start = {
    game: state.game,
    position: state.start,
    misere: state.play === "misere" ? 1 : null,
    level: server.levelOf(state),
    first: server.isPerson(state.players[0]) ? null : "computer",
  };
  const words = query(state.history.length || !state.game ? { match: state.match } : start);
  history.replaceState(null, "", `${location.pathname}${words.length > LONG ? "#" : "?"}${words}`);
}
