/** The task to label the positions of a small table with P and N or with Grundy values, each from its options. */
import { html, useState } from "../../vendor/preact.js";
import { post } from "../api.js";
import { sentence } from "../sentence.js";
import { useRequest } from "../request.js";
import { ReplyLine } from "./quiz_tasks.js";

/**
 * @typedef {import("./steps.js").LabelTask} Task
 * @typedef {import("api-types").PositionAnalysis} Analysis
 * @typedef {import("api-types").EvaluatedMove} Option
 */

const NUMBERS = ["0", "1", "2", "3", "4", "5"];
/** Maximum number of columns of a table that fits a phone with cells of the usual width. */
const FITTING = 7;

/** @param {{task: Task, onDone: () => void}} properties */
export function LabelTask({ task, onDone }) {
  const isOutcome = task.what === "outcome";
  const given = task.given ?? [];
  const [count, setCount] = useState(0); // the number of cells that are labelled
  const [reply, setReply] = useState(/** @type {import("./quiz_tasks.js").Reply} */ (null));
  const current = task.cells[count];
  const all = useRequest(
    (signal) => Promise.all([...given, ...task.cells].map((position) => post("/api/v1/position", { game: task.game, position }, signal))),
    [],
  );
  if (all.error) return html`<p class="notice bad" role="alert">${sentence(all.error.message)}</p>`;
  if (!all.value) return html`<p class="loading" role="status"><span class="spinner"></span></p>`;
  /** @type {Map<string, Analysis>} */
  const found = new Map([...given, ...task.cells].map((position, place) => [position, all.value?.[place]]));
  const label = (/** @type {string} */ position) => labelOf(found.get(position), isOutcome);
  const at = current === undefined ? undefined : found.get(current);
  const reached = new Set(at?.options.map(({ text }) => text));
  const labelled = new Set([...given, ...task.cells.slice(0, count)]);
  const choose = (/** @type {string} */ chosen) => {
    if (!at || current === undefined) return;
    const text = isOutcome ? outcomeReason(shown(current), at) : valueReason(shown(current), at);
    if (chosen !== label(current)) return setReply({ isGood: false, text: isOutcome ? outcomeAdvice(shown(current), at) : valueAdvice(shown(current), at, Number(chosen)) });
    setReply({ isGood: true, text });
    setCount(count + 1);
    if (count + 1 === task.cells.length) onDone();
  };
  const rows = table([...given, ...task.cells], task.across);
  const [down, across] = task.axes.length > 1 ? task.axes : ["", task.axes[0]];
  const cell = (/** @type {string} */ position) => {
    const isKnown = labelled.has(position);
    const names = ["cell", isKnown ? `is-${isOutcome ? label(position) : "value"}` : "", position === current ? "current" : "", reached.has(position) ? "option" : ""];
    return html`<td class=${names.filter(Boolean).join(" ")} aria-current=${position === current ? "step" : undefined}>${isKnown ? label(position) : position === current ? "?" : ""}</td>`;
  };
  return html`<section class="card quiz" aria-label="Table">
    <div class="label-scroller" tabindex="0" role="region" aria-label="Positions">
      <table class=${`labels ${task.across > FITTING ? "long" : ""}`}>
        <thead>
          <tr>${down ? html`<th scope="col" class="corner">${across} →<br />${down} ↓</th>` : html`<th scope="row">${across}</th>`}${(rows[0] ?? []).map((position) => html`<th scope="col">${position.split(",").at(-1)}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map((row) => html`<tr><th scope="row">${down ? row[0]?.split(",")[0] : isOutcome ? "label" : "value"}</th>${row.map(cell)}</tr>`)}
        </tbody>
      </table>
    </div>
    ${at &&
    current !== undefined &&
    html`<p class="question">${isOutcome ? html`Is ${down ? shown(current) : `a pile of ${current}`} a <span class="nowrap">P-position</span> or an <span class="nowrap">N-position</span>?` : `What is the Grundy value of ${shown(current)} ${current === "1" ? across?.slice(0, -1) : across}?`}</p>
      <p class="options-line">${at.options.length ? html`Moves lead to ${listed(at.options.map((option) => html`<span class="nowrap">${optionText(option)} (<strong>${labelOf(option, isOutcome)}</strong>)</span>`))}.` : "There is no move."}</p>
      <div class="choices numbers" role="group" aria-label="Labels">
        ${(isOutcome ? ["P", "N"] : NUMBERS).map((one) => html`<button class="button large" onClick=${() => choose(one)}>${one}</button>`)}
      </div>`}
    <${ReplyLine} reply=${reply} />
  </section>`;
}

/** @param {Analysis | Option | undefined} about @param {boolean} isOutcome */
const labelOf = (about, isOutcome) => (isOutcome ? String(about?.outcome ?? "") : String(about?.grundy ?? ""));

/** "(1, 2)", or "3" for a single pile. @param {string} position */
const shown = (position) => (position.includes(",") ? `(${position.split(",").join(", ")})` : position);

/** The positions as rows of a table, in the order of their piles. @param {string[]} positions @param {number} across */
function table(positions, across) {
  const piles = (/** @type {string} */ position) => position.split(",").map(Number);
  const sorted = [...positions].sort((one, other) => {
    const [first, second] = [piles(one), piles(other)];
    return (first[0] ?? 0) - (second[0] ?? 0) || (first[1] ?? 0) - (second[1] ?? 0);
  });
  return Array.from({ length: Math.ceil(sorted.length / across) }, (_, row) => sorted.slice(row * across, (row + 1) * across));
}

/** An option as text; the parts of a heap that splits are joined by +. @param {Option} option */
const optionText = ({ text, option, sentence: words }) => (words.includes("split") ? option.join(" + ") : shown(text));

/** The items with commas and "and" between them. @template T @param {T[]} items @returns {(T | string)[]} */
const listed = (items) => items.flatMap((item, place) => (place === 0 ? [item] : [place === items.length - 1 ? " and " : ", ", item]));

/** Why a position has its outcome. @param {string} name @param {Analysis} at */
function outcomeReason(name, at) {
  if (!at.options.length) return "There is no move, so the player who has just moved wins: a P-position.";
  const good = at.options.find(({ outcome }) => outcome === "P");
  return good ? `From ${name} you can move to the P-position ${optionText(good)}: an N-position.` : `Every move from ${name} leads to an N-position: a P-position.`;
}

/** Advice after a wrong label. @param {string} name @param {Analysis} at */
function outcomeAdvice(name, at) {
  if (!at.options.length) return "There is no move. Who made the last move?";
  return at.options.some(({ outcome }) => outcome === "P") ? `Is there a move from ${name} to a P-position?` : `Look at all moves from ${name}: does one of them lead to a P-position?`;
}

/** Why a position has its Grundy value. @param {string} name @param {Analysis} at */
function valueReason(name, at) {
  const values = [...new Set(at.options.map(({ grundy }) => Number(grundy)))].sort((one, other) => one - other);
  return values.length ? `The moves from ${name} lead to the values ${values.join(", ")}, and ${at.grundy} is the least number that is missing.` : `From ${name} there is no move, and mex { } = 0.`;
}

/** Advice after a wrong value. @param {string} name @param {Analysis} at @param {number} chosen */
function valueAdvice(name, at, chosen) {
  return at.options.some(({ grundy }) => Number(grundy) === chosen) ? `A move from ${name} leads to the value ${chosen}, so ${chosen} is not missing.` : `${chosen} is missing, but a smaller number is missing, too.`;
}
