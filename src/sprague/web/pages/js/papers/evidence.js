/** A claim that was opened: what was computed, where to see it, and how to run it again. */
import { html } from "../../vendor/preact.js";
import { get, query } from "../api.js";
import { useAsked } from "../asked.js";
import { Icon } from "../icons.js";
import { useWork } from "../laboratory/work.js";
import { Copy } from "../same.js";

/** @typedef {import("./claims.js").ClaimTold} ClaimTold */

/** @param {{id: string}} properties */
export function Evidence({ id }) {
  const { value, error } = useAsked((signal) => get(`/api/papers/${id}`, {}, signal), [id]);
  const work = useWork();
  if (error) return html`<p class="notice bad">${error.message}</p>`;
  if (!value) return html`<p class="row"><span class="spinner"></span> Fetching the evidence</p>`;
  const told = /** @type {ClaimTold} */ (work.job?.state === "done" ? { ...value, ...work.job.result } : value);
  const busy = work.job?.state === "queued" || work.job?.state === "running";
  return html`<div class="evidence stack">
    <dl>
      ${told.extent && html`<dt>Extent</dt><dd>${told.extent}</dd>`}
      ${told.proved && html`<dt>Proved for all positions</dt><dd>${told.proved}</dd>`}
      ${told.note && html`<dt>Note</dt><dd>${told.note}</dd>`}
      ${told.evidence.map((line) => html`<dt>Evidence</dt><dd>${line}</dd>`)}
    </dl>
    <div class="row">
      ${told.games.map((shown) => html`<${Links} shown=${shown} />`)}
      <span class="spacer"></span>
      ${busy
        ? html`<button class="button" type="button" onClick=${work.stop}><span class="spinner"></span>Cancel</button>`
        : html`<button class="button" type="button" onClick=${() => work.run({ kind: "claim", claim: id })}><${Icon} name="play" />Run it now</button>`}
    </div>
    <p class="small soft" role="status">${said(work, told)}</p>
    <details class="more"><summary>The computation</summary><pre class="source" tabindex="0"><code>${told.source}</code></pre></details>
    <p class="row command"><code>${told.command}</code><${Copy} text=${told.command} name="the command" /></p>
  </div>`;
}

/** @param {{shown: import("./claims.js").Shown}} properties */
function Links({ shown: { game, misere, position } }) {
  const words = query({ game, misere: misere || null, position: position ?? null });
  return html`<a class="button" href=${`/board?${words}`}><${Icon} name="play" />Board: ${game}${misere ? ", misère" : ""}</a>
    <a class="button quiet" href=${`/explorer?${query({ game, misere: misere || null, at: position ?? null })}`}><${Icon} name="map" />Map</a>`;
}

/**
 * @param {{job: import("../jobs.js").Job | null, problem: import("../api.js").Problem | null}} work
 * @param {ClaimTold} told
 */
function said({ job, problem }, told) {
  if (problem) return problem.message;
  if (job?.state === "failed") return job.error?.message ?? "the run failed";
  if (job?.state === "cancelled") return "The run was cancelled.";
  if (job?.state === "queued" || job?.state === "running") return job.progress || "Computing the verdict";
  if (job?.state === "done" || told.computed) return `Computed here: ${told.verdict}${told.seconds ? `, in ${told.seconds.toFixed(1)} s` : ""}.`;
  return "The verdict established before; run it to compute it here.";
}
