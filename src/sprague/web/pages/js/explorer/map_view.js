/** Converts the server's description of a map to the data that is drawn: plane, tiles, marks and texts of cells. */
import { fixText } from "./address.js";
import { tilesOf } from "./maps.js";

/**
 * @typedef {import("./maps.js").MapDescription} MapDescription
 * @typedef {import("./cells.js").Plane} Plane
 */

const REMEMBERED = 3; // initial height of the slider of a remembered number, above its minimum
export const VALUES = { grundy: "Grundy value", outcome: "outcome", remoteness: "remoteness" };

/**
 * Returns the function that fetches tiles of a map with the other piles fixed; `what` is by default that of the map.
 * @param {MapDescription} map
 * @param {Record<string, number>} fixed
 * @param {string} [what]
 */
export function tilesAt({ game, misere, what: own, limit, axes }, fixed, what = own) {
  const fix = Object.keys(fixed).length ? fixText(fixed) : undefined;
  return tilesOf({ game, misere, what, limit, axes: axes.map(({ name }) => name).join(","), fix });
}

/**
 * Returns the initial heights of the sliders: the minimum, or a little more for remembered numbers, which often bound moves.
 * @param {MapDescription | null} map
 * @param {string[]} remembered
 * @returns {Record<string, number>}
 */
export function firstHeights(map, remembered) {
  return Object.fromEntries(
    (map?.sliders ?? []).map(({ name, value, start, size }) => [
      name,
      remembered.includes(name) ? Math.min(value + REMEMBERED, start + size - 1) : value,
    ]),
  );
}

/**
 * @param {MapDescription | null} map
 * @param {Record<string, number>} fixed
 * @returns {Plane | null}
 */
export function planeOf(map, fixed) {
  const across = map?.axes.at(-1);
  return across ? { across, down: (map?.axes.length === 2 ? map.axes[0] : null) ?? null, fixed } : null;
}

/**
 * Returns the beginning and end of the first period along each axis, if known.
 * @param {MapDescription} map
 * @param {Plane} plane
 * @returns {import("./painter.js").Marks}
 */
export function marksOf({ periods }, { across, down }) {
  /** @param {string | undefined} name @returns {[number, number] | null} */
  const of = (name) => {
    const known = periods?.find((one) => one && one.name === name);
    return known ? [known.preperiod, known.preperiod + known.period] : null;
  };
  return { across: of(across.name), down: of(down?.name) };
}

/**
 * Returns the text of a cell: its position and its value, or "…" if the value is not loaded yet.
 * @param {number[]} position
 * @param {number | null | undefined} value
 * @param {keyof typeof VALUES} what
 */
export function cellText(position, value, what) {
  const named = `(${position.join(", ")})`;
  if (value === undefined) return `${named}: …`;
  if (value === null) return `${named}: no position`;
  return what === "outcome" ? `${named}: ${value === 0 ? "P" : "N"}` : `${named}: ${VALUES[what]} ${value}`;
}
