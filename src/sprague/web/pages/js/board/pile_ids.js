/** Ids that identify piles across moves: after a move piles may be reordered, and each pile moves to its new place. */

/**
 * @typedef {import("./match.js").Pile} Pile
 * @typedef {import("./match.js").Change} Change
 */

let made = 0;

/** New ids for piles. @param {Pile[]} piles @returns {number[]} */
export const newIds = (piles) => piles.map(() => (made += 1));

/**
 * Returns the ids of the piles after a move: a pile keeps its id; if it splits, the first part keeps the id.
 * @param {Pile[]} before
 * @param {number[]} ids
 * @param {Change[] | null} way
 * @param {Pile[]} after
 * @returns {number[]}
 */
export function carried(before, ids, way, after) {
  const changes = new Map(way?.map((change) => [change.pile, change.after]));
  const free = before.map((pile, place) => ({
    id: ids[place],
    game: pile.game,
    remembered: pile.remembered,
    height: String(changes.get(place)?.[0] ?? pile.height),
    place,
  }));
  /** @type {(number | undefined)[]} */
  const found = after.map(() => undefined);
  const give = (/** @type {(pile: Pile, place: number, one: typeof free[number]) => boolean} */ fits) =>
    after.forEach((pile, place) => {
      if (found[place] !== undefined) return;
      const at = free.findIndex((one) => fits(pile, place, one));
      if (at >= 0) found[place] = free.splice(at, 1)[0]?.id;
    });
  const alike = (/** @type {Pile} */ pile, /** @type {typeof free[number]} */ one) =>
    one.game === pile.game && one.remembered === pile.remembered;
  give((pile, place, one) => alike(pile, one) && one.height === String(pile.height) && one.place === place);
  give((pile, _, one) => alike(pile, one) && one.height === String(pile.height));
  give((pile, place, one) => !way && alike(pile, one) && one.place === place);
  return found.map((id) => id ?? (made += 1));
}
