/** The decision on a claim about all positions: a theorem, a refutation, or a list of attempts. */
import { html } from "../../vendor/preact.js";
import { query } from "../api.js";
import { sentence } from "../sentence.js";
import { WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { shown } from "../number_text.js";
import { Copy, Equivalents } from "../equivalents.js";
import { Automaton } from "./automaton.js";

/**
 * @typedef {import("api-types").AttemptResult} Attempt
 * @typedef {import("api-types").ProofResult | import("api-types").RefutationResult | import("api-types").UndecidedResult
 *   | import("api-types").TableCheckResult} Decision
 * @typedef {(number | string)[]} Piles
 * @typedef {import("../jobs.js").Job} Job
 * @typedef {{game: string, misere: boolean}} About the game and its play
 */

const HEADS = {
  proved: { badge: "good", words: "Proved for all positions" },
  refuted: { badge: "bad", words: "Refuted" },
  undecided: { badge: "open", words: "Undecided" },
  observed: { badge: "", words: "Observed, not proved" },
};

/** @param {{decision: Decision, about: About, job: Job}} properties `job` has the certificate */
export function Theorem({ decision, about, job }) {
  const isRefuted = decision.status === "refuted" || (decision.status === "observed" && !decision.holds);
  const { badge, words } = isRefuted ? HEADS.refuted : HEADS[decision.status];
  return html`<article class="theorem stack">
    <header class="stack">
      <span class="badge ${badge}">${decision.status === "proved" && html`<${Icon} name="check" />`}${words}</span>
      <p class="statement"><${WithTerms} text=${decision.status === "undecided" ? decision.reason : decision.statement.replace(/^Refuted: /, "")} /></p>
    </header>
    ${decision.status === "proved" && html`<${Lines} lines=${[...decision.definitions, ...decision.words]} />`}
    ${decision.status === "proved" && decision.tables.map((table) => html`<${Program} table=${table} />`)}
    ${decision.status === "observed" && decision.holds && html`<${Lines} lines=${decision.sentences} />`}
    ${decision.claim && html`<${Written} title=${decision.status === "proved" && decision.is_program ? "Column program" : "Formula"} text=${decision.claim} />`}
    ${decision.status === "refuted" && html`<${Counterexample} about=${about} text=${decision.text} sentences=${decision.sentences.slice(1)} />`}
    ${decision.status === "observed" && decision.difference && html`<${Counterexample} about=${about} text=${decision.difference.position.join(",")} sentences=${decision.sentences} />`}
    ${(decision.status === "proved" || decision.status === "undecided") && decision.smallest.length > 0 && html`<${Smallest} about=${about} positions=${decision.smallest} />`}
    ${decision.status === "proved" && decision.automaton && html`<${Automaton} svg=${decision.automaton} />`}
    ${decision.status === "undecided" && html`<${Attempts} attempts=${decision.attempts} /><${Advice} lines=${decision.advice} />`}
    ${decision.status === "proved" &&
    html`<section><h2>Proof</h2><${Lines} lines=${[sentence(decision.effort), `Play ends because every move lowers ${decision.rank}.`]} /></section>
      <${Certificate} job=${job.id} digest=${decision.sha256 ?? ""} />`}
    <p class="row"><a class="button" href=${`/board?${query({ game: about.game, misere: about.misere || null })}`}><${Icon} name="play" />Play this rule</a></p>
    <${Equivalents} command=${job.command} python=${job.python} />
  </article>`;
}

/** @param {{lines: string[]}} properties */
export function Lines({ lines }) {
  return lines.length > 0 && html`<ul class="sentences">${lines.map((line) => html`<li><${WithTerms} text=${line} /></li>`)}</ul>`;
}

/** A column program as a table. @param {{table: import("api-types").ProgramTableResult}} properties */
export function Program({ table: { opening, header, rows, notes } }) {
  return html`<section><p>${opening}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Column program"><table class="program">
      <thead><tr>${header.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
      <tbody>${rows.map((cells) => html`<tr>${cells.map((text) => html`<td>${text}</td>`)}</tr>`)}</tbody>
    </table></div>
    <p>${notes.join(" ")}</p></section>`;
}

/** @param {{lines: string[]}} properties */
function Advice({ lines }) {
  return lines.length > 0 && html`<section><h2>Suggestions for the command line or Python</h2><${Lines} lines=${lines} /></section>`;
}

/** @param {{title: string, text: string}} properties */
export function Written({ title, text }) {
  return html`<section class="written"><h2>${title}</h2><div class="row"><pre><code>${text}</code></pre><${Copy} text=${text} name=${title.toLowerCase()} /></div></section>`;
}

/** The counterexample of a refutation; a link to the board replaces the command that shows the mistake. @param {{about: About, text: string, sentences: string[]}} properties */
function Counterexample({ about, text, sentences }) {
  return html`<section><h2>Counterexample: ${shown(text)}</h2>
    <${Lines} lines=${sentences.map((line) => sentence(line.replace(/; to see why: sprague solve .*/, "")))} />
    <a class="button" href=${boardOf(about, text)}><${Icon} name="play" />Show it on the board</a></section>`;
}

/** @param {{about: About, positions: Piles[]}} properties */
function Smallest({ about, positions }) {
  return html`<section><h2><${WithTerms} text="Smallest P-positions" /></h2><${Members} about=${about} positions=${positions} /></section>`;
}

/** Positions, each a link to the board. @param {{about: About, positions: Piles[]}} properties */
export function Members({ about, positions }) {
  return html`<ul class="members">
    ${positions.map((piles) => html`<li><a href=${boardOf(about, piles.join(","))}>${shown(piles.join(","))}</a></li>`)}
  </ul>`;
}

/** @param {{attempts: Attempt[]}} properties */
function Attempts({ attempts }) {
  return attempts.length > 0 && html`<section><h2>Attempts</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Attempts"><table class="attempts">
      <thead><tr><th>Method</th><th>Piles below</th><th>States</th><th>Result</th></tr></thead>
      <tbody>${attempts.map(
        ({ way, limit, states, reached, result }) => html`<tr><td>${way}</td><td>${limit ?? "–"}</td>
          <td>${(states ?? reached) || "–"}</td><td>${result}</td></tr>`,
      )}</tbody>
    </table></div></section>`;
}

/** @param {{job: string, digest: string}} properties */
export function Certificate({ job, digest }) {
  return html`<section class="certificate"><h2>Certificate</h2>
    <p class="small soft">A file that anyone can check: <code>sprague verify</code> proves it again with an independent program.</p>
    <div class="row">
      <a class="button primary" href=${`/api/v1/jobs/${encodeURIComponent(job)}/certificate`} download><${Icon} name="download" />Download the certificate</a>
      ${digest && html`<span class="digest small soft">Digest <code>${digest.slice(0, 16)}</code><${Copy} text=${digest} name="the digest" /></span>`}
    </div></section>`;
}

/** @param {About} about @param {string} position */
export const boardOf = ({ game, misere }, position) => `/board?${query({ game, position, misere: misere || null })}`;
