/** Hook for choosing a move on the board, by clicks or by dragging chips from pile to pile. */
import { useMemo } from "../../vendor/preact.js";
import { NOTHING, becomes, classes, clickable, completions, cuts, exact } from "./draft.js";
import { useKeyedState } from "./keyed_state.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {import("./match.js").Change} Change
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Completion} Completion
 *
 * @typedef {{pile: number, below: number, above: Set<number>}} Cut  a heap for which only the lower part has been chosen
 *
 * @typedef {object} MoveSelection
 * @property {boolean} active  whether moves can be chosen on the board
 * @property {Draft} draft
 * @property {Cut | null} cut
 * @property {Completion[]} rest  the moves that complete the draft
 * @property {Completion[]} ready  the completions that change only the drafted piles
 * @property {import("./match.js").Move[]} others  the moves that cannot be made by clicks
 * @property {(pile: number) => Map<number, Set<number>>} heights  maps possible new heights of a pile to the heights of the part above
 * @property {(pile: number, below: number) => Completion[]} movesLeaving  the moves that leave the height `below` at the bottom of a pile
 * @property {(pile: number, below: number) => boolean} choose  returns false if no move leaves this height
 * @property {(from: number, below: number, to: number) => boolean} carry
 * @property {(completion: Completion) => void} play
 * @property {() => void} cancel
 */

const NO_HEIGHTS = new Map();

/** The heights of the parts in the format of the API, without empty heaps. @param {number} below @param {number} above */
const parts = (below, above) => [below, above].filter(Boolean).sort((one, other) => one - other);

/**
 * @param {State} state
 * @param {boolean} isOpen  whether the player may move now
 * @param {(move: string, way: Change[]) => void} onPlay
 * @returns {MoveSelection}
 */
export function useMoveSelection(state, isOpen, onPlay) {
  const key = `${isOpen} ${state.match}`;
  const [draft, setDraft] = useKeyedState(key, NOTHING);
  const [cut, setCut] = useKeyedState(key, /** @type {Cut | null} */ (null));
  const cancel = () => {
    setDraft(NOTHING);
    setCut(null);
  };

  const equals = useMemo(() => classes(state.piles, state.alike), [state]);
  const { clicked, others } = useMemo(() => clickable(state.moves ?? [], state.piles), [state]);
  const moves = isOpen && state.moves ? clicked : null;
  const rest = useMemo(() => (moves ? completions(moves, draft, equals) : []), [moves, draft, equals]);
  const heights = useMemo(() => {
    const found = state.piles.map((pile, place) =>
      moves && !pile.remembered && typeof pile.height === "number"
        ? cuts(becomes(rest, draft, place, equals), pile.height)
        : NO_HEIGHTS,
    );
    return (/** @type {number} */ pile) => found[pile] ?? NO_HEIGHTS;
  }, [state, moves, rest, draft, equals]);

  const play = (/** @type {Completion} */ { move, way }) => {
    cancel();
    onPlay(move.position, way);
  };

  /** Sets the draft, and plays the move if only one completion exists. @param {Draft} drafted */
  const settle = (drafted) => {
    const all = completions(moves ?? [], drafted, equals);
    const ready = exact(all, drafted, state.piles);
    const [first] = ready;
    const isAll = ready.length === all.length && new Set(ready.map(({ move }) => move.position)).size === 1;
    setCut(null);
    if (first && isAll) play(first);
    else setDraft(drafted);
    return all.length > 0;
  };

  const choose = (/** @type {number} */ pile, /** @type {number} */ below) => {
    const height = Number(state.piles[pile]?.height);
    if (draft.has(pile)) {
      setDraft(new Map([...draft].filter(([other]) => other !== pile)));
      return true;
    }
    if (cut?.pile === pile && below >= cut.below && cut.above.has(height - below - 1))
      return settle(new Map([...draft, [pile, parts(cut.below, height - below - 1)]]));
    const above = heights(pile).get(below);
    const [only, ...more] = above ?? [];
    if (!above || only === undefined) return false;
    if (!more.length) return settle(new Map([...draft, [pile, only ? parts(below, only) : [below]]]));
    setCut({ pile, below, above });
    return true;
  };

  const carry = (/** @type {number} */ from, /** @type {number} */ below, /** @type {number} */ to) => {
    const carried = Number(state.piles[from]?.height) - below;
    const standing = Number(state.piles[to]?.height);
    const taken = new Map([[from, [below]]]);
    const all = completions(moves ?? [], taken, equals);
    const possible = becomes(all, taken, to, equals).flatMap((after) => (after.length === 1 ? after : []));
    const meant = [standing + carried, carried].find((height) => possible.includes(height)) ?? (possible.length === 1 ? possible[0] : undefined);
    if (meant !== undefined) return settle(new Map([...taken, [to, [meant]]]));
    // A box that is emptied and refilled may have the same height as before; then its height does not change.
    const [refilled] = standing === carried ? exact(all, taken, state.piles) : [];
    if (refilled) play(refilled);
    return Boolean(refilled);
  };

  const movesLeaving = (/** @type {number} */ pile, /** @type {number} */ below) =>
    [...(heights(pile).get(below) ?? [])].flatMap((above) =>
      completions(moves ?? [], new Map([...draft, [pile, above ? parts(below, above) : [below]]]), equals),
    );
  return {
    active: moves !== null,
    draft,
    cut,
    rest: cut ? movesLeaving(cut.pile, cut.below) : rest,
    others: isOpen ? others : [],
    ready: cut ? [] : exact(rest, draft, state.piles),
    heights,
    movesLeaving,
    choose,
    carry,
    play,
    cancel,
  };
}
