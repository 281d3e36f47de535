// The numbers in large cells of a map, drawn block by block into images that are reused when the map moves.

import { classOf, readableOn } from "./colours.js";

/**
 * @typedef {import("./colours.js").Legend} Legend
 * @typedef {import("./tiles.js").Tiles} Tiles
 * @typedef {import("./viewport.js").Viewport} Viewport
 */

const BLOCK = 16; // cells along a side of a block
const LEAST = 8; // minimum font size in pixels
const PER_FRAME = 4; // maximum number of new blocks drawn in one frame
const MOST = 160; // maximum number of cached blocks

export class Numbers {
  constructor() {
    /** @type {Map<string, OffscreenCanvas>} */
    this.blocks = new Map();
    this.of = "";
    /** @type {Tiles | null} */
    this.tiles = null;
  }

  /** Clears all blocks because new tiles have arrived. */
  forget() {
    this.blocks.clear();
  }

  /**
   * Draws the numbers of the visible cells; returns true if some blocks are still missing.
   * @param {CanvasRenderingContext2D} context with its origin at the upper left corner of the map
   * @param {{view: Viewport, width: number, height: number, columns: number, rows: number, tiles: Tiles, legend: Legend, ratio: number}} seen
   */
  draw(context, { view, width, height, columns, rows, tiles, legend, ratio }) {
    const size = letterSize(view.scale, legend);
    if (size < LEAST) return false;
    const written = `${view.scale} ${ratio} ${legend.colours.join()}`;
    if (written !== this.of || tiles !== this.tiles) this.blocks.clear();
    this.of = written;
    this.tiles = tiles;
    let more = 0;
    const side = BLOCK * view.scale;
    for (let row = Math.max(0, Math.floor(view.top / BLOCK)); row * BLOCK < Math.min(rows, view.top + height / view.rise); row++) {
      for (let column = Math.max(0, Math.floor(view.left / BLOCK)); column * BLOCK < Math.min(columns, view.left + width / view.scale); column++) {
        const key = `${column},${row}`;
        let block = this.blocks.get(key);
        if (!block) {
          if (++more > PER_FRAME) continue;
          block = write(column * BLOCK, row * BLOCK, view, size, tiles, legend, ratio);
          this.keep(key, block);
        }
        const x = (column * BLOCK - view.left) * view.scale;
        const y = (row * BLOCK - view.top) * view.rise;
        context.drawImage(block, Math.round(x * ratio) / ratio, Math.round(y * ratio) / ratio, side, BLOCK * view.rise);
      }
    }
    return more > PER_FRAME;
  }

  /**
   * @param {string} key
   * @param {OffscreenCanvas} block
   */
  keep(key, block) {
    this.blocks.set(key, block);
    for (const old of this.blocks.keys()) {
      if (this.blocks.size <= MOST) return;
      this.blocks.delete(old);
    }
  }
}

/**
 * @param {number} scale
 * @param {Legend} legend
 */
function letterSize(scale, legend) {
  const longest = legend.title === "Outcome" ? 1 : String(legend.largest).length;
  return Math.min(13, (0.8 * scale) / (0.64 * longest), 0.62 * scale);
}

/**
 * @param {number} left
 * @param {number} top
 * @param {Viewport} view
 * @param {number} size
 * @param {Tiles} tiles
 * @param {Legend} legend
 * @param {number} ratio
 */
function write(left, top, { scale, rise }, size, tiles, legend, ratio) {
  const [across, high] = [Math.ceil(BLOCK * scale * ratio), Math.ceil(BLOCK * rise * ratio)];
  const canvas = new OffscreenCanvas(across, high);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.scale(across / (BLOCK * scale), high / (BLOCK * rise));
  context.textAlign = "center";
  context.textBaseline = "middle";
  const inks = legend.colours.map(readableOn);
  for (let down = 0; down < BLOCK; down++) {
    for (let right = 0; right < BLOCK; right++) {
      const value = tiles.value(left + right, top + down);
      if (value === null || value === undefined) continue;
      const kind = classOf(legend, value);
      context.fillStyle = inks[kind] ?? "#000000";
      context.font = `${value === 0 ? "700" : "400"} ${size}px system-ui, sans-serif`;
      const text = legend.title === "Outcome" ? legend.labels[kind] ?? "" : String(value);
      context.fillText(text, (right + 0.5) * scale, (down + 0.54) * rise);
    }
  }
  return canvas;
}
