/** Sliders for the heights of the piles that are not axes of the map. */
import { html } from "../../vendor/preact.js";

/**
 * @typedef {import("./painter.js").Axis} Axis
 * @param {{sliders: Axis[], fixed: Record<string, number>, onChange: (name: string, height: number) => void}} properties
 */
export function Sliders({ sliders, fixed, onChange }) {
  if (!sliders.length) return null;
  return html`<section class="sliders" aria-label="Slice">
    ${sliders.map(({ name, start, size }) => {
      const last = start + size - 1;
      const height = Math.min(Math.max(fixed[name] ?? start, start), last);
      /** @param {Event} event */
      const change = (event) => onChange(name, Number(/** @type {HTMLInputElement} */ (event.currentTarget).value));
      return html`<label class="slider">
        <span><i>${name}</i> = <output>${height}</output></span>
        <input type="range" min=${start} max=${last} value=${height} onInput=${change} aria-label=${`Height of pile ${name}`} />
      </label>`;
    })}
  </section>`;
}
