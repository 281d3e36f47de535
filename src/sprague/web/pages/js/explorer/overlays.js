/** Switches for marks on the map: proved periods, and the proved set of P-positions. */
import { html } from "../../vendor/preact.js";

/**
 * @typedef {{periods: boolean, proved: boolean}} Marked
 * @param {{map: import("./maps.js").MapDescription | null, overlays: Marked, onChange: (marked: Marked) => void}} properties
 */
export function Overlays({ map, overlays, onChange }) {
  const known = map?.periods?.filter((one) => one !== null) ?? [];
  const periods = known.map(({ name, period, preperiod }) => `${name}: ${period}${preperiod ? `, from ${preperiod}` : ""}`);
  if (!known.length && !map?.proved) return null;
  return html`<fieldset class="overlays">
    <legend class="label">Known for all positions</legend>
    ${known.length > 0 &&
    html`<${Mark} on=${overlays.periods} words="Show the periods" detail=${periods.join("; ")} onChange=${() => onChange({ ...overlays, periods: !overlays.periods })} />`}
    ${map?.proved &&
    html`<${Mark} on=${overlays.proved} words="Show the proved P-positions" detail=${map.proved.statement} onChange=${() => onChange({ ...overlays, proved: !overlays.proved })} />`}
  </fieldset>`;
}

/** @param {{on: boolean, words: string, detail: string, onChange: () => void}} properties */
function Mark({ on, words, detail, onChange }) {
  return html`<label><input type="checkbox" checked=${on} onChange=${onChange} /><span>${words}<span class="soft">${detail}</span></span></label>`;
}
