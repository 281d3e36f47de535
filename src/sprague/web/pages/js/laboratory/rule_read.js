/** A rule as it was understood: in words, in its canonical form, and in LaTeX. */
import { html } from "../../vendor/preact.js";
import { Copy, Same } from "../same.js";
import { tokensOf } from "./highlight.js";

/**
 * @typedef {{game: string, name: string | null, title: string, canonical: string, words: string[], latex: string, names: string[],
 *   remembered: string[], lowest: Record<string, number>, any_order: string[][], splits: boolean, rank: string | null,
 *   obstacle: string | null, theorems: {title: string, statement: string, misere: boolean, source: string}[], limit: number,
 *   first: string, command: string, python: string}} RuleTold
 */

/** @param {{told: RuleTold, isOld: boolean}} properties `isOld`: another rule is being typed */
export function RuleRead({ told, isOld }) {
  return html`<section class="card rule-read ${isOld ? "old" : ""}" aria-label="The rule as it was understood">
    <div class="words">${told.words.map((line) => html`<p>${line}</p>`)}</div>
    <dl>
      <dt>Canonical form</dt>
      <dd><code>${tokensOf(told.canonical).map(({ kind, text }) => html`<span class=${kind}>${text}</span>`)}</code><${Copy} text=${told.canonical} name="the rule" /></dd>
      ${told.obstacle && html`<dt>Out of reach of proofs</dt><dd>${told.obstacle}</dd>`}
      ${told.theorems.map((known) => html`<dt>${known.misere ? "Known in misère play" : "Known"}</dt><dd>${known.statement} <span class="soft">(${known.source})</span></dd>`)}
    </dl>
    <div class="rule-ways">
      <details class="more">
        <summary>In LaTeX</summary>
        <div class="row"><code>${told.latex}</code><${Copy} text=${told.latex} name="the LaTeX" /></div>
      </details>
      <${Same} command=${told.command} python=${told.python} />
    </div>
  </section>`;
}
