/** The bar of the chocolate game: a click on a square cuts the bar there; squares that are eaten are pale. */
import { html, useState } from "../../vendor/preact.js";

/**
 * @typedef {import("./match.js").Change} Change
 * @typedef {{column: number, row: number}} Square  columns to the left of the bitter square are negative; row 0 is the lowest
 */

const SIDE = 20;

/** The squares of a bar with x squares to the left, height y and z columns to the right. @param {number} x @param {number} y @param {number} z @param {number} step @returns {Square[]} */
export function squaresOf(x, y, z, step) {
  const left = Array.from({ length: x }, (_, place) => ({ column: -place - 1, row: 0 }));
  const right = Array.from({ length: z + 1 }, (_, column) => Array.from({ length: Math.min(y, Math.floor(column / step)) + 1 }, (__, row) => ({ column, row })));
  return [...left, ...right.flat()];
}

/** The pile that a click on a square changes, and its new height: a vertical cut in the lowest row, a horizontal cut above. @param {Square} square */
export function cutAt({ column, row }) {
  if (row > 0) return { place: 1, height: row - 1 };
  return column < 0 ? { place: 0, height: -column - 1 } : { place: 2, height: column - 1 };
}

/**
 * @param {object} properties
 * @param {number[]} properties.heights  x, y and z
 * @param {number[] | null} properties.preview  x, y and z after a move that is shown
 * @param {number} properties.step
 * @param {boolean} properties.isOpen
 * @param {(place: number, height: number) => number[] | null} properties.after  x, y and z after a cut, or null if there is no such move
 * @param {(place: number, height: number) => void} properties.onCut
 */
export function ChocolateBar({ heights, preview, step, isOpen, after, onCut }) {
  const [pointed, setPointed] = useState(/** @type {Square | null} */ (null));
  const [x = 0, y = 0, z = 0] = heights;
  const cut = pointed && isOpen ? cutAt(pointed) : null;
  const left = preview ?? (cut && after(cut.place, cut.height));
  const [newX = x, newY = y, newZ = z] = left ?? [];
  const stays = new Set(squaresOf(newX, newY, newZ, step).map(({ column, row }) => `${column} ${row}`));
  const rows = Math.min(y, Math.floor(z / step)) + 1;
  const isBitter = (/** @type {Square} */ { column, row }) => column === 0 && row === 0;
  const label = `A chocolate bar: ${x} squares to the left of the bitter square, ${z} columns to its right, ${rows} rows high`;
  return html`<svg class="bar" role="img" aria-label=${label} viewBox=${`${-x * SIDE - 1} ${-rows * SIDE - 1} ${(x + z + 1) * SIDE + 2} ${rows * SIDE + 2}`} style=${{ "--columns": x + z + 1 }} onPointerLeave=${() => setPointed(null)}>
    ${squaresOf(x, y, z, step).map(
      (square) => html`<rect
        class=${["square", isBitter(square) ? "bitter" : "", stays.has(`${square.column} ${square.row}`) ? "" : "eaten", isOpen && !isBitter(square) ? "lit" : ""].filter(Boolean).join(" ")}
        x=${square.column * SIDE + 1} y=${-(square.row + 1) * SIDE + 1} width=${SIDE - 2} height=${SIDE - 2} rx="3"
        data-square=${`${square.column},${square.row}`}
        onPointerEnter=${() => setPointed(square)}
        onClick=${() => {
          const { place, height } = cutAt(square);
          if (isOpen && !isBitter(square)) onCut(place, height);
        }}
      />`,
    )}
  </svg>`;
}
