/** What came of the work: how it goes, then what it found. */
import { html } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Icon } from "../icons.js";
import { shown } from "../positions.js";
import { Same } from "../same.js";
import { Theorem } from "./theorem.js";

/**
 * @typedef {import("../jobs.js").Job} Job
 * @typedef {{found: boolean, kind: string, names: string[], periods: (number | null)[], preperiods: (number | null)[],
 *   sentences: string[], command: string, python: string}} PeriodTold
 * @typedef {{game: string, misere: boolean, limit: number, what: string, positions: number, largest: number | null,
 *   p_positions: string[], sentences: string[], command: string, python: string}} TableTold
 */

/** @param {{job: Job}} properties */
export function Results({ job }) {
  if (job.state === "queued" || job.state === "running") {
    return html`<p class="working row" role="status"><span class="spinner"></span>
      <span>${job.progress || (job.state === "queued" ? "Waiting for its turn" : "At work")}</span>
      ${job.seconds ? html`<span class="soft small">${Math.round(job.seconds)} s</span>` : null}</p>`;
  }
  if (job.state === "cancelled") return html`<p class="notice" role="status">Cancelled: nothing was found, and nothing is kept.</p>`;
  if (job.state === "failed") return html`<p class="notice bad" role="alert">${job.error?.message ?? "the work failed"}${job.error?.hint ? ` ${job.error.hint}` : ""}</p>`;
  if (job.kind === "period") return html`<${PeriodFound} told=${job.result} />`;
  if (job.kind === "table") return html`<${TableMade} told=${job.result} />`;
  return html`<${Theorem} told=${job.result} job=${job.id} />`;
}

/** @param {{told: PeriodTold}} properties */
function PeriodFound({ told }) {
  const proved = told.kind === "proof";
  return html`<article class="theorem stack">
    <span class="badge ${told.found ? (proved ? "good" : "open") : "bad"}">${told.found ? (proved ? "Proved for all positions" : "Observed, not proved") : "No period found"}</span>
    ${told.found &&
    html`<table class="attempts"><thead><tr><th>Pile</th><th>Period</th><th>From</th></tr></thead>
      <tbody>${told.names.map((name, at) => html`<tr><td><i>${name}</i></td><td>${told.periods[at] ?? "none"}</td><td>${told.preperiods[at] ?? "–"}</td></tr>`)}</tbody></table>`}
    <ul class="sentences">${told.sentences.map((line) => html`<li>${line}</li>`)}</ul>
    <${Same} command=${told.command} python=${told.python} />
  </article>`;
}

/** @param {{told: TableTold}} properties */
function TableMade({ told }) {
  const { game, misere, what, limit } = told;
  return html`<article class="theorem stack">
    <p class="statement">${told.positions.toLocaleString("en")} positions${told.largest === null ? "" : `; the largest value is ${told.largest.toLocaleString("en")}`}</p>
    <ul class="sentences">${told.sentences.map((line) => html`<li>${line}</li>`)}</ul>
    ${told.p_positions.length > 0 &&
    html`<section><h3>First P-positions</h3><ul class="members">${told.p_positions.map(
      (position) => html`<li><a href=${`/board?${query({ game, position, misere: misere || null })}`}>${shown(position)}</a></li>`,
    )}</ul></section>`}
    <div class="row"><a class="button" href=${`/explorer?${query({ game, misere: misere || null, measure: what === "grundy" ? null : what, limit })}`}><${Icon} name="map" />Open the map in the explorer</a></div>
    <${Same} command=${told.command} python=${told.python} />
  </article>`;
}
