/** The parsed rule: in words, in canonical form, and in LaTeX. */
import { html } from "../../vendor/preact.js";
import { WithTerms } from "../glossary/term.js";
import { pageAddress } from "../api.js";
import { Copy, Equivalents } from "../equivalents.js";
import { Icon } from "../icons.js";
import { tokensOf } from "./highlight.js";

/** @typedef {import("api-types").RuleDetails} RuleDetails */

/** @param {{rule: RuleDetails, misere: boolean, isOld: boolean}} properties `isOld`: whether the text in the editor is not valid */
export function RuleCard({ rule, misere, isOld }) {
  return html`<section class="card rule-read ${isOld ? "old" : ""}" aria-label="Rule in words">
    <p class="row"><a class="button primary" href=${pageAddress("board", { game: rule.game, misere: misere || null })}><${Icon} name="play" />Play this rule</a></p>
    <div class="words">${rule.description.split("\n").map((line) => html`<p>${line}</p>`)}</div>
    <dl>
      <dt>Canonical form</dt>
      <dd><code>${tokensOf(rule.rule).map(({ kind, text }) => html`<span class=${kind}>${text}</span>`)}</code><${Copy} text=${rule.rule} name="the rule" /></dd>
      ${rule.obstacle && html`<dt>Proofs do not apply</dt><dd>${rule.obstacle}</dd>`}
      ${rule.theorems.map((known) => html`<dt>${known.play === "misere" ? "Known in misère play" : "Known"}</dt><dd><${WithTerms} text=${known.statement} /> <span class="soft">(${known.source})</span></dd>`)}
    </dl>
    <div class="rule-ways">
      <details class="more">
        <summary>In LaTeX</summary>
        <div class="row"><code>${rule.latex}</code><${Copy} text=${rule.latex} name="the LaTeX" /></div>
      </details>
      <${Equivalents} command=${rule.command} python=${rule.python} />
    </div>
  </section>`;
}
