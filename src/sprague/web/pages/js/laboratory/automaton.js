/** The library's drawing of the automaton of a theorem, in the colours of the page. */
import { html, useEffect, useRef } from "../../vendor/preact.js";

/** @param {{svg: string}} properties */
export function Automaton({ svg }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", "Automaton");
    place.current?.replaceChildren(document.importNode(drawing, true));
  }, [svg]);
  return html`<figure class="automaton">
    <div ref=${place} tabindex="0" role="group" aria-label="Drawing of the automaton"></div>
    <figcaption>The automaton reads the digits of all piles side by side. A double circle is an accepting state. The dead state is not drawn.</figcaption>
  </figure>`;
}
