/** The legend of a map: the values of its colours. */
import { html } from "../../vendor/preact.js";
import { WithTerms } from "../glossary/term.js";
import { readableOn } from "./colours.js";

/** @param {{legend: import("./colours.js").Legend, proved: string | null}} properties `proved` is the colour of the proved set, or null */
export function Legend({ legend, proved }) {
  const widest = Math.max(4, ...legend.labels.map((label) => label.length));
  return html`<section class="legend" aria-label="Legend">
    <h2 class="label"><${WithTerms} text=${legend.title} /></h2>
    <ul style=${{ "--widest": `${0.5 * widest + 1.2}rem` }}>
      ${legend.labels.map((label, at) => {
        const colour = legend.colours[at] ?? "";
        return html`<li style=${{ background: colour, color: readableOn(colour) }}>${label}</li>`;
      })}
      ${proved && html`<li style=${{ background: proved, color: readableOn(proved) }}>proved P</li>`}
    </ul>
  </section>`;
}
