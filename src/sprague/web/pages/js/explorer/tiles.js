// The tiles of a map: a tile is fetched when it first becomes visible, and painted once into images.
//
// A tile has its values and three images, in full, half and quarter size; a map that is zoomed out is drawn from the small
// images. In small images an isolated zero keeps a full cell, so that P-positions remain visible.

import { NO_POSITION } from "./colours.js";

export const SIDE = 256; // number of cells along a side of a tile
const AT_ONCE = 6; // maximum number of concurrent requests for tiles
const MOST = 400; // maximum number of cached tiles, with at most 100 MB of images
const CROWDED = 0.2; // maximum share of an image that enlarged zeros may cover

/**
 * @typedef {{width: number, height: number, values: Uint16Array, pictures: (ImageBitmap | null)[]}} Tile
 * @typedef {(column: number, row: number, signal: AbortSignal) => Promise<{width: number, height: number, values: Uint16Array}>} Fetch
 */

/** The tiles of one map. `changed` is called after a tile has been loaded or painted, `failed` after an error. */
export class Tiles {
  /**
   * @param {Fetch} fetch
   * @param {Uint32Array} paints
   * @param {() => void} changed
   * @param {(error: Error) => void} failed
   */
  constructor(fetch, paints, changed, failed) {
    this.fetch = fetch;
    this.paints = paints;
    this.changed = changed;
    this.failed = failed;
    this.ending = new AbortController();
    /** @type {Map<string, Tile>} loaded tiles, the most recently used last */
    this.ready = new Map();
    /** @type {Set<string>} */
    this.onTheWay = new Set();
    /** @type {[number, number][]} missing tiles, the most urgent first */
    this.wanted = [];
  }

  /**
   * Sets the tiles that are visible and not loaded; they are fetched, and earlier wishes are dropped.
   * @param {[number, number][]} places
   */
  want(places) {
    this.wanted = places.filter(([column, row]) => !this.ready.has(`${column},${row}`));
    this.next();
  }

  /**
   * @param {number} column
   * @param {number} row
   */
  at(column, row) {
    const key = `${column},${row}`;
    const tile = this.ready.get(key);
    if (tile) {
      this.ready.delete(key);
      this.ready.set(key, tile);
    }
    return tile;
  }

  /**
   * Returns the value of a cell, null for a cell without a position, or undefined if its tile is not loaded.
   * @param {number} column
   * @param {number} row
   */
  value(column, row) {
    const tile = this.ready.get(`${Math.floor(column / SIDE)},${Math.floor(row / SIDE)}`);
    const across = column % SIDE;
    const down = row % SIDE;
    if (!tile || across >= tile.width || down >= tile.height) return undefined;
    const value = tile.values[down * tile.width + across];
    return value === NO_POSITION ? null : value;
  }

  /** Paints all tiles again in new colours. @param {Uint32Array} paints */
  async repaint(paints) {
    this.paints = paints;
    await Promise.all([...this.ready.values()].map(async (tile) => {
      const old = tile.pictures;
      tile.pictures = await paint(tile, paints);
      old.forEach((picture) => picture?.close());
    }));
    this.changed();
  }

  /** Cancels all requests and deletes all tiles. */
  end() {
    this.ending.abort();
    for (const tile of this.ready.values()) tile.pictures.forEach((picture) => picture?.close());
    this.ready.clear();
  }

  next() {
    while (this.onTheWay.size < AT_ONCE) {
      const place = this.wanted.shift();
      if (!place) return;
      const key = place.join(",");
      if (this.onTheWay.has(key) || this.ready.has(key)) continue;
      this.onTheWay.add(key);
      void this.bring(key, place);
    }
  }

  /**
   * @param {string} key
   * @param {[number, number]} place
   */
  async bring(key, [column, row]) {
    try {
      const found = await this.fetch(column, row, this.ending.signal);
      const paints = this.paints;
      const tile = { ...found, pictures: await paint(found, paints) };
      if (paints !== this.paints) tile.pictures = await paint(found, this.paints);
      if (this.ending.signal.aborted) return;
      this.ready.set(key, tile);
      this.forget();
      this.changed();
    } catch (error) {
      if (!this.ending.signal.aborted) this.failed(/** @type {Error} */ (error));
    } finally {
      this.onTheWay.delete(key);
      if (!this.ending.signal.aborted) this.next();
    }
  }

  /** Deletes the least recently used tiles. */
  forget() {
    for (const [key, tile] of this.ready) {
      if (this.ready.size <= MOST) return;
      tile.pictures.forEach((picture) => picture?.close());
      this.ready.delete(key);
    }
  }
}

/**
 * Returns the images of a tile in full, half and quarter size.
 * @param {{width: number, height: number, values: Uint16Array}} tile
 * @param {Uint32Array} paints
 */
async function paint(tile, paints) {
  const half = halved(tile);
  const quarter = halved(half);
  return Promise.all([tile, half, quarter].map((one) => pictureOf(one, paints)));
}

/**
 * @param {{width: number, height: number, values: Uint16Array}} tile
 * @param {Uint32Array} paints
 */
function pictureOf({ width, height, values }, paints) {
  const image = new ImageData(width, height);
  const dots = new Uint32Array(image.data.buffer);
  for (let at = 0; at < values.length; at++) dots[at] = paints[/** @type {number} */ (values[at])] ?? 0;
  return createImageBitmap(image);
}

/**
 * Returns a tile of half the size: every second cell of every second row. If zeros are rare, a zero among four cells stays.
 * @param {{width: number, height: number, values: Uint16Array}} tile
 */
export function halved({ width, height, values }) {
  const across = Math.ceil(width / 2);
  const down = Math.ceil(height / 2);
  const smaller = new Uint16Array(across * down);
  let zeros = 0;
  for (const value of values) if (value === 0) zeros++;
  const few = 4 * zeros <= CROWDED * values.length;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const first = 2 * row * width + 2 * column;
      const right = 2 * column + 1 < width;
      const below = 2 * row + 1 < height;
      const zero = few && ((right && values[first + 1] === 0) || (below && values[first + width] === 0)
        || (right && below && values[first + width + 1] === 0));
      smaller[row * across + column] = zero ? 0 : /** @type {number} */ (values[first]);
    }
  }
  return { width: across, height: down, values: smaller };
}
