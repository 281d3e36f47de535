/** The editor of rules, formulas and questions: a text area over the highlighted text, with mistakes underlined. */
import { html, useRef } from "../../vendor/preact.js";
import { tokensOf, withMistake } from "./highlight.js";

/**
 * @typedef {import("../api.js").Problem} Problem
 * @typedef {{id: string, label: string, value: string, piles?: Set<string>, isQuestion?: boolean, problem: Problem | null, placeholder?: string,
 *   onInput: (text: string) => void, onSubmit?: () => void}} Properties
 */

/** @param {Properties} properties */
export function Editor({ id, label, value, piles, isQuestion, problem, placeholder, onInput, onSubmit }) {
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const mistake = problem?.start === undefined || problem.start === null ? null : { start: problem.start, end: problem.end ?? problem.start + 1 };
  const tokens = withMistake(tokensOf(value, piles, isQuestion), mistake);
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSubmit?.();
  };
  const goThere = () => {
    area.current?.focus();
    area.current?.setSelectionRange(mistake?.start ?? 0, Math.min(mistake?.end ?? 0, value.length));
  };
  return html`<div class="editor">
    <label class="label" for=${id}>${label}</label>
    <div class="editor-layers">
      <pre aria-hidden="true">${tokens.map(({ kind, text, wrong }) => html`<span class="${kind}${wrong ? " wrong" : ""}">${text}</span>`)}${"\n"}</pre>
      <textarea ref=${area} id=${id} value=${value} placeholder=${placeholder} spellcheck=${false} autocapitalize="off"
        autocomplete="off" rows="1" aria-invalid=${problem ? "true" : "false"} aria-describedby=${`${id}-problem`}
        onInput=${(/** @type {Event} */ event) => onInput(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value)}
        onKeyDown=${press}></textarea>
    </div>
    <div id=${`${id}-problem`} aria-live="polite">
      ${problem &&
      html`<p class="problem">
        <span>${problem.detail}</span>
        ${mistake && html`<button class="button quiet" type="button" onClick=${goThere}>${place(value, mistake.start)}</button>`}
      </p>`}
    </div>
  </div>`;
}

/**
 * Returns the label of the button that goes to a character.
 * @param {string} text
 * @param {number} at
 */
function place(text, at) {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return `Go to line ${line}, column ${at - before.lastIndexOf("\n")}`;
}
