/** The automaton of a theorem, as the library draws it, in the colours of the page. */
import { html, useEffect, useRef } from "../../vendor/preact.js";

/** @param {{svg: string, states: number | null}} properties */
export function Automaton({ svg, states }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", `An automaton${states ? ` of ${states} states` : ""}`);
    place.current?.replaceChildren(document.importNode(drawing, true));
  }, [svg]);
  return html`<figure class="automaton">
    <div ref=${place} tabindex="0" role="group" aria-label="Drawing of the automaton"></div>
    <figcaption>${states && `${states} states. `}It reads the digits of all piles side by side; a double circle accepts.</figcaption>
  </figure>`;
}
