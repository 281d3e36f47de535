/** Tasks without a match: a question, groups of chips, odd columns, and the mex of a set. */
import { html, useState } from "../../vendor/preact.js";
import { binaryWeights, columnSums, digitsOf } from "../board/columns.js";

/** @typedef {{isGood: boolean, text: string} | null} Reply */

/** The answer to the last choice. @param {{reply: Reply}} properties */
export function ReplyLine({ reply }) {
  return html`<p class=${`reply ${reply ? (reply.isGood ? "good" : "bad") : ""}`} role="status">
    ${reply && html`<span aria-hidden="true">${reply.isGood ? "✓" : "✗"}</span> <span><strong>${reply.isGood ? "Right." : "Not yet."}</strong> ${reply.text}</span>`}
  </p>`;
}

/** @param {{task: import("./steps.js").ChoiceTask, onDone: () => void}} properties */
export function ChoiceTask({ task, onDone }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const choice = chosen === null ? undefined : task.choices[chosen];
  return html`<section class="card quiz" aria-label="Question">
    <p class="question">${task.question}</p>
    <div class="choices" role="group" aria-label="Answers">
      ${task.choices.map(
        ({ text, right }, place) => html`<button
          class="button large"
          aria-pressed=${chosen === place}
          onClick=${() => {
            setChosen(place);
            if (right) onDone();
          }}
        >${text}</button>`,
      )}
    </div>
    <${ReplyLine} reply=${choice ? { isGood: choice.right ?? false, text: choice.reply } : null} />
  </section>`;
}

const GROUPS = [4, 2, 1];

/** @param {{task: import("./steps.js").GroupsTask, onDone: () => void}} properties */
export function GroupsTask({ task, onDone }) {
  const [round, setRound] = useState(0);
  const [used, setUsed] = useState(/** @type {number[]} */ ([]));
  const number = task.numbers[round] ?? 0;
  const total = used.reduce((sum, group) => sum + group, 0);
  const isRight = total === number;
  const isLast = round === task.numbers.length - 1;
  const toggle = (/** @type {number} */ group) => {
    const next = used.includes(group) ? used.filter((one) => one !== group) : [...used, group];
    setUsed(next);
    if (isLast && next.reduce((sum, one) => sum + one, 0) === number) onDone();
  };
  const words = GROUPS.filter((group) => used.includes(group)).join(" + ");
  return html`<section class="card quiz" aria-label="Groups">
    <p class="soft small">Pile ${round + 1} of ${task.numbers.length}</p>
    <p class="question">Which groups make a pile of ${number}?</p>
    <div class="group-task">
      <div class="pile-drawing" role="img" aria-label=${`A pile of ${number} chips`}>${chips(number)}</div>
      <div class="choices" role="group" aria-label="Groups">
        ${GROUPS.map(
          (group) => html`<button class="button group" aria-pressed=${used.includes(group)} aria-label=${`A group of ${group}`} disabled=${isRight} onClick=${() => toggle(group)}>
            <span class="pile-drawing" aria-hidden="true">${chips(group)}</span><strong>${group}</strong>
          </button>`,
        )}
      </div>
    </div>
    <p class=${`reply ${isRight ? "good" : ""}`} role="status">
      ${isRight ? html`<span aria-hidden="true">✓</span> <span><strong>${number} = ${words}</strong></span>` : total ? html`<span>${words} = ${total}${total > number ? ", which is too many." : ", which is too few."}</span>` : html`<span>Choose groups. Each may be used once.</span>`}
    </p>
    ${isRight && !isLast && html`<p><button class="button primary" onClick=${() => (setRound(round + 1), setUsed([]))}>Next pile</button></p>`}
  </section>`;
}

/** @param {number} count */
const chips = (count) => Array.from({ length: count }, () => html`<i></i>`);

/** @param {{task: import("./steps.js").ColumnsTask, onDone: () => void}} properties */
export function ColumnsTask({ task, onDone }) {
  const [round, setRound] = useState(0);
  const [marked, setMarked] = useState(/** @type {ReadonlySet<number>} */ (new Set()));
  const [reply, setReply] = useState(/** @type {Reply} */ (null));
  const rows = task.rounds[round] ?? [];
  const weights = binaryWeights(rows.map(({ value }) => value), 3);
  const digits = rows.map(({ value }) => digitsOf(value, weights));
  const sums = columnSums(digits);
  const isLast = round === task.rounds.length - 1;
  const toggle = (/** @type {number} */ place) => {
    const next = new Set(marked);
    if (!next.delete(place)) next.add(place);
    setMarked(next);
    setReply(null);
  };
  const check = () => {
    const wrong = sums.findIndex((sum, place) => Boolean(sum % 2) !== marked.has(place));
    if (wrong < 0) {
      setReply({ isGood: true, text: `The number of groups in the columns is ${sums.join(", ")}.` });
      if (isLast) onDone();
    } else setReply({ isGood: false, text: `Count the groups in the column ${weights[wrong]} again.` });
  };
  return html`<section class="card quiz" aria-label="Columns">
    ${task.rounds.length > 1 && html`<p class="soft small">Position ${round + 1} of ${task.rounds.length}</p>`}
    <p class="question">Mark the odd columns.</p>
    <div class="columns quiz-columns">
      <table>
        <thead><tr><th scope="col"><span class="visually-hidden">Pile</span></th>${weights.map((weight) => html`<th scope="col">${String(weight)}</th>`)}</tr></thead>
        <tbody>
          ${rows.map(
            ({ label, value }, row) => html`<tr>
              <th scope="row">${label} <strong>${value}</strong></th>
              ${digits[row]?.map((digit, place) => html`<td class=${`${digit ? "one" : "zero"} ${marked.has(place) ? "odd" : ""}`}>${digit ? String(weights[place]) : "·"}</td>`)}
            </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <td></td>
            ${weights.map(
              (weight, place) => html`<td><button class="button mark" aria-pressed=${marked.has(place)} aria-label=${`${marked.has(place) ? "odd" : "even"}: column ${weight}`} disabled=${reply?.isGood} onClick=${() => toggle(place)}>${marked.has(place) ? "odd" : "even"}</button></td>`,
            )}
          </tr>
        </tfoot>
      </table>
    </div>
    <${ReplyLine} reply=${reply} />
    <p>
      ${reply?.isGood
        ? !isLast && html`<button class="button primary" onClick=${() => (setRound(round + 1), setMarked(new Set()), setReply(null))}>Next position</button>`
        : html`<button class="button primary" onClick=${check}>Check</button>`}
    </p>
  </section>`;
}

/** The mex of a set: the least natural number that is not in it. @param {number[]} numbers */
export const mex = (numbers) => {
  let least = 0;
  while (numbers.includes(least)) least += 1;
  return least;
};

/** @param {number[]} numbers */
const setText = (numbers) => (numbers.length ? `{${numbers.join(", ")}}` : "{ }");

/** @param {{task: import("./steps.js").MexTask, onDone: () => void}} properties */
export function MexTask({ task, onDone }) {
  const [round, setRound] = useState(0);
  const [reply, setReply] = useState(/** @type {Reply} */ (null));
  const numbers = task.rounds[round] ?? [];
  const isLast = round === task.rounds.length - 1;
  const choose = (/** @type {number} */ number) => {
    const least = mex(numbers);
    if (number === least) {
      setReply({ isGood: true, text: `mex ${setText(numbers)} = ${least}.` });
      if (isLast) onDone();
    } else if (numbers.includes(number)) setReply({ isGood: false, text: `${number} is in the set, so it is not missing.` });
    else setReply({ isGood: false, text: `${number} is missing, but a smaller number is missing, too.` });
  };
  return html`<section class="card quiz" aria-label="Mex">
    <p class="soft small">Set ${round + 1} of ${task.rounds.length}</p>
    <p class="question">mex ${setText(numbers)} = ?</p>
    <div class="choices numbers" role="group" aria-label="Numbers">
      ${[0, 1, 2, 3, 4, 5].map((number) => html`<button class="button large" disabled=${reply?.isGood} onClick=${() => choose(number)}>${number}</button>`)}
    </div>
    <${ReplyLine} reply=${reply} />
    ${reply?.isGood && !isLast && html`<p><button class="button primary" onClick=${() => (setRound(round + 1), setReply(null))}>Next set</button></p>`}
  </section>`;
}
