/** The form of a question about all positions: the question, examples for the game, and other games and sets. */
import { html } from "../../vendor/preact.js";
import { Editor } from "./editor.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("api-types").ExampleQuestion} ExampleQuestion
 * @typedef {{address: Address, piles: Set<string>, questions: ExampleQuestion[], problem: import("../api.js").Problem | null,
 *   onChange: (change: Partial<Address>) => void, onRun: () => void}} Properties
 */

/** @param {Properties} properties */
export function AskForm({ address, piles, questions, problem, onChange, onRun }) {
  const example = questions[0]?.question ?? "all a: exists unique b: P(a, b)";
  return html`<div class="ask-form stack">
    <${Editor} id="question" label="Question" value=${address.question} piles=${piles} isQuestion=${true} problem=${problem}
      placeholder=${`such as ${example}`} onInput=${(/** @type {string} */ question) => onChange({ question })} onSubmit=${onRun} />
    ${questions.length > 0 &&
    html`<div class="question-examples" role="group" aria-label="Examples of questions">
      <span class="label">Examples for this game</span>
      <ul>
        ${questions.map(
          ({ title, question }) => html`<li><button class="button quiet" type="button" title=${question} onClick=${() => onChange({ question })}>${title}</button></li>`,
        )}
      </ul>
    </div>`}
    <details class="more" open=${address.definitions !== ""}>
      <summary>The language of questions, and other games and sets</summary>
      <div class="stack">
        <dl class="question-words">
          ${WORDS.map(([written, meaning]) => html`<div><dt><code>${written}</code></dt><dd>${meaning}</dd></div>`)}
        </dl>
        <${Editor} id="definitions" label="Other games and sets, one on each line" value=${address.definitions} piles=${piles} isQuestion=${true} problem=${null}
          placeholder="Q = nim:piles=2" onInput=${(/** @type {string} */ definitions) => onChange({ definitions })} onSubmit=${onRun} />
        <p class="small soft">After the line <code>Q = nim:piles=2</code>, a question may contain <code>Q.P(a, b)</code>. A line such as <code>S(x, y) = y = 2x</code> defines a set, <code>S(a, b)</code>.</p>
      </div>
    </details>
  </div>`;
}

const WORDS = [
  ["P(a, b), N(a, b)", "a P-position, an N-position; misere.P and normal.P choose the play convention"],
  ["value(a, b) = 2", "the Grundy value"],
  ["move(a, b; c, d)", "a move leads from (a, b) to (c, d)"],
  ["terminal(a, b)", "play has ended"],
  ["all a, b: …", "for all numbers"],
  ["exists a: …, exists unique a: …", "for some number, for exactly one number"],
  ["exists finitely many (a, b): …", "for finitely many pairs; likewise infinitely many"],
  ["least b: …", "the least number with a property, as in (least b: P(a, b)) <= 2a"],
  ["and, or, not, implies, iff", "a question with free names gets a set as its answer"],
];
