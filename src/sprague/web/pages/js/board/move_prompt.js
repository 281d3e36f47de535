/** The text below the board: instructions, the draft with its completions, hints, and explanations of moves. */
import { html } from "../../vendor/preact.js";
import { WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { brief } from "../number_text.js";
import { isTouch } from "../pointer.js";
import { capital, sentence } from "../sentence.js";
import { DigitPanel, Reading } from "./digit_panel.js";
import { appearanceOf } from "./appearance.js";
import { isReplying } from "./match.js";

/** Maximum number of completions that are listed; further completions can be chosen on the board. */
const LISTED = 8;

/**
 * @param {object} properties
 * @param {import("./match.js").State} properties.state
 * @param {import("./session.js").Note | null} properties.note
 * @param {import("./move_selection.js").MoveSelection} properties.selection
 * @param {{text: string, isLegal: boolean} | null} properties.explanation  the explanation of the move under the pointer
 * @param {string} properties.busy
 * @param {import("./session.js").Actions} properties.actions
 * @param {(move: string, way: import("./match.js").Change[] | null) => void} properties.onPlay
 * @param {boolean} [properties.hasDigits]  whether the digits of the piles are shown below the board
 * @param {() => void} properties.onAgain
 * @param {() => void} [properties.onReview]  scrolls to the review of a match that is over
 * @param {(completion: import("./draft.js").Completion | null) => void} properties.onPreview
 */
export function MovePrompt({ state, note, selection, explanation, busy, actions, hasDigits = false, onPlay, onAgain, onReview, onPreview }) {
  if (note?.kind === "question")
    return html`<div class="offer question" role="alert">
      <div class="lines">${note.lines.map((line, place) => html`<p>${place === 0 && html`<strong>Are you sure?</strong> `}${brief(place === 0 ? sentence(line) : line)}</p>`)}
        <p class="soft small">Answer on the board: ${click().toLowerCase()} the move that wins for the computer.</p></div>
      <div class="row">
        <button class="button primary" onClick=${actions.undo}>Take back my move</button>
        <button class="button" onClick=${actions.insist}>Play on</button>
      </div>
    </div>`;
  const isStarted = selection.draft.size > 0 || selection.cut !== null;
  if (isStarted) return html`<${Drafted} selection=${selection} question=${question(state)} onPreview=${onPreview} />`;
  if (explanation && (!explanation.isLegal || !note))
    return html`<div class="offer"><p class=${explanation.isLegal ? "" : "refused"}>
      ${!explanation.isLegal && html`<span class="badge bad">not allowed</span> `}${brief(explanation.text)}
    </p></div>`;
  if (note)
    return html`<div class=${`offer note ${note.kind}`}>
      <div class="lines">
        ${note.lines.map((line) => html`<p><${WithTerms} text=${brief(line)} /></p>`)}
        ${note.reading ? html`<${Reading} reading=${note.reading} />` : note.kind === "why" && state.digits && !hasDigits && html`<${DigitPanel} digits=${state.digits} piles=${state.piles} />`}
      </div>
      <div class="row">
        ${note.kind === "hint" &&
        note.move &&
        html`<button class="button primary" onClick=${() => onPlay(note.move ?? "", wayTo(state, note.move))}>Play it</button>`}
        <button class="button quiet square" aria-label="Close" onClick=${actions.dismiss}><${Icon} name="close" /></button>
      </div>
    </div>`;
  if (selection.others.length) return html`<${Others} moves=${selection.others} onPlay=${onPlay} onPreview=${onPreview} />`;
  return html`<div class="offer">
    <p class="soft">${state.forbidden.length > 0 && html`<span class="badge bad">forbidden</span> ${state.forbidden.join(" and ")}. `}${prompt(state, busy)}</p>
    ${state.over && html`<button class="button primary" onClick=${onAgain}>Play again</button>`}
    ${state.over && onReview && html`<button class="button on-phones" onClick=${onReview}>Review</button>`}
    ${isSilent(state, busy) && html`<button class="button primary" onClick=${actions.insist}>Try again</button>`}
  </div>`;
}

/** The text below the board at an earlier turn. @param {{state: import("./match.js").State, turn: number, onBranch: () => void}} properties */
export function PastPrompt({ state, turn, onBranch }) {
  const next = state.history[turn];
  return html`<div class="offer">
    <p class="soft">This is an earlier position of the match.${next && ` The next move was: ${brief(next.sentence)}.`}</p>
    <button class="button primary" onClick=${onBranch}>Play from here</button>
  </div>`;
}

/** @param {import("./match.js").State} state @param {string | undefined} position */
const wayTo = (state, position) => state.moves?.find((move) => move.position === position)?.ways[0] ?? null;

/** Whether the computer is to move but no request is running, because the last request failed. @param {import("./match.js").State} state @param {string} busy */
const isSilent = (state, busy) => isReplying(state) && busy === "";

/** The verb for pressing: "Tap" on touch screens, else "Click". */
const click = () => (isTouch() ? "Tap" : "Click");

/** @param {import("./match.js").State} state @param {string} busy */
function prompt(state, busy) {
  if (state.over) return "No move is left. Go through the match, take back moves, or start a new match.";
  if (isSilent(state, busy)) return "The computer has not answered. Try again, or take back your move.";
  if (isReplying(state)) return "The computer is thinking.";
  if (!state.moves) return "There are too many moves to show them. Set the new heights of the piles.";
  const appearance = appearanceOf(state);
  if (appearance === "bar") return `${click()} a square of the bar to cut it there, or a chip of a pile.`;
  if (appearance === "pins") {
    const how = state.game === "kayles" ? "alone or with its neighbour" : "with its neighbour";
    return `${click()} a pin to knock it down, ${how}. Pins that you may choose are bright.`;
  }
  if (appearance === "strip" && state.game === "treblecross") return `${click()} the first of three squares to cross them out. Squares that you may choose are bright.`;
  const one = appearance === "strip" ? "square" : "chip";
  const changes = state.moves.flatMap(({ ways }) => ways.flat()).filter(({ pile }) => !state.piles[pile]?.remembered);
  if (changes.some(({ after }) => after.length > 1)) return `${click()} a ${one} to take ${one}s or to split the ${one === "chip" ? "heap" : "strip"} there. ${one === "chip" ? "Chips" : "Squares"} that you may choose are bright.`;
  if (changes.some(({ before, after }) => Number(after[0]) > Number(before)))
    return `Drag chips to another pile, or ${click().toLowerCase()} a chip and then the new height of the other pile. Chips that you may choose are bright.`;
  return `${click()} a chip to take it and all chips above it. Chips that you may take are bright.`;
}

/** Buttons for the moves that cannot be made by clicks. @param {{moves: import("./match.js").Move[], onPlay: (move: string, way: import("./match.js").Change[] | null) => void, onPreview: (completion: import("./draft.js").Completion | null) => void}} properties */
function Others({ moves, onPlay, onPreview }) {
  return html`<div class="offer">
    <div class="row others">
      ${moves.map(
        (move) => html`<button class="button" onPointerEnter=${() => onPreview({ move, way: move.ways[0] ?? [] })} onPointerLeave=${() => onPreview(null)} onClick=${() => onPlay(move.position, move.ways[0] ?? null)}>
          ${capital(move.sentence)}
        </button>`,
      )}
    </div>
  </div>`;
}

/** The question about the moves that start with the chosen chip. @param {import("./match.js").State} state */
const question = (state) => (state.game === "kayles" && appearanceOf(state) === "pins" ? "Take one pin or two?" : "Which move do you want to make?");

/** @param {{selection: import("./move_selection.js").MoveSelection, question: string, onPreview: (completion: import("./draft.js").Completion | null) => void}} properties */
function Drafted({ selection, question: words, onPreview }) {
  const [ready] = selection.ready;
  const others = [...new Map(selection.rest.map((one) => [one.move.position, one])).values()].filter(({ move }) => move !== ready?.move);
  const isFew = others.length <= LISTED;
  return html`<div class="offer drafted">
    <div class="row decision">
    ${ready
      ? html`<p><strong>${capital(ready.move.sentence)}</strong>${others.length > 0 && ", or continue: chips that may change too are bright."}</p>`
      : html`<p class="soft">${isFew ? words : `${others.length} moves start like this. Chips that you may choose next are bright.`}</p>`}
      <div class="row buttons">
        ${ready && html`<button class="button primary" onClick=${() => selection.play(ready)}>Play <kbd>↵</kbd></button>`}
        <button class="button quiet" onClick=${selection.cancel}>Cancel <kbd>Esc</kbd></button>
      </div>
    </div>
    ${isFew &&
    others.length > 0 &&
    html`<div class="row">
      ${others.map(
        (one) => html`<button
          class="button"
          onPointerEnter=${() => onPreview(one)}
          onPointerLeave=${() => onPreview(null)}
          onFocus=${() => onPreview(one)}
          onBlur=${() => onPreview(null)}
          onClick=${() => selection.play(one)}
        >${capital(one.move.sentence)}</button>`,
      )}
    </div>`}
  </div>`;
}
