/** Conversion between positions and cells of a map. */

/**
 * @typedef {import("./painter.js").Axis} Axis
 * @typedef {import("./painter.js").Cell} Cell
 * @typedef {{names: string[], alike: string[][]}} Piles the piles in their order, and groups whose order does not matter
 * @typedef {{across: Axis, down: Axis | null, fixed: Record<string, number>}} Plane
 */

const MOST_ORDERS = 5040; // maximum number of orders of the piles that are tried

/**
 * Returns the position of a cell.
 * @param {Cell} cell
 * @param {Plane} plane
 * @param {string[]} names
 */
export function positionAt(cell, { across, down, fixed }, names) {
  return names.map((name) => {
    if (name === across.name) return across.start + cell.column;
    if (name === down?.name) return down.start + cell.row;
    return fixed[name] ?? 0;
  });
}

/**
 * Returns the cell of a position, or null if the position is not on the map.
 * @param {number[]} entries
 * @param {Plane} plane
 * @param {string[]} names
 * @returns {Cell | null}
 */
export function cellOf(entries, { across, down, fixed }, names) {
  if (entries.length !== names.length) return null;
  let [column, row] = [0, 0];
  for (const [at, name] of names.entries()) {
    const height = entries[at] ?? 0;
    if (name === across.name) column = height - across.start;
    else if (name === down?.name) row = height - down.start;
    else if (height !== (fixed[name] ?? 0)) return null;
  }
  const inside = column >= 0 && row >= 0 && column < across.size && row < (down?.size ?? 1);
  return inside ? { column, row } : null;
}

/**
 * Returns an option with its piles in the order in which the fewest piles have changed; the server sends sorted options.
 * @param {number[]} option
 * @param {number[]} from
 * @param {Piles} piles
 */
export function inOrderOf(option, from, { names, alike }) {
  let orders = [option];
  for (const group of alike) {
    const places = group.map((name) => names.indexOf(name));
    if (orders.length * factorial(places.length) > MOST_ORDERS) continue;
    orders = orders.flatMap((entries) =>
      permutations(places).map((order) => {
        const moved = [...entries];
        places.forEach((place, at) => (moved[place] = entries[order[at] ?? place] ?? 0));
        return moved;
      }),
    );
  }
  /** @param {number[]} entries */
  const changed = (entries) => entries.filter((height, at) => height !== from[at]).length;
  return orders.reduce((best, entries) => (changed(entries) < changed(best) ? entries : best), option);
}

/** @param {number} count @returns {number} */
const factorial = (count) => (count <= 1 ? 1 : count * factorial(count - 1));

/**
 * @param {number[]} items
 * @returns {number[][]}
 */
function permutations(items) {
  if (items.length <= 1) return [items];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
