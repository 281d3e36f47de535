/** The tasks for a rule: tabulate values, find periods, check a formula, discover a theorem, ask a question. */
import { html } from "../../vendor/preact.js";
import { WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { PlayChoice } from "../play_choice.js";
import { Segmented } from "../segmented.js";
import { AskForm } from "./ask_form.js";
import { Editor } from "./editor.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("./address.js").Task} Task
 * @typedef {{address: Address, piles: Set<string>, questions: import("./ask_form.js").ExampleQuestion[], problem: import("../api.js").Problem | null, busy: boolean, ready: boolean,
 *   onChange: (change: Partial<Address>) => void, onRun: () => void, onCancel: () => void}} Properties
 *   `questions` are examples for the game, `problem` is the mistake in the formula or question, `ready` whether the rule is valid
 */

/** @type {{value: Task, title: string, words: string, run: string}[]} */
const TASKS = [
  { value: "discover", title: "Discover", words: "Find a description of all P-positions, and prove it.", run: "Discover" },
  { value: "check", title: "Check a formula", words: "Prove that a formula describes exactly the P-positions, or find the smallest counterexample.", run: "Check" },
  { value: "ask", title: "Ask", words: "Ask a question about all positions; the answer is proved.", run: "Ask" },
  { value: "period", title: "Find periods", words: "Search for periods of the values, and prove them if possible.", run: "Find periods" },
  { value: "table", title: "Tabulate", words: "Compute the values of all positions up to a limit.", run: "Tabulate" },
];
const MEASURES = [["grundy", "Grundy values"], ["outcome", "outcomes"], ["remoteness", "remoteness"]];
const VALUES = [["", "P-positions"], ["all", "the Grundy function"], ["1", "Grundy values 0 and 1"], ["3", "Grundy values 0 to 3"]];

/** @param {Properties} properties */
export function TaskBar({ address, piles, questions, problem, busy, ready, onChange, onRun, onCancel }) {
  const chosen = TASKS.find(({ value }) => value === address.task) ?? TASKS[0];
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (ready && !busy) onRun();
  };
  return html`<form class="card task-bar" onSubmit=${submit} aria-label="Task">
    <div class="row">
      <${Segmented} legend="Task" name="task" value=${address.task} choices=${TASKS} onChange=${(/** @type {Task} */ task) => onChange({ task })} />
      <span class="spacer"></span>
      <${PlayChoice} misere=${address.misere} onChange=${(/** @type {boolean} */ misere) => onChange({ misere })} />
    </div>
    <p class="small soft"><${WithTerms} text=${chosen?.words ?? ""} /></p>
    ${address.task === "ask" && html`<${AskForm} address=${address} piles=${piles} questions=${questions} problem=${problem} onChange=${onChange} onRun=${() => ready && onRun()} />`}
    <div class="task-options">
      ${address.task === "check" &&
      html`<${Editor} id="formula" label="Formula for the P-positions" value=${address.formula} piles=${piles} problem=${problem}
        placeholder="such as a = b and even(v2(c - a))" onInput=${(/** @type {string} */ formula) => onChange({ formula })} onSubmit=${() => ready && onRun()} />`}
      ${address.task === "discover" && !address.misere && html`<${Choice} label="Describe" value=${address.values} choices=${VALUES} onChange=${(/** @type {string} */ values) => onChange({ values })} />`}
      ${address.task === "table" &&
      html`<label class="field"><span>Piles below</span>
          <input class="input" type="number" min="1" max="100000" value=${address.limit}
            onInput=${(/** @type {Event} */ event) => onChange({ limit: Number(/** @type {HTMLInputElement} */ (event.currentTarget).value) })} /></label>
        <${Choice} label="Values" value=${address.what} choices=${address.misere ? MEASURES.slice(1) : MEASURES}
          onChange=${(/** @type {string} */ what) => onChange({ what })} />`}
      <span class="spacer"></span>
      ${busy
        ? html`<button class="button" type="button" onClick=${onCancel}><${Icon} name="stop" />Cancel</button>`
        : html`<button class="button primary" type="submit" disabled=${!ready || (address.task === "ask" && !address.question.trim())}><${Icon} name="play" />${chosen?.run}</button>`}
    </div>
  </form>`;
}

/** @param {{label: string, value: string, choices: string[][], onChange: (value: string) => void}} properties */
function Choice({ label, value, choices, onChange }) {
  return html`<label class="field"><span>${label}</span>
    <select class="select" value=${value} onChange=${(/** @type {Event} */ event) => onChange(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
      ${choices.map(([name, words]) => html`<option value=${name}>${words}</option>`)}
    </select></label>`;
}
