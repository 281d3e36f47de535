/**
 * A draft: the part of a move that was chosen so far, and the moves that complete it.
 *
 * Everything here is read off the list of moves: a draft says what some piles become, a completion is a way to make a move
 * in which they become just that. Equal piles stand for each other, so the list names only one of them.
 */

/**
 * @typedef {import("./match.js").Pile} Pile
 * @typedef {import("./match.js").Change} Change
 * @typedef {import("./match.js").Move} Move
 * @typedef {ReadonlyMap<number, readonly number[]>} Draft  what piles become, by their place: heights of their parts
 * @typedef {{move: Move, way: Change[]}} Completion
 */

/** @type {Draft} */
export const NOTHING = new Map();

/**
 * For each pile the first that it is equal to: piles of one kind and height stand for each other.
 * Of an ordinary rule only those in `alike` do; a heap of a sum is equal to each heap of its height.
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
 * A way in which the drafted piles become what was drafted, if equal piles can be exchanged so that it is one.
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
 * Every way to make a move that does what was drafted; of several for one move, each once.
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
 * The moves that can be clicked, with the ways to do it, and those that can not: a heap that becomes three, or a component of
 * several piles that splits.
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

/** The changes of piles proper: remembered numbers follow from them. @param {Change[]} way @param {Pile[]} piles */
export const ofPiles = (way, piles) => way.filter(({ pile }) => !piles[pile]?.remembered);

/** The completions that change nothing but what was drafted. @param {Completion[]} all @param {Draft} draft @param {Pile[]} piles */
export const exact = (all, draft, piles) => all.filter(({ way }) => ofPiles(way, piles).length === draft.size);

/**
 * What a pile may become in the completions, each once.
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
 * The heights that can be left when chips are taken off a pile: by height left below, what then may stand above.
 * One that is not split has nothing above. Parts of a heap may stand in either order.
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
  // A heap that can be broken is taken from at either end, unless a click at its foot takes all of it.
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
