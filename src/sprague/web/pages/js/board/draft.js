/**
 * A draft: the part of a move that the player has chosen so far, and the moves that complete the draft.
 *
 * A draft assigns new heights to some piles. A completion is a way to make a legal move in which these piles get these
 * heights; completions come from the list of legal moves. Equal piles are interchangeable: the list has only one of them.
 */

/**
 * @typedef {import("./match.js").Pile} Pile
 * @typedef {import("./match.js").Change} Change
 * @typedef {import("./match.js").Move} Move
 * @typedef {ReadonlyMap<number, readonly number[]>} Draft  maps the index of a pile to the heights that it becomes
 * @typedef {{move: Move, way: Change[]}} Completion
 */

/** @type {Draft} */
export const NOTHING = new Map();

/**
 * Returns for each pile the index of the first pile that is interchangeable with it.
 * Piles are interchangeable if they have equal heights and belong to the same group in `alike`; in a sum of heaps, all
 * heaps of equal height are interchangeable.
 * @param {Pile[]} piles
 * @param {string[][]} alike
 * @returns {number[]}
 */
export function classes(piles, alike) {
  const group = (/** @type {string} */ name) => alike.find((names) => names.includes(name))?.[0] ?? name;
  const single = new Set(piles.filter(({ name }) => name !== piles[0]?.name)).size === 0;
  const key = (/** @type {Pile} */ pile) =>
    [pile.game, single ? "" : pile.component, group(pile.name), pile.height, pile.remembered].join(" ");
  const keys = piles.map(key);
  return keys.map((one) => keys.indexOf(one));
}

/** @param {readonly (number | string)[]} one @param {readonly (number | string)[]} other */
const same = (one, other) => one.length === other.length && one.every((height, place) => height === other[place]);

/**
 * Returns a way to make a move with interchangeable piles exchanged so that it agrees with the draft, or null.
 * @param {Change[]} way
 * @param {Draft} draft
 * @param {number[]} equals
 * @returns {Change[] | null}
 */
export function fitted(way, draft, equals) {
  const left = [...way];
  /** @type {Change[]} */
  const placed = [];
  for (const [pile, after] of draft) {
    const place = left.findIndex((change) => equals[change.pile] === equals[pile] && same(change.after, after));
    const found = left[place];
    if (!found) return null;
    left.splice(place, 1);
    placed.push({ ...found, pile });
  }
  const taken = new Set(placed.map(({ pile }) => pile));
  for (const change of left) {
    const free = !taken.has(change.pile)
      ? change.pile
      : equals.findIndex((one, pile) => one === equals[change.pile] && !taken.has(pile));
    taken.add(free);
    placed.push({ ...change, pile: free });
  }
  return placed;
}

/**
 * Returns every way to make a move that agrees with the draft.
 * @param {Move[]} moves
 * @param {Draft} draft
 * @param {number[]} equals
 * @returns {Completion[]}
 */
export function completions(moves, draft, equals) {
  return moves.flatMap((move) =>
    move.ways.flatMap((way) => {
      const fits = fitted(way, draft, equals);
      return fits ? [{ move, way: fits }] : [];
    }),
  );
}

/**
 * Returns the moves that can be made by clicks, with their ways, and the other moves.
 * Clicks cannot split a heap into three, or split a component of several piles.
 * @param {Move[]} moves
 * @param {Pile[]} piles
 * @returns {{clicked: Move[], others: Move[]}}
 */
export function clickable(moves, piles) {
  const isAlone = piles.map(
    (pile) => piles.filter(({ game, component }) => game === pile.game && component === pile.component).length === 1,
  );
  const isPlain = (/** @type {Change[]} */ way) =>
    way.every(({ pile, after }) => after.length === 1 || (after.length === 2 && isAlone[pile]));
  const clicked = moves.map((move) => ({ ...move, ways: move.ways.filter(isPlain) })).filter(({ ways }) => ways.length);
  const positions = new Set(clicked.map(({ position }) => position));
  return { clicked, others: moves.filter(({ position }) => !positions.has(position)) };
}

/** The changes of piles, without remembered numbers, which follow from the piles. @param {Change[]} way @param {Pile[]} piles */
export const ofPiles = (way, piles) => way.filter(({ pile }) => !piles[pile]?.remembered);

/** The completions that change only the drafted piles. @param {Completion[]} all @param {Draft} draft @param {Pile[]} piles */
export const exact = (all, draft, piles) => all.filter(({ way }) => ofPiles(way, piles).length === draft.size);

/**
 * Returns the different heights that a pile becomes in the completions.
 * @param {Completion[]} all
 * @param {Draft} draft
 * @param {number} pile
 * @param {number[]} equals
 * @returns {number[][]}
 */
export function becomes(all, draft, pile, equals) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const { way } of all)
    for (const change of way)
      if (!draft.has(change.pile) && equals[change.pile] === equals[pile])
        found.set(change.after.join("+"), change.after.map(Number));
  return [...found.values()];
}

/**
 * Returns a map from the height that can be left at the bottom of a pile to the possible heights of the part above.
 * A pile that is not split has a part of height 0 above. The two parts of a split heap may be in either order.
 * @param {number[][]} possible
 * @param {number} height
 * @returns {Map<number, Set<number>>}
 */
export function cuts(possible, height) {
  /** @type {Map<number, Set<number>>} */
  const found = new Map();
  const add = (/** @type {number} */ below, /** @type {number} */ above) => {
    const standing = found.get(below) ?? new Set();
    found.set(below, standing.add(above));
  };
  // Chips of a heap that can split may be taken from either end, unless a click on the bottom chip takes the whole heap.
  const isBroken = possible.some(({ length }) => length === 2) && !possible.some(([first, second]) => first === 0 && !second);
  for (const [first = 0, second, ...more] of possible) {
    if (more.length) continue;
    if (second === undefined) {
      add(first, 0);
      if (isBroken) add(0, first);
    }
    else if (first + second <= height) {
      add(first, second);
      add(second, first);
    }
  }
  return found;
}
