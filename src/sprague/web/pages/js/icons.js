/** Icons: one SVG path each on a grid of 24 by 24, drawn in the style of the CSS class `.icon`. */
import { html } from "../vendor/preact.js";

/** @type {Record<string, string>} */
const PATHS = {
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  close: "M6 6l12 12M18 6L6 18",
  undo: "M9 7L4 12l5 5M4 12h11a5 5 0 0 1 0 10h-2",
  again: "M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5",
  redo: "M15 7l5 5-5 5M20 12H9a5 5 0 0 0 0 10h2",
  swap: "M7 4L3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  first: "M18 6l-8 6 8 6M6 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  last: "M6 6l8 6-8 6M18 6v12",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.4.4.6.8.6 1.2h6c0-.4.2-.8.6-1.2A6 6 0 0 0 12 3z",
  why: "M9.2 9a3 3 0 1 1 4.4 2.6c-1 .6-1.6 1.2-1.6 2.4M12 17.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M8.500 8.500v.01M15.500 15.500v.01M15.500 8.500v.01M8.500 15.500v.01M12 12v.01",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  new: "M12 5v14M5 12h14",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  check: "M5 13l4 4L19 7",
  play: "M8 5l11 7-11 7z",
  stop: "M6 6h12v12H6z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  map: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  digits: "M8 6v12M6 8l2-2M16 6a3 6 0 0 0 0 12 3 6 0 0 0 0-12",
  keyboard: "M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M8 14h8",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
};

/** An icon next to a text or inside a labelled button; screen readers skip it. @param {{name: string}} properties */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
