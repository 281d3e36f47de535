/** The progress of a job, then its result. */
import { html } from "../../vendor/preact.js";
import { query } from "../api.js";
import { WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { Equivalents } from "../equivalents.js";
import { Answer } from "./answer.js";
import { Certificate, Members, Theorem } from "./theorem.js";

/**
 * @typedef {import("../jobs.js").Job} Job
 * @typedef {import("./answer.js").About} About
 * @typedef {import("./answer.js").QuestionAnswer} QuestionAnswer
 * @typedef {import("api-types").PeriodResult} PeriodResult
 * @typedef {import("api-types").TableSummary} TableSummary
 * @typedef {import("./theorem.js").Decision} Decision
 */

/** @param {{job: Job, about: About}} properties */
export function Results({ job, about }) {
  if (job.state === "queued" || job.state === "running") return html`<${Working} job=${job} />`;
  if (job.state === "cancelled") return html`<${Cancelled} job=${job} about=${about} />`;
  if (job.state === "failed") return html`<p class="notice bad" role="alert">${job.error?.detail ?? "The job failed."}</p>`;
  if (job.kind === "period") return html`<${PeriodFound} period=${/** @type {PeriodResult} */ (job.result)} job=${job} />`;
  if (job.kind === "table") return html`<${TableMade} table=${/** @type {TableSummary} */ (job.result)} job=${job} about=${about} />`;
  if (job.kind === "ask") return html`<${Answer} answer=${/** @type {QuestionAnswer} */ (job.result)} about=${about} job=${job} />`;
  return html`<${Theorem} decision=${/** @type {Decision} */ (job.result)} about=${about} job=${job} />`;
}

/** A cancelled job; a cancelled discovery shows its attempts so far. @param {{job: Job, about: About}} properties */
function Cancelled({ job, about }) {
  return html`<div class="stack"><p class="notice" role="status">Cancelled after ${job.seconds.toFixed(0)} s.</p>
    ${job.kind === "discover" && job.result && html`<${Theorem} decision=${/** @type {Decision} */ (job.result)} about=${about} job=${job} />`}</div>`;
}

/** @param {{job: Job}} properties */
function Working({ job: { progress, fraction, before, seconds } }) {
  const waits = before === null ? "" : `${before} ${before === 1 ? "job is" : "jobs are"} ahead in the queue`;
  return html`<div class="working row" role="status">
    ${fraction === null ? html`<span class="spinner"></span>` : html`<progress value=${fraction} aria-label="Progress"></progress>`}
    <span>${waits || progress || "Working"}</span>
    ${seconds >= 1 && html`<span class="soft small">${Math.round(seconds)} s</span>`}
  </div>`;
}

/** @param {{period: PeriodResult, job: Job}} properties */
function PeriodFound({ period, job }) {
  const { proved } = period;
  const found = !period.periods.includes(null);
  const words = found ? (proved ? "Proved for all positions" : "Observed, not proved") : "No period found";
  return html`<article class="theorem stack">
    <span class="badge ${found ? (proved ? "good" : "open") : "bad"}">${words}</span>
    ${found &&
    html`<table class="attempts"><thead><tr><th>Pile</th><th>Period</th><th>From</th></tr></thead>
      <tbody>${period.piles.map((name, at) => html`<tr><td><i>${name}</i></td><td>${period.periods[at] ?? "none"}</td><td>${period.preperiods[at] ?? "–"}</td></tr>`)}</tbody></table>`}
    <ul class="sentences">${period.sentences.map((line) => html`<li>${line}</li>`)}</ul>
    ${job.certificate && html`<${Certificate} job=${job.id} digest="" />`}
    <${Equivalents} command=${job.command} python=${job.python} />
  </article>`;
}

/** @param {{table: TableSummary, job: Job, about: About}} properties */
function TableMade({ table, job, about: { game, misere } }) {
  const { what, limit } = table;
  const within = limit === null ? "" : ` with piles below ${limit.toLocaleString("en")}`;
  const largest = what === "outcome" ? "" : `; the largest value is ${table.largest.toLocaleString("en")}`;
  return html`<article class="theorem stack">
    <p class="statement">${table.positions.toLocaleString("en")} positions${within}${largest}</p>
    ${table.p_positions.length > 0 && html`<section><h2><${WithTerms} text="First P-positions" /></h2><${Members} about=${{ game, misere }} positions=${table.p_positions} /></section>`}
    <div class="row"><a class="button" href=${`/explorer?${query({ game, misere: misere || null, what: what === "grundy" ? null : what, limit })}`}>
      <${Icon} name="map" />Open the map in the explorer</a></div>
    <${Equivalents} command=${job.command} python=${job.python} />
  </article>`;
}
