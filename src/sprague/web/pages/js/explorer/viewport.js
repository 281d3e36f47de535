// The visible part of a map: the cell at the upper left corner, and the width and height of a cell in pixels.
// Cells are squares, except in a map of one row, whose cells have a fixed height.

/** @typedef {{left: number, top: number, scale: number, rise: number}} Viewport first visible column and row, width and height of a cell */
/** @typedef {{width: number, height: number}} Size */

export const LARGEST = 64; // maximum size of a cell in pixels
const STRIP = 48; // height of a single row in pixels
const BEYOND = 0.25; // share of the visible part that may lie outside the map

/**
 * Returns the viewport that shows the whole map, centred.
 * @param {Size} seen
 * @param {number} columns
 * @param {number} rows
 * @returns {Viewport}
 */
export function fit(seen, columns, rows) {
  const scale = rows === 1 ? Math.min(seen.width / columns, STRIP) : Math.min(seen.width / columns, seen.height / rows, 40);
  const rise = rows === 1 ? STRIP : scale;
  return { scale, rise, left: Math.min(0, (columns - seen.width / scale) / 2), top: Math.min(0, (rows - seen.height / rise) / 2) };
}

/**
 * Returns the viewport after moving the map by a number of pixels.
 * @param {Viewport} view
 * @param {number} right
 * @param {number} down
 * @returns {Viewport}
 */
export const pan = (view, right, down) => ({ ...view, left: view.left - right / view.scale, top: view.top - down / view.rise });

/**
 * Returns the viewport after zooming by a factor; the point (x, y) stays fixed.
 * @param {Viewport} view
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 * @param {number} least the minimum scale
 * @returns {Viewport}
 */
export function zoom(view, factor, x, y, least) {
  const scale = Math.min(Math.max(view.scale * factor, least), LARGEST);
  const rise = view.rise === view.scale ? scale : view.rise;
  return { scale, rise, left: view.left + x / view.scale - x / scale, top: view.top + y / view.rise - y / rise };
}

/**
 * Returns the nearest viewport in which a part of the map is visible.
 * @param {Viewport} view
 * @param {Size} seen
 * @param {number} columns
 * @param {number} rows
 * @returns {Viewport}
 */
export function keepInSight(view, seen, columns, rows) {
  return {
    ...view,
    left: within(view.left, seen.width / view.scale, columns),
    top: within(view.top, seen.height / view.rise, rows),
  };
}

/**
 * @param {number} start
 * @param {number} shown
 * @param {number} count
 */
function within(start, shown, count) {
  if (shown >= count) return (count - shown) / 2;
  const spare = BEYOND * shown;
  return Math.min(Math.max(start, -spare), count - shown + spare);
}

/**
 * Returns the nearest viewport in which a cell is visible.
 * @param {Viewport} view
 * @param {Size} seen
 * @param {number} column
 * @param {number} row
 * @returns {Viewport}
 */
export function reveal(view, seen, column, row) {
  const across = seen.width / view.scale;
  const down = seen.height / view.rise;
  return {
    ...view,
    left: Math.min(Math.max(view.left, column + 1.5 - across), column - 0.5),
    top: Math.min(Math.max(view.top, row + 1.5 - down), row - 0.5),
  };
}

/**
 * Returns the step between the numbers of an axis: 1, 2 or 5 times a power of ten, at least `apart` pixels.
 * @param {number} scale
 * @param {number} apart
 */
export function stepOf(scale, apart) {
  const least = apart / scale;
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (step >= least) return step;
  }
}
