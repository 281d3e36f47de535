/** A match inside a lesson: the piles of the board, the columns, and advice after a move that gives the win away. */
import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Columns, binaryWeights, columnSentence } from "../board/columns.js";
import { useKeyedState } from "../board/keyed_state.js";
import * as server from "../board/match.js";
import { useMoveExplanation } from "../board/move_explanation.js";
import { MovePrompt } from "../board/move_prompt.js";
import { bringIntoView } from "../into_view.js";
import { sentence } from "../sentence.js";
import { useMoveSelection } from "../board/move_selection.js";
import { useMatch } from "../board/session.js";
import { useKeys } from "../board/shortcuts.js";
import { ordinal, Table } from "../board/table.js";
import { Icon } from "../icons.js";
import { useRequest } from "../request.js";

/**
 * @typedef {import("../board/match.js").State} State
 * @typedef {import("../board/match.js").Change} Change
 * @typedef {import("./steps.js").MatchTask | import("./steps.js").MoveTask} BoardTask
 */

const UNSET = /** @type {ReadonlyMap<number, number>} */ (new Map());
/** A lesson does not store its match in the address of the page. */
const storeNothing = () => undefined;

/** @param {{task: BoardTask, onDone: () => void}} properties */
export function LessonBoard({ task, onDone }) {
  const { game, position } = task;
  const setup = task.kind === "match" ? { misere: task.misere ?? false, first: task.first ?? "you" } : { misere: false, first: "you" };
  const address = useMemo(() => new URLSearchParams(query({ game, position, level: "perfect", ...setup })), []);
  const match = useMatch(address, storeNothing);
  if (match.problem && !match.state) return html`<p class="notice bad" role="alert">${sentence(match.problem)}</p>`;
  if (!match.state) return html`<p class="loading" role="status"><span class="spinner"></span> Setting up the board…</p>`;
  return html`<${LessonMatch} ...${match} state=${match.state} task=${task} onDone=${onDone} />`;
}

/** @param {ReturnType<typeof useMatch> & {state: State, task: BoardTask, onDone: () => void}} properties */
function LessonMatch({ state, ids, recent, rule, note, moving, announcement, busy, actions, task, onDone }) {
  const isMove = task.kind === "move";
  const isNim = state.digits?.modulus === 2;
  const [pointed, setPointed] = useKeyedState(state.match, /** @type {{place: number, height: number} | null} */ (null));
  const [preview, setPreview] = useKeyedState(state.match, /** @type {Change[] | null} */ (null));
  const [hasColumns, setHasColumns] = useState(isMove || Boolean(task.columns));
  const made = state.history.length;
  const isYours = !state.over && state.players[state.mover] === server.YOU;
  const isOpen = isYours && !moving && busy !== "moving";
  const rated = useRequest((signal) => (isYours || isMove ? server.analyse(state.match, signal) : null), [state.match]);

  const hasWon = state.over && state.players[state.winner ?? 0] === server.YOU;
  const isReached = isMove && made > 0 && (task.goal === "any" || rated.value?.outcome === "P");
  const isMissed = isMove && made > 0 && task.goal === "win" && !rated.busy && rated.value?.outcome === "N";
  const isLosing = !isMove && isYours && made > 0 && !rated.busy && rated.value?.outcome === "P";
  useEffect(() => {
    if (isMove ? isReached : hasWon) onDone();
  }, [hasWon, isReached]);

  const advice = isMissed ? task.wrong : isLosing ? task.lost : "";
  useEffect(() => {
    if (advice) bringIntoView(".offer.question");
  }, [advice]);

  const play = (/** @type {string} */ move, /** @type {Change[] | null} */ way) => void actions.play(move, way, !isMove);
  const selection = useMoveSelection(state, isOpen, play);
  const { explanation, look } = useMoveExplanation(state, selection, isOpen);
  const pointAt = (/** @type {number} */ place, /** @type {number | null} */ height) => {
    setPointed(isOpen && height !== null && selection.heights(place).has(height) ? { place, height } : null);
    look(place, height);
  };
  const takeBack = () => void actions.undo();
  // The arrow keys that do not scroll lead to the piles, past the list of steps.
  useKeys({
    ArrowLeft: focusPile,
    ArrowRight: focusPile,
    Escape: () => (selection.cancel(), actions.dismiss()),
    ...(selection.ready[0] ? { Enter: () => selection.ready[0] && selection.play(selection.ready[0]) } : {}),
  });

  const standing = state.piles.filter(({ remembered }) => !remembered);
  const rows = standing.map(({ height }, place) => {
    const isChanged = pointed?.place === place;
    return { label: `${ordinal(place + 1)} pile`, value: isChanged ? pointed.height : height, isChanged };
  });
  const weights = binaryWeights(state.start_piles.map(({ height }) => height), 3);
  return html`<section class="card play" aria-label="The board">
    <${Status} state=${state} isMove=${isMove} busy=${busy} hasWon=${hasWon} />
    <${Table}
      piles=${state.piles}
      ids=${ids}
      highest=${Math.max(4, ...state.start_piles.map(({ height }) => Number(height)))}
      isSum=${rule?.takes_sums ?? false}
      isGrouped=${isNim && hasColumns}
      selection=${selection}
      isFree=${false}
      wanted=${UNSET}
      recent=${recent}
      moving=${moving}
      preview=${preview ?? (note?.kind === "hint" ? wayTo(state, note.move) : null)}
      onLook=${pointAt}
      onChoose=${(/** @type {number} */ place, /** @type {number} */ height) => {
        if (isOpen && !selection.choose(place, height)) look(place, height);
      }}
      onCarry=${() => undefined}
    />
    ${isNim &&
    hasColumns &&
    html`<${Columns} caption="Groups of the piles" rows=${rows} weights=${weights} modulus=${2} isGrouped=${true} />
      <p class="visually-hidden" role="status">${columnSentence(rows.map(({ value }) => value), weights, 2)}</p>`}
    ${isMove && made > 0
      ? html`<div class=${`offer ${isMissed ? "question" : ""}`}><p>${isMissed ? advice : rated.busy ? "…" : "Your move is made."}</p><button class="button" onClick=${takeBack}>Take back my move</button></div>`
      : state.over
        ? html`<div class="offer"><p>${hasWon ? "You win." : "The computer wins this time. Try again: your first move can win."}</p><button class="button ${hasWon ? "" : "primary"}" onClick=${actions.again}>Play again</button></div>`
        : advice && !note && !selection.draft.size
          ? html`<div class="offer question" role="alert"><p>${advice}</p><button class="button primary" onClick=${takeBack}>Take back my move</button></div>`
          : html`<${MovePrompt} state=${state} note=${note} selection=${selection} explanation=${explanation} busy=${busy} actions=${actions} onPlay=${play} onAgain=${actions.again} onPreview=${(/** @type {import("../board/draft.js").Completion | null} */ one) => setPreview(one?.way ?? null)} />`}
    <div class="tools">
      <button class="button tool" disabled=${!made} onClick=${takeBack}><${Icon} name="undo" />Undo</button>
      <button class="button tool" disabled=${!made} onClick=${actions.again}><${Icon} name="again" />Restart</button>
      <button class="button tool" disabled=${!isOpen} onClick=${actions.hint}><${Icon} name="hint" />Hint</button>
      ${isNim && !isMove && html`<button class="button tool" aria-pressed=${hasColumns} onClick=${() => setHasColumns(!hasColumns)}><${Icon} name="map" />Columns</button>`}
    </div>
    <p class="visually-hidden" role="status" aria-live="polite">${announcement}</p>
  </section>`;
}

const focusPile = () => /** @type {HTMLElement | null} */ (document.querySelector('.table [tabindex="0"]'))?.focus();

/** @param {State} state @param {string | undefined} position */
const wayTo = (state, position) => state.moves?.find((move) => move.position === position)?.ways[0] ?? null;

/** @param {{state: State, isMove: boolean, busy: string, hasWon: boolean}} properties */
function Status({ state, isMove, busy, hasWon }) {
  const isYours = state.players[state.mover] === server.YOU || isMove;
  const words = state.over ? (hasWon ? "You win" : "The computer wins") : isMove && state.history.length ? "After your move" : isYours ? "Your move" : busy ? "The computer is thinking" : "The computer's move";
  const kind = state.over ? (hasWon ? "won" : "lost") : isYours ? "yours" : "theirs";
  return html`<div class=${`status ${kind}`}>
    <span class="light" aria-hidden="true"></span><strong>${words}</strong><span class="spacer"></span>
    ${!isMove && html`<span class="badge">${state.play === "misere" ? "the last chip loses" : "the last chip wins"}</span>`}
  </div>`;
}
