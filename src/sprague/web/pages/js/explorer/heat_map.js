/** The map as a component: the canvas, its zoom buttons, and the descriptions for screen readers and keyboards. */
import { html, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { Icon } from "../icons.js";
import { useLatest } from "../latest.js";
import { toastError } from "../toasts.js";
import { Stage } from "./stage.js";

/**
 * @typedef {import("./stage.js").Cell} Cell
 * @typedef {{
 *   shown: import("./stage.js").Shown, label: string, chosen: Cell | null, options: import("./stage.js").Option[],
 *   onHover: (cell: Cell | null, value: number | null | undefined) => void, onChoose: (cell: Cell) => void,
 * }} Properties
 */

/** @param {Properties} properties `shown` is a new object whenever the map changes */
export function HeatMap({ shown, label, chosen, options, onHover, onChoose }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const stage = useRef(/** @type {Stage | null} */ (null));
  const listener = useLatest({ onHover, onChoose });

  useLayoutEffect(() => {
    const made = new Stage(/** @type {HTMLCanvasElement} */ (canvas.current), {
      hover: (cell, value) => listener.current.onHover(cell, value),
      choose: (cell) => listener.current.onChoose(cell),
      failed: toastError,
    });
    stage.current = made;
    return () => made.end();
  }, []);
  // Layout effects run at once; a later effect could undo the result of a key press.
  useLayoutEffect(() => stage.current?.show(shown), [shown]);
  useLayoutEffect(() => stage.current?.mark(chosen, options), [shown, chosen, options]);

  const buttons = [
    { name: "Zoom in", icon: "plus", act: () => stage.current?.scale(1.6) },
    { name: "Zoom out", icon: "minus", act: () => stage.current?.scale(1 / 1.6) },
    { name: "Whole map", icon: "map", act: () => stage.current?.whole() },
  ];
  return html`<div class="map">
    <canvas ref=${canvas} tabindex="0" role="application" aria-roledescription="map" aria-label=${label}
      aria-describedby="map-keys"></canvas>
    <p id="map-keys" class="visually-hidden">
      Arrow keys choose a position; with shift they move ten cells. Plus and minus zoom; 0 shows the whole map.
    </p>
    <div class="map-buttons" role="group" aria-label="Zoom">
      ${buttons.map(
        ({ name, icon, act }) => html`<button class="button square" type="button" aria-label=${name} title=${name} onClick=${act}>
          <${Icon} name=${icon} />
        </button>`,
      )}
    </div>
  </div>`;
}
