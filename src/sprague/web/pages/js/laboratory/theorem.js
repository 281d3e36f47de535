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
 *   kind: "proof" | "refutation" | "undecided", game: string, misere: boolean, statement: string, sentences: string[],
 *   formula?: string | null, program?: string | null, counterexample?: {position: string, sentences: string[]} | null,
 *   automaton?: string | null, states?: number | null, smallest: string[], proof: string[], digest?: string | null,
 *   attempts: Attempt[], reason?: string | null, advice: string[], command: string, python: string,
 * }} TheoremTold
 */

const HEADS = {
  proof: { badge: "good", words: "Proved for all positions" },
  refutation: { badge: "bad", words: "Refuted" },
  undecided: { badge: "open", words: "Undecided" },
};

/** @param {{told: TheoremTold, job: string}} properties `job` is where the certificate is had */
export function Theorem({ told, job }) {
  const { badge, words } = HEADS[told.kind];
  return html`<article class="theorem stack">
    <header class="stack">
      <span class="badge ${badge}">${told.kind === "proof" && html`<${Icon} name="check" />`}${words}</span>
      <p class="statement">${told.kind === "undecided" ? told.reason : told.statement}</p>
    </header>
    ${told.sentences.length > 0 && html`<ul class="sentences">${told.sentences.map((line) => html`<li>${line}</li>`)}</ul>`}
    ${(told.formula || told.program) && html`<${Written} title=${told.formula ? "Formula" : "Column program"} text=${told.formula || told.program || ""} />`}
    ${told.counterexample && html`<${Counterexample} told=${told} found=${told.counterexample} />`}
    ${told.smallest.length > 0 && html`<${Smallest} told=${told} />`}
    ${told.automaton && html`<${Automaton} svg=${told.automaton} states=${told.states ?? null} />`}
    ${told.attempts.length > 0 && html`<${Attempts} attempts=${told.attempts} />`}
    ${told.advice.length > 0 && html`<section><h3>What to try next</h3><ul class="sentences">${told.advice.map((line) => html`<li>${line}</li>`)}</ul></section>`}
    ${told.proof.length > 0 && html`<section><h3>The proof</h3><ul class="sentences">${told.proof.map((line) => html`<li>${line}</li>`)}</ul></section>`}
    ${told.kind === "proof" && html`<${Certificate} job=${job} digest=${told.digest ?? ""} />`}
    <${Same} command=${told.command} python=${told.python} />
  </article>`;
}

/** @param {{title: string, text: string}} properties */
function Written({ title, text }) {
  return html`<section class="written"><h3>${title}</h3><div class="row"><pre><code>${text}</code></pre><${Copy} text=${text} name=${title.toLowerCase()} /></div></section>`;
}

/** @param {{told: TheoremTold, found: {position: string, sentences: string[]}}} properties */
function Counterexample({ told, found }) {
  return html`<section><h3>Counterexample: ${shown(found.position)}</h3>
    <ul class="sentences">${found.sentences.map((line) => html`<li>${line}</li>`)}</ul>
    <a class="button" href=${boardOf(told, found.position)}><${Icon} name="play" />Look at it on the board</a></section>`;
}

/** @param {{told: TheoremTold}} properties */
function Smallest({ told }) {
  return html`<section><h3>Smallest P-positions</h3>
    <ul class="members">${told.smallest.map((position) => html`<li><a href=${boardOf(told, position)}>${shown(position)}</a></li>`)}</ul></section>`;
}

/** @param {{attempts: Attempt[]}} properties */
function Attempts({ attempts }) {
  return html`<section><h3>What was tried</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="What was tried"><table class="attempts">
      <thead><tr><th>Way</th><th>Piles below</th><th>States</th><th>What became of it</th></tr></thead>
      <tbody>${attempts.map(
        ({ way, limit, states, reached, result }) => html`<tr><td>${way}</td><td>${limit ?? "–"}</td>
          <td>${(states ?? reached) || "–"}</td><td>${result}</td></tr>`,
      )}</tbody>
    </table></div></section>`;
}

/** @param {{job: string, digest: string}} properties */
function Certificate({ job, digest }) {
  return html`<section class="certificate"><h3>Certificate</h3>
    <p class="small soft">A file that anyone can check: <code>sprague verify certificate.json</code> proves it anew, with code of its own.</p>
    <div class="row">
      <a class="button primary" href=${`/api/jobs/${encodeURIComponent(job)}/certificate`} download="certificate.json"><${Icon} name="download" />Download the certificate</a>
      ${digest && html`<span class="digest small soft">Digest <code>${digest.slice(0, 16)}</code><${Copy} text=${digest} name="the digest" /></span>`}
    </div></section>`;
}

/** @param {TheoremTold} told @param {string} position */
const boardOf = ({ game, misere }, position) => `/board?${query({ game, position, misere: misere || null })}`;
