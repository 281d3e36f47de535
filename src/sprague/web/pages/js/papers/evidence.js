/** The evidence for a claim: its verdict, computed now, links to its games, and the source code of the computation. */
import { html, useEffect } from "../../vendor/preact.js";
import { get, query } from "../api.js";
import { useRequest } from "../request.js";
import { Icon } from "../icons.js";
import { Copy } from "../equivalents.js";
import { useJob } from "../job_runner.js";

/**
 * @typedef {import("api-types").ClaimDetailResponse} ClaimDetailResponse
 * @typedef {import("api-types").ClaimVerdict} ClaimVerdict
 */

/** @param {{id: string}} properties */
export function Evidence({ id }) {
  const { value, error } = useRequest((signal) => get(`/api/v1/papers/${id}`, {}, signal), [id]);
  const detail = /** @type {ClaimDetailResponse | null} */ (value);
  const work = useJob();
  const compute = () => work.run({ kind: "claim", claim: id });
  useEffect(() => void compute(), [id]);
  if (error) return html`<p class="notice bad">${error.message}</p>`;
  return html`<div class="evidence stack">
    <${Computed} work=${work} compute=${compute} />
    ${detail &&
    html`<div class="row seen-in"><span class="label">Games</span>${detail.games.map((shown) => html`<${Links} shown=${shown} />`)}</div>
      <details class="more"><summary>The computation</summary><pre class="source" tabindex="0" aria-label="Source of the computation"><code>${detail.source}</code></pre></details>
      <p class="row command"><code>${detail.command}</code><${Copy} text=${detail.command} name="the command" /></p>`}
  </div>`;
}

/**
 * The verdict, computed now.
 * @param {{work: ReturnType<typeof useJob>, compute: () => void}} properties
 */
function Computed({ work: { job, problem, stop }, compute }) {
  if (job?.state === "done") {
    const found = /** @type {ClaimVerdict} */ (job.result);
    return html`<div role="status"><dl>
      <dt>Computed now</dt><dd><strong>${found.verdict}</strong>${found.extent && ` for ${found.extent}`}, in ${job.seconds.toFixed(1)} s</dd>
      ${!found.as_expected && html`<dt>Unexpected</dt><dd>this verdict differs from the expected one</dd>`}
      ${found.proved && html`<dt>Proved for all positions</dt><dd>${found.proved}</dd>`}
      ${found.note && html`<dt>Note</dt><dd>${found.note}</dd>`}
    </dl></div>`;
  }
  if (problem || job?.state === "failed" || job?.state === "cancelled") {
    const words = problem?.detail ?? job?.error?.detail ?? "Cancelled.";
    return html`<p class="row"><span role="alert">${words}</span> <button class="button" type="button" onClick=${compute}><${Icon} name="play" />Compute</button></p>`;
  }
  return html`<p class="row" role="status"><span class="spinner"></span>${job?.progress || "Computing the verdict"}
    <button class="button quiet" type="button" onClick=${stop}><${Icon} name="stop" />Cancel</button></p>`;
}

/** @param {{shown: import("./claims.js").ClaimGame}} properties */
function Links({ shown: { game, misere } }) {
  const words = query({ game, misere: misere || null });
  return html`<span class="row"><span class="small"><code>${game}</code>${misere ? " in misère play" : ""}</span>
    <a class="button" href=${`/board?${words}`} aria-label=${`Board: ${game}`}><${Icon} name="play" />Board</a>
    <a class="button" href=${`/explorer?${words}`} aria-label=${`Map: ${game}`}><${Icon} name="map" />Map</a></span>`;
}
