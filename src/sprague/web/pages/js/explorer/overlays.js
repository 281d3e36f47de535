/** What is known of all positions, to be marked on the map: periods, and a set that is proved. */
import { html } from "../../vendor/preact.js";

/**
 * @typedef {{periods: boolean, proved: boolean}} Marked
 * @param {{map: import("./maps.js").MapDescription | null, overlays: Marked, onChange: (marked: Marked) => void}} properties
 */
export function Overlays({ map, overlays, onChange }) {
  const known = map?.periods?.filter((one) => one !== null) ?? [];
  const periods = known.map(({ name, period, preperiod }) => `${name}: ${period}${preperiod ? `, from ${preperiod} on` : ""}`);
  if (!known.length && !map?.proved) return null;
  return html`<fieldset class="overlays">
    <legend class="label">Known of all positions</legend>
    ${known.length > 0 &&
    html`<${Mark} on=${overlays.periods} words="Mark the periods" told=${periods.join("; ")} onChange=${() => onChange({ ...overlays, periods: !overlays.periods })} />`}
    ${map?.proved &&
    html`<${Mark} on=${overlays.proved} words="Mark the P-positions that are proved" told=${map.proved.statement} onChange=${() => onChange({ ...overlays, proved: !overlays.proved })} />`}
  </fieldset>`;
}

/** @param {{on: boolean, words: string, told: string, onChange: () => void}} properties */
function Mark({ on, words, told, onChange }) {
  return html`<label><input type="checkbox" checked=${on} onChange=${onChange} /><span>${words}<span class="soft">${told}</span></span></label>`;
}
