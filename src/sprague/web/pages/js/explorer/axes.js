// The axes of a map: numbers along its top and left side, and the names of the piles.

import { stepOf } from "./viewport.js";

/** @typedef {import("./painter.js").Scene} Scene */

const LINE = 15; // height of a number in pixels
export const GUTTER = { left: 46, top: 30, right: 12 }; // pixels for the axes, and for half a number at their end

/**
 * Draws the axes at the edge of the map or, if that edge is not visible, at the edge of the visible part.
 * @param {CanvasRenderingContext2D} context
 * @param {import("./viewport.js").Size} seen
 * @param {Scene} scene
 * @param {number} columns
 * @param {number} rows
 */
export function drawAxes(context, { width, height }, { view, across, down, theme, hovered, chosen }, columns, rows) {
  const top = GUTTER.top + Math.max(0, -view.top * view.rise);
  const left = GUTTER.left + Math.max(0, -view.left * view.scale);
  const here = hovered ?? chosen;
  context.fillStyle = theme.ink;
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  for (const [at, x] of ticks(across.start, view.left, columns, width, view.scale, widthOf(across.start + columns), 44)) {
    context.font = here?.column === at - across.start ? "700 11px system-ui, sans-serif" : "11px system-ui, sans-serif";
    context.fillText(String(at), GUTTER.left + x, top - 5);
  }
  context.font = "italic 600 13px Georgia, serif";
  context.fillText(across.name, GUTTER.left + middleOf(view.left, columns, width, view.scale), top - 18);
  if (!down) return;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const [at, y] of ticks(down.start, view.top, rows, height, view.scale, LINE, 28)) {
    context.font = here?.row === at - down.start ? "700 11px system-ui, sans-serif" : "11px system-ui, sans-serif";
    context.fillText(String(at), left - 5, GUTTER.top + y);
  }
  context.font = "italic 600 13px Georgia, serif";
  context.textAlign = "left";
  context.fillText(down.name, left - 45, GUTTER.top + middleOf(view.top, rows, height, view.scale));
}

/** The width of a number in pixels, with a margin. @param {number} number */
const widthOf = (number) => 7 * String(number).length + 6;

/**
 * Returns pairs of a height on an axis and its place in pixels.
 * @param {number} start the height of the first cell
 * @param {number} from the first visible cell
 * @param {number} count
 * @param {number} length the visible length in pixels
 * @param {number} scale
 * @param {number} least the size of a cell in pixels from which every cell has its number
 * @param {number} apart the minimum distance of numbers in pixels for smaller cells
 * @returns {[number, number][]}
 */
function ticks(start, from, count, length, scale, least, apart) {
  const step = scale >= least ? 1 : stepOf(scale, apart);
  const last = Math.min(count - 1, from + length / scale - 0.5) + start;
  /** @type {[number, number][]} */
  const found = [];
  for (let at = Math.ceil((Math.max(0, from - 0.5) + start) / step) * step; at <= last; at += step) {
    found.push([at, (at - start + 0.5 - from) * scale]);
  }
  return found;
}

/**
 * Returns the middle of the visible part of an axis in pixels.
 * @param {number} from
 * @param {number} count
 * @param {number} length
 * @param {number} scale
 */
function middleOf(from, count, length, scale) {
  const first = Math.max(0, from);
  const last = Math.min(count, from + length / scale);
  return ((first + last) / 2 - from) * scale;
}
