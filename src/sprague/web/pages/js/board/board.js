/** The board: shows a match with its actions, its analysis and its history. */
import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { backEnd, pageAddress } from "../api.js";
import { WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { brief } from "../number_text.js";
import { toastError } from "../toasts.js";
import { AnalysisPanel } from "./analysis_panel.js";
import { appearanceOf, stepOf } from "./appearance.js";
import { Assignment } from "./assignment.js";
import { useBackgroundTheorem } from "./background_theorem.js";
import { ChocolateBar } from "./chocolate_bar.js";
import { useMoveSelection } from "./move_selection.js";
import { DigitPanel } from "./digit_panel.js";
import { EntryForm } from "./entry_form.js";
import { ForbidDialog } from "./forbid_dialog.js";
import { GameCard } from "./game_card.js";
import { HistoryPanel } from "./history_panel.js";
import { useKeyedState } from "./keyed_state.js";
import { carried } from "./pile_ids.js";
import { positionOf, useMoveExplanation } from "./move_explanation.js";
import * as server from "./match.js";
import { NewMatch } from "./new_match.js";
import { bringIntoView } from "../into_view.js";
import { capital, sentence } from "../sentence.js";
import { MovePrompt, PastPrompt } from "./move_prompt.js";
import { MOST_CHIPS } from "./pile.js";
import { moverText, readAddress, useMatch, winnerText } from "./session.js";
import { Shortcuts, useKeys } from "./shortcuts.js";
import { Table } from "./table.js";
import { Toolbar } from "../toolbar.js";
import { useView } from "./view.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {import("./match.js").Change} Change
 */

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const UNCHANGED = /** @type {ReadonlyMap<number, server.Entry>} */ (new Map());

export function Board() {
  const match = useMatch(useMemo(readAddress, []));
  const { actions } = match;
  useEffect(() => {
    const reopen = () => void actions.open(readAddress());
    addEventListener("hashchange", reopen);
    return () => removeEventListener("hashchange", reopen);
  }, [actions]);
  if (match.problem && !match.state)
    return html`<div class="card empty" role="alert"><h1>No match</h1><p>${sentence(match.problem)}</p><p><a href=${pageAddress("board", { game: "nim" })}>Play Nim</a> · <a href=${backEnd().home}>All games</a></p></div>`;
  if (!match.state) return html`<p class="loading" role="status"><span class="spinner"></span> Setting up the board…</p>`;
  return html`<${Play} ...${match} state=${match.state} />`;
}

/** @param {ReturnType<typeof useMatch> & {state: State}} properties */
function Play({ state, ids, recent, rule, undone, note, moving, announcement, busy, actions }) {
  const last = state.history.length;
  const [{ turn, preview, heights, dialog, isAnalysed, forbidding }, dispatch] = useView(state);
  const openDialog = (/** @type {import("./view.js").View["dialog"]} */ name) => dispatch({ type: "dialog", dialog: name });
  const setPreview = (/** @type {Change[] | null} */ way) => dispatch({ type: "preview", way });

  const isPast = turn < last;
  // While the teacher asks which move wins for the computer, a move on the board is an answer.
  const isAsked = note?.kind === "question";
  const isOpen = !isPast && !state.over && (isAsked || server.isPerson(state.players[state.mover])) && !moving && busy !== "moving";
  const play = (/** @type {string} */ chosen, /** @type {Change[] | null} */ way) => {
    if (isAsked) return void actions.guess(chosen);
    const move = placed(state, rule, way) ?? chosen;
    if (state.blocking) dispatch({ type: "forbid", forbidding: { move, way } });
    else void actions.play(move, way);
    return undefined;
  };
  useEffect(() => {
    if (isAsked) bringIntoView(".offer.question");
  }, [isAsked]);
  const selection = useMoveSelection(state, isOpen, play);
  const { explanation, look } = useMoveExplanation(state, selection, isOpen);
  const isFree = isOpen && state.moves === null;
  const [hasDigits, setHasDigits] = useState(false);
  const digits = hasDigits ? state.digits : null;
  const [pointed, setPointed] = useKeyedState(state.match, /** @type {{place: number, height: number} | null} */ (null));
  const pointAt = (/** @type {number} */ place, /** @type {number | null} */ height) => {
    if (digits) setPointed(height !== null && selection.heights(place).has(height) ? { place, height } : null);
    look(place, height);
  };

  const looksAt = useMatchAt(state, turn, isAnalysed);
  const shown = isPast ? boardAt(state, ids, turn) : { piles: state.piles, ids };
  const wayTo = (/** @type {string | null | undefined} */ position) => state.moves?.find((one) => one.position === position)?.ways[0] ?? null;
  const choose = (/** @type {number} */ place, /** @type {number} */ height) => {
    if (isFree) dispatch({ type: "enter height", place, height });
    else if (isOpen && !selection.choose(place, height)) look(place, height);
  };
  const previewed = isPast ? null : preview ?? (note?.kind === "hint" || isAsked ? wayTo(note?.move) : null);
  const appearance = appearanceOf(state);
  const theorem = useBackgroundTheorem(state, rule);
  const showTurn = (/** @type {number} */ number) => dispatch({ type: "show turn", turn: number });
  const setup = { game: state.game ?? server.sumOf(state), misere: state.play === "misere", level: /** @type {server.Level} */ (server.levelOf(state)), first: /** @type {"you" | "computer"} */ (server.isPerson(state.players[0]) ? "you" : "computer") };
  const random = () => actions.start({ ...setup, seed: Math.floor(Math.random() * 2 ** 31) });

  useKeys({
    h: () => isOpen && actions.hint(),
    w: () => !isPast && actions.why(),
    u: actions.undo,
    r: actions.redo,
    a: () => dispatch({ type: "toggle analysis" }),
    s: actions.swap,
    n: () => openDialog("new"),
    "?": () => openDialog("keys"),
    ",": () => showTurn(turn - 1),
    ".": () => showTurn(turn + 1),
    ...Object.fromEntries(ARROWS.map((key) => [key, focusBoard])),
    Escape: () => (selection.cancel(), actions.dismiss(), dispatch({ type: "clear heights" })),
    ...(selection.ready[0] ? { Enter: () => selection.ready[0] && selection.play(selection.ready[0]) } : {}),
  });

  const tool = (/** @type {string} */ icon, /** @type {string} */ words, /** @type {string} */ key, /** @type {() => void} */ action, isOff = false) =>
    html`<button class="button tool" title=${`${words} (${key})`} disabled=${isOff} onClick=${action}><${Icon} name=${icon} />${words}</button>`;
  return html`
    <div class="board-page">
      <section class="card play" aria-label="The board">
        <${Status} state=${state} title=${rule?.title ?? ""} busy=${busy} isPast=${isPast} turn=${turn} onReturn=${() => showTurn(last)} onNew=${() => openDialog("new")} />
        <p class="rule-sentence">${ruleText(state, rule)}</p>
        ${appearance === "bar" &&
        html`<${ChocolateBar}
          heights=${shown.piles.map(({ height }) => Number(height))}
          preview=${previewed ? afterWay(state, previewed) : null}
          step=${stepOf(state.game)}
          isOpen=${isOpen}
          after=${(/** @type {number} */ place, /** @type {number} */ height) => {
            const cut = cutTo(state, place, height);
            return cut ? afterWay(state, cut.way) : null;
          }}
          onCut=${(/** @type {number} */ place, /** @type {number} */ height) => {
            const cut = cutTo(state, place, height);
            if (cut) play(cut.position, cut.way);
          }}
        />`}
        <${Table}
          appearance=${appearance}
          piles=${shown.piles}
          ids=${shown.ids}
          highest=${highest(state)}
          isSum=${rule?.takes_sums ?? false}
          selection=${selection}
          isFree=${isFree}
          wanted=${heights}
          recent=${isPast ? UNCHANGED : recent}
          moving=${isPast ? null : moving}
          preview=${previewed}
          isGrouped=${digits?.modulus === 2}
          onLook=${pointAt}
          onChoose=${choose}
          onCarry=${(/** @type {number} */ from, /** @type {number} */ below, /** @type {number} */ to) => {
            if (isOpen && !selection.carry(from, below, to)) look(from, below, to);
          }}
        />
        ${digits && html`<${DigitPanel} digits=${digits} piles=${shown.piles} pointed=${isPast ? null : pointed} />`}
        ${isFree && html`<${EntryForm} state=${state} wanted=${positionOf(state, heights)} onPlay=${(/** @type {string} */ move) => play(move, null)} />`}
        ${isPast
          ? html`<${PastPrompt} state=${state} turn=${turn} onBranch=${() => actions.branch(turn)} />`
          : html`<${MovePrompt} state=${state} note=${withTheorem(note, theorem)} selection=${selection} explanation=${explanation} busy=${busy} actions=${actions} hasDigits=${hasDigits} onPlay=${play} onAgain=${actions.again} onReview=${() => bringIntoView(".history")} onPreview=${(/** @type {import("./draft.js").Completion | null} */ one) => setPreview(one?.way ?? null)} />`}
        <${Toolbar} className="tools" label="Match">
          ${tool("undo", "Undo", "u", actions.undo, !last)} ${tool("redo", "Redo", "r", actions.redo, !undone.length)}
          ${tool("hint", "Hint", "h", actions.hint, !isOpen)} ${tool("why", "Why", "w", actions.why, isPast)}
          ${!server.isForTwo(state) && tool("swap", "Swap sides", "s", actions.swap, state.over)}
          ${state.digits && html`<button class="button tool" aria-pressed=${hasDigits} title=${`Show the piles in ${state.digits.numeration}`} onClick=${() => setHasDigits(!hasDigits)}><${Icon} name="digits" />Digits</button>`}
          <span class="spacer"></span>
          <button class="button quiet square" aria-label="Keys" title="Keys (?)" onClick=${() => openDialog("keys")}><${Icon} name="keyboard" /></button>
        <//>
      </section>
      <div class="side">
        <section class="card panel" aria-label="Analysis">
          <header class="row">
            <h2>Analysis</h2>
            <span class="spacer"></span>
            <label class="switch small"><input type="checkbox" checked=${isAnalysed} onChange=${() => dispatch({ type: "toggle analysis" })} /><span>${isAnalysed ? "on" : "off"}</span></label>
          </header>
          ${isAnalysed && looksAt && !(state.over && !isPast)
            ? html`<${AnalysisPanel} match=${looksAt} isOpen=${isOpen} isYours=${isOpen && !isAsked && !server.isForTwo(state)} onPlay=${(/** @type {string} */ move) => play(move, wayTo(move))} onPreview=${(/** @type {string | null} */ position) => setPreview(wayTo(position))} />`
            : html`<p class="panel-note soft small">${state.over && !isPast ? "The match is over. Go back to see how good each move was." : html`<${WithTerms} text="Shows for every move who wins, the Grundy value, and the number of moves left (the remoteness)." />`}</p>`}
        </section>
        <section class="card panel" aria-label="Moves">
          <header class="row"><h2>Moves</h2></header>
          <${HistoryPanel} state=${state} turn=${turn} onWalk=${(/** @type {number} */ number) => (showTurn(number), bringIntoView(".table"))} />
        </section>
      </div>
      <${GameCard} state=${state} rule=${rule} onNew=${() => openDialog("new")} onRandom=${random} onAgain=${actions.again} onAssign=${() => openDialog("assignment")} theorem=${theorem} />
    </div>
    <p class="visually-hidden" role="status" aria-live="polite">${announcement}</p>
    ${forbidding &&
    html`<${ForbidDialog}
      state=${state}
      move=${forbidding.move}
      onClose=${() => dispatch({ type: "forbid", forbidding: null })}
      onChoose=${(/** @type {string[]} */ forbidden) => {
        dispatch({ type: "forbid", forbidding: null });
        void actions.play([forbidding.move, forbidden.join(" and ")].filter(Boolean).join(" forbid "), forbidding.way);
      }}
    />`}
    ${dialog === "assignment" && html`<${Assignment} setup=${{ ...setup, position: state.start }} onClose=${() => openDialog("")} />`}
    ${dialog === "keys" && html`<${Shortcuts} onClose=${() => openDialog("")} />`}
    ${dialog === "new" &&
    html`<${NewMatch}
      setup=${{ ...setup, position: state.game ? state.start : "" }}
      onClose=${() => openDialog("")}
      onBegin=${(/** @type {server.StateResponse} */ response) => {
        openDialog("");
        void actions.enter(() => Promise.resolve(response));
      }}
    />`}
  `;
}

/** Shows whose move it is, or who has won. @param {{state: State, title: string, busy: string, isPast: boolean, turn: number, onReturn: () => void, onNew: () => void}} properties */
function Status({ state, title, busy, isPast, turn, onReturn, onNew }) {
  if (isPast)
    return html`<div class="status past"><strong>${turn === 0 ? "The start" : `After move ${turn}`}</strong><button class="button" onClick=${onReturn}>Back to the current position</button></div>`;
  const isYours = server.isPerson(state.players[state.mover]);
  const hasWon = state.over && server.isPerson(state.players[state.winner ?? 0]);
  const words = state.over ? winnerText(state) : isYours || !busy ? moverText(state) : "The computer is thinking";
  const kind = state.over ? (hasWon ? "won" : "lost") : isYours ? "yours" : "theirs";
  return html`<div class=${`status ${kind}`}>
    <span class="light" aria-hidden="true"></span><strong>${words}</strong><span class="on-phones soft">${title}</span>
    ${(busy === "hint" || busy === "why") && html`<span class="spinner"></span>`}
    <span class="spacer"></span><span class="position code" title=${state.position}>${brief(state.position)}</span>
    <button class="button square on-phones" aria-label="New match" onClick=${onNew}><${Icon} name="new" /></button>
  </div>`;
}

/** Hook that returns the transcript up to an earlier turn, for its analysis. @param {State} state @param {number} turn @param {boolean} isAnalysed */
function useMatchAt(state, turn, isAnalysed) {
  const [past, setPast] = useState({ of: "", turn: -1, match: "" });
  const back = state.history.length - turn;
  useEffect(() => {
    if (isAnalysed && back > 0)
      server.undo(state.match, back).then((response) => setPast({ of: state.match, turn, match: response.state.match }), toastError);
  }, [state.match, turn, isAnalysed]);
  if (back <= 0) return state.match;
  return past.of === state.match && past.turn === turn ? past.match : "";
}

/** The rule in one plain sentence, and who wins. @param {State} state @param {import("./session.js").Rule | null} rule */
function ruleText({ rules, aim }, rule) {
  const [, move = ""] = rule?.description.split("\n") ?? [];
  const moves = rules.length ? rules : [rule ? sentence(move) : "Choose one of the games and move in it."];
  // The aim begins with the name of the game and a colon, or with the rule on a line of its own.
  const goal = aim.split("\n")[1] ?? aim.slice(aim.indexOf(": ") + 2);
  return `${moves.join(" ")} ${capital(goal)}`;
}

/** The heights of all piles after a way to make a move. @param {State} state @param {Change[]} way */
const afterWay = ({ piles }, way) => piles.map(({ height }, place) => Number(way.find(({ pile }) => pile === place)?.after[0] ?? height));

/** The move that gives a pile a new height and, if necessary, lowers other piles with it. @param {State} state @param {number} place @param {number} height */
function cutTo({ moves }, place, height) {
  const ways = (moves ?? []).flatMap(({ position, ways: all }) => all.map((way) => ({ position, way })));
  const fitting = ways.filter(({ way }) => way.some(({ pile, after }) => pile === place && Number(after[0]) === height));
  return fitting.sort((one, other) => one.way.length - other.way.length)[0];
}

/** The answer to *Why*, with the theorem that was discovered during the match. @param {import("./session.js").Note | null} note @param {string[]} theorem */
const withTheorem = (note, theorem) =>
  note?.kind === "why" && theorem.length ? { ...note, lines: [...note.lines, ...theorem.map((line) => `Proved for all positions: ${line}`)] } : note;

/** Moves the focus to the board, from which the arrow keys then choose a move. */
const focusBoard = () => /** @type {HTMLElement | null} */ (document.querySelector('.table [tabindex="0"], .table input'))?.focus();

/** The position after a move with every pile in its place, or null if piles split or the number of piles may change. @param {State} state @param {import("./session.js").Rule | null} rule @param {Change[] | null} way */
function placed(state, rule, way) {
  if (!way || !rule || rule.takes_sums || rule.splits || state.blocking) return null;
  const after = new Map(way.flatMap(({ pile, after: [height] }) => (typeof height === "number" ? [[pile, height]] : [])));
  return after.size === way.length ? positionOf(state, after) : null;
}

/** The height of the highest pile that is drawn with chips, at the start or now. @param {State} state */
const highest = ({ start_piles, piles }) =>
  Math.max(4, ...[...start_piles, ...piles].flatMap(({ remembered, height }) => (remembered || Number(height) > MOST_CHIPS ? [] : [Number(height)])));

/** The board at an earlier turn. @param {State} state @param {number[]} ids @param {number} turn */
function boardAt(state, ids, turn) {
  const piles = state.history[turn - 1]?.piles ?? state.start_piles;
  return { piles, ids: carried(state.piles, ids, null, piles) };
}
