// Draws a frame of the map: tiles, numbers, axes, marks and options. Tiles are drawn as images, not cell by cell.

import { GUTTER, drawAxes } from "./axes.js";
import { Numbers } from "./numbers.js";
import { SIDE } from "./tiles.js";

/**
 * @typedef {import("./colours.js").Legend} Legend
 * @typedef {import("./colours.js").Theme} Theme
 * @typedef {import("./tiles.js").Tiles} Tiles
 * @typedef {import("./viewport.js").Viewport} Viewport
 * @typedef {{column: number, row: number}} Cell
 * @typedef {Cell & {wins: boolean}} Option an option; `wins` is true if the move to it wins
 * @typedef {{name: string, start: number, size: number}} Axis
 * @typedef {{across: [number, number] | null, down: [number, number] | null}} Marks the beginning and end of a period along each axis
 * @typedef {{
 *   view: Viewport, across: Axis, down: Axis | null, tiles: Tiles, before: Tiles | null, proved: Tiles | null,
 *   legend: Legend, theme: Theme, marks: Marks, chosen: Cell | null, options: Option[], hovered: Cell | null,
 * }} Scene
 */

const GRID = 10; // size of a cell in pixels from which grid lines are drawn
const FULL_CIRCLE = 2 * Math.PI;

/** Draws scenes on a canvas with the resolution of the screen. */
export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: true }));
    this.numbers = new Numbers();
    this.ratio = 1;
  }

  /** Adapts the resolution of the canvas to its size on the page. */
  resize() {
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(this.canvas.clientWidth * this.ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * this.ratio);
  }

  /** The size of the part of the canvas that shows the map. */
  get seen() {
    return {
      width: Math.max(this.canvas.clientWidth - GUTTER.left - GUTTER.right, 1),
      height: Math.max(this.canvas.clientHeight - GUTTER.top, 1),
    };
  }

  /**
   * Draws a frame; returns true if another frame should follow.
   * @param {Scene} scene
   */
  draw(scene) {
    const { context, ratio } = this;
    const { width, height } = this.seen;
    const columns = scene.across.size;
    const rows = scene.down?.size ?? 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    context.save();
    context.translate(GUTTER.left, GUTTER.top);
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    // The previous map stays visible until the new map is loaded, so that moving a slider does not flicker.
    if (scene.before) this.drawTiles(scene.before, scene.view, columns, rows, false);
    if (this.drawTiles(scene.tiles, scene.view, columns, rows) && scene.before) {
      scene.before.end();
      scene.before = null;
    }
    if (scene.proved) this.drawTiles(scene.proved, scene.view, columns, rows);
    if (scene.view.scale >= GRID) this.drawGrid(scene, columns, rows);
    const more = this.numbers.draw(context, { ...scene, width, height, columns, rows, ratio });
    this.drawMarks(scene);
    this.drawOptions(scene);
    context.restore();
    drawAxes(context, this.seen, scene, columns, rows);
    return more;
  }

  /**
   * Draws the loaded tiles and, if `fetch` is set, requests the others; returns true if all tiles are loaded.
   * @param {Tiles} tiles
   * @param {Viewport} view
   * @param {number} columns
   * @param {number} rows
   * @param {boolean} [fetch]
   */
  drawTiles(tiles, view, columns, rows, fetch = true) {
    const { context, ratio } = this;
    const { width, height } = this.seen;
    const fine = view.scale * ratio;
    const level = fine >= 0.75 ? 0 : fine >= 0.375 ? 1 : 2;
    context.imageSmoothingEnabled = fine * 2 ** level < 1;
    /** @type {[number, number][]} */
    const missing = [];
    const right = Math.floor(Math.min(columns - 1, view.left + width / view.scale) / SIDE);
    const bottom = Math.floor(Math.min(rows - 1, view.top + height / view.rise) / SIDE);
    for (let row = Math.max(0, Math.floor(view.top / SIDE)); row <= bottom; row++) {
      for (let column = Math.max(0, Math.floor(view.left / SIDE)); column <= right; column++) {
        const tile = tiles.at(column, row);
        const picture = tile?.pictures[level];
        if (!tile || !picture) {
          missing.push([column, row]);
          continue;
        }
        // Coordinates are rounded to whole pixels because fractions would leave seams between tiles.
        const x = this.whole((column * SIDE - view.left) * view.scale);
        const y = this.whole((row * SIDE - view.top) * view.rise);
        const endX = this.whole((column * SIDE + picture.width * 2 ** level - view.left) * view.scale);
        const endY = this.whole((row * SIDE + picture.height * (rows === 1 ? 1 : 2 ** level) - view.top) * view.rise);
        context.drawImage(picture, x, y, endX - x, endY - y);
      }
    }
    const middle = [(view.left + width / view.scale / 2) / SIDE, (view.top + height / view.rise / 2) / SIDE];
    if (fetch) tiles.want(nearest(missing, middle[0] ?? 0, middle[1] ?? 0));
    return missing.length === 0;
  }

  /** @param {number} dots */
  whole(dots) {
    return Math.round(dots * this.ratio) / this.ratio;
  }

  /**
   * @param {Scene} scene
   * @param {number} columns
   * @param {number} rows
   */
  drawGrid({ view, theme }, columns, rows) {
    const { context } = this;
    const { width, height } = this.seen;
    context.strokeStyle = theme.paper;
    context.globalAlpha = 0.55;
    context.lineWidth = 1;
    context.beginPath();
    const [left, top] = [-view.left * view.scale, -view.top * view.rise];
    for (let column = Math.max(0, Math.ceil(view.left)); column <= Math.min(columns, view.left + width / view.scale); column++) {
      const x = this.whole((column - view.left) * view.scale);
      context.moveTo(x, Math.max(0, top));
      context.lineTo(x, Math.min(height, top + rows * view.rise));
    }
    for (let row = Math.max(0, Math.ceil(view.top)); row <= Math.min(rows, view.top + height / view.rise); row++) {
      const y = this.whole((row - view.top) * view.rise);
      context.moveTo(Math.max(0, left), y);
      context.lineTo(Math.min(width, left + columns * view.scale), y);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  /** @param {Scene} scene */
  drawMarks({ view, marks, theme, across, down }) {
    const lines = new Path2D();
    for (const mark of marks.across ?? []) {
      const x = (mark - across.start - view.left) * view.scale;
      lines.moveTo(x, -view.top * view.rise);
      lines.lineTo(x, ((down?.size ?? 1) - view.top) * view.rise);
    }
    for (const mark of (down && marks.down) ?? []) {
      const y = (mark - (down?.start ?? 0) - view.top) * view.rise;
      lines.moveTo(-view.left * view.scale, y);
      lines.lineTo((across.size - view.left) * view.scale, y);
    }
    this.onEveryColour(lines, theme, [7, 3]);
  }

  /** @param {Scene} scene */
  drawOptions({ view, chosen, options, hovered, theme }) {
    const { context } = this;
    const size = Math.max(view.scale, 7);
    const high = Math.max(view.rise, 7);
    /** @param {Cell} cell */
    const middle = (cell) => [(cell.column + 0.5 - view.left) * view.scale, (cell.row + 0.5 - view.top) * view.rise];
    if (chosen) {
      const [fromX = 0, fromY = 0] = middle(chosen);
      const [rings, discs, beams] = [new Path2D(), new Path2D(), new Path2D()];
      for (const option of options) {
        const [x = 0, y = 0] = middle(option);
        const radius = option.wins ? Math.min(0.42 * size, 9) : Math.min(0.3 * view.scale, 7);
        const path = option.wins ? discs : rings;
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, FULL_CIRCLE);
        if (option.wins) beams.moveTo(fromX, fromY);
        if (option.wins) beams.lineTo(x, y);
      }
      this.onEveryColour(rings, theme, [], 1.2);
      this.onEveryColour(beams, theme, []);
      this.onEveryColour(discs, theme, []);
      context.fillStyle = theme.mark;
      context.fill(discs);
      const frame = new Path2D();
      frame.rect(fromX - size / 2 - 1, fromY - high / 2 - 1, size + 2, high + 2);
      this.onEveryColour(frame, theme, []);
    }
    if (hovered) {
      const [x = 0, y = 0] = middle(hovered);
      context.strokeStyle = theme.ink;
      context.lineWidth = 1.5;
      context.strokeRect(x - size / 2, y - high / 2, size, high);
    }
  }

  /**
   * Draws a line with an outline in the background colour, so that the line is visible on every colour.
   * @param {Path2D} path
   * @param {Theme} theme
   * @param {number[]} dashes
   * @param {number} [wide]
   */
  onEveryColour(path, theme, dashes, wide = 2) {
    const { context } = this;
    context.strokeStyle = theme.paper;
    context.lineWidth = 2 * wide;
    context.stroke(path);
    context.setLineDash(dashes);
    context.strokeStyle = theme.mark;
    context.lineWidth = wide;
    context.stroke(path);
    context.setLineDash([]);
  }
}

/**
 * Sorts places by their distance from the middle.
 * @param {[number, number][]} places
 * @param {number} column
 * @param {number} row
 */
function nearest(places, column, row) {
  /** @param {[number, number]} place */
  const away = ([across, down]) => (across + 0.5 - column) ** 2 + (down + 0.5 - row) ** 2;
  return places.sort((one, other) => away(one) - away(other));
}
