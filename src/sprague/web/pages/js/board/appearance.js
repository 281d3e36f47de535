/** The appearance of the board for games whose piles look like something else: rows of pins, strips of squares, a bar. */

/** @typedef {"piles" | "pins" | "strip" | "bar"} Appearance */

/** The appearance of a game by its name in the catalogue. @type {Record<string, Appearance>} */
const APPEARANCES = { kayles: "pins", "dawsons-kayles": "pins", "dawsons-chess": "strip", treblecross: "strip", "chocolate-bar": "bar" };

/** Larger boards are drawn as piles. */
const MOST_IN_ROW = 24;
const MOST_SQUARES = 40;

/**
 * Returns how a board is drawn.
 * @param {import("./match.js").State} state
 * @returns {Appearance}
 */
export function appearanceOf({ game, start_piles, piles }) {
  const wanted = APPEARANCES[(game ?? "").split(":")[0] ?? ""] ?? "piles";
  const heights = [...start_piles, ...piles].map(({ height }) => Number(height));
  if (wanted === "bar") return start_piles.length === 3 && Math.max(...heights) <= MOST_SQUARES ? wanted : "piles";
  return Math.max(0, ...heights) <= MOST_IN_ROW ? wanted : "piles";
}

/** The number k of `chocolate-bar:k=3`: column i of the bar rises i div k squares. @param {string | null} game */
export const stepOf = (game) => Number(/[:,]k=(\d+)/.exec(game ?? "")?.[1] ?? 3);
