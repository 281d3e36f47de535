// The part of a map that is seen: which cell stands at the upper left corner, and how wide and high a cell is.
// Cells are squares, but for a map of one row, which is as high as a finger however narrow its cells are.

/** @typedef {{left: number, top: number, scale: number, rise: number}} Viewport cells, cells, dots of a cell across and down */
/** @typedef {{width: number, height: number}} Size */

export const LARGEST = 64; // dots of a cell
const STRIP = 48; // dots: how high a single row is
const BEYOND = 0.25; // how far the map may be pushed out of sight, as a share of what is seen

/**
 * The whole map, in the middle.
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
 * Moved by so many dots.
 * @param {Viewport} view
 * @param {number} right
 * @param {number} down
 * @returns {Viewport}
 */
export const pan = (view, right, down) => ({ ...view, left: view.left - right / view.scale, top: view.top - down / view.rise });

/**
 * Larger by a factor, around a place that stays where it is.
 * @param {Viewport} view
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 * @param {number} least the smallest scale
 * @returns {Viewport}
 */
export function zoom(view, factor, x, y, least) {
  const scale = Math.min(Math.max(view.scale * factor, least), LARGEST);
  const rise = view.rise === view.scale ? scale : view.rise;
  return { scale, rise, left: view.left + x / view.scale - x / scale, top: view.top + y / view.rise - y / rise };
}

/**
 * The nearest part that shows some of the map: it cannot be lost.
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
 * So that a cell is seen, moved as little as that takes.
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
 * Numbers for an axis: about so many dots apart, 1, 2 or 5 times a power of ten.
 * @param {number} scale
 * @param {number} apart
 */
export function stepOf(scale, apart) {
  const least = apart / scale;
  for (let power = 1; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) if (step >= least) return step;
  }
}
