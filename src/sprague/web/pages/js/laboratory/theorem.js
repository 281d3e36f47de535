/** What became of a claim about all positions: a theorem, a refutation, or what was tried. */
import { html } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Icon } from "../icons.js";
import { shown } from "../positions.js";
import { Copy, Same } from "../same.js";
import { Automaton } from "./automaton.js";

/**
 * @typedef {{way: string, limit: number | null, states: number | null, reached: number, result: string}} Attempt
 * @typedef {{
 *   kind: "proof" | "refutation" | "undecided" | "observation", statement: string, sentences: string[],
 *   formula: string | null, program: string | null, counterexample: {position: string, sentences: string[]} | null,
 *   automaton: string | null, states: number | null, smallest: (number | string)[][], proof: string[], digest: string | null,
 *   kept: boolean, attempts: Attempt[], reason: string | null, advice: string[], command: string, python: string,
 * }} TheoremTold
 * @typedef {{game: string, misere: boolean}} About what was asked
 */

const HEADS = {
  proof: { badge: "good", words: "Proved for all positions" },
  refutation: { badge: "bad", words: "Refuted" },
  undecided: { badge: "open", words: "Undecided" },
  observation: { badge: "", words: "Observed, not proved" },
};

/** @param {{told: TheoremTold, about: About, job: string}} properties `job` is where the certificate is had */
export function Theorem({ told, about, job }) {
  const { badge, words } = HEADS[told.kind];
  return html`<article class="theorem stack">
    <header class="stack">
      <span class="badge ${badge}">${told.kind === "proof" && html`<${Icon} name="check" />`}${words}</span>
      <p class="statement">${told.kind === "undecided" ? told.reason : told.statement.replace(/^Refuted: /, "")}</p>
    </header>
    ${told.kind !== "undecided" && told.sentences.length > 0 && html`<ul class="sentences">${told.sentences.map((line) => html`<li>${line}</li>`)}</ul>`}
    ${(told.formula || told.program) && html`<${Written} title=${told.formula ? "Formula" : "Column program"} text=${told.formula || told.program || ""} />`}
    ${told.counterexample && html`<${Counterexample} about=${about} found=${told.counterexample} />`}
    ${told.smallest.length > 0 && html`<${Smallest} about=${about} positions=${told.smallest} />`}
    ${told.automaton && html`<${Automaton} svg=${told.automaton} />`}
    ${told.attempts.length > 0 && html`<${Attempts} attempts=${told.attempts} />`}
    ${told.advice.length > 0 && html`<section><h2>What to try next, on the command line or in Python</h2><ul class="sentences">${told.advice.map((line) => html`<li>${line}</li>`)}</ul></section>`}
    ${told.proof.length > 0 && html`<section><h2>The proof</h2><ul class="sentences">${told.proof.map((line) => html`<li>${line}</li>`)}</ul></section>`}
    ${told.kind === "proof" && html`<${Certificate} job=${job} digest=${told.digest ?? ""} />`}
    <${Same} command=${told.command} python=${told.python} />
  </article>`;
}

/** @param {{title: string, text: string}} properties */
function Written({ title, text }) {
  return html`<section class="written"><h2>${title}</h2><div class="row"><pre><code>${text}</code></pre><${Copy} text=${text} name=${title.toLowerCase()} /></div></section>`;
}

/** @param {{about: About, found: {position: string, sentences: string[]}}} properties the statement is the first sentence */
function Counterexample({ about, found }) {
  return html`<section><h2>Counterexample: ${shown(found.position)}</h2>
    <ul class="sentences">${found.sentences.slice(1).map((line) => html`<li>${line}</li>`)}</ul>
    <a class="button" href=${boardOf(about, found.position)}><${Icon} name="play" />Look at it on the board</a></section>`;
}

/** @param {{about: About, positions: (number | string)[][]}} properties */
function Smallest({ about, positions }) {
  return html`<section><h2>Smallest P-positions</h2><${Members} about=${about} positions=${positions} /></section>`;
}

/** Positions, each a link to the board. @param {{about: About, positions: (number | string)[][]}} properties */
export function Members({ about, positions }) {
  return html`<ul class="members">
    ${positions.map((piles) => html`<li><a href=${boardOf(about, piles.join(","))}>${shown(piles.join(","))}</a></li>`)}
  </ul>`;
}

/** @param {{attempts: Attempt[]}} properties */
function Attempts({ attempts }) {
  return html`<section><h2>What was tried</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="What was tried"><table class="attempts">
      <thead><tr><th>Way</th><th>Piles below</th><th>States</th><th>What became of it</th></tr></thead>
      <tbody>${attempts.map(
        ({ way, limit, states, reached, result }) => html`<tr><td>${way}</td><td>${limit ?? "–"}</td>
          <td>${(states ?? reached) || "–"}</td><td>${result}</td></tr>`,
      )}</tbody>
    </table></div></section>`;
}

/** @param {{job: string, digest: string}} properties */
export function Certificate({ job, digest }) {
  return html`<section class="certificate"><h2>Certificate</h2>
    <p class="small soft">A file that anyone can check: <code>sprague verify</code> proves it anew, with code of its own.</p>
    <div class="row">
      <a class="button primary" href=${`/api/jobs/${encodeURIComponent(job)}/certificate`} download><${Icon} name="download" />Download the certificate</a>
      ${digest && html`<span class="digest small soft">Digest <code>${digest.slice(0, 16)}</code><${Copy} text=${digest} name="the digest" /></span>`}
    </div></section>`;
}

/** @param {About} about @param {string} position */
const boardOf = ({ game, misere }, position) => `/board?${query({ game, position, misere: misere || null })}`;
