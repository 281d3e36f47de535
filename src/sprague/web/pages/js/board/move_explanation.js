/** What the move under the pointer does, or why it may not be made. */
import { useEffect } from "../../vendor/preact.js";
import { useKeyedState } from "./keyed_state.js";
import * as server from "./match.js";
import { capital } from "./move_prompt.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {{text: string, isLegal: boolean}} MoveExplanation
 */

/** Milliseconds the pointer rests before the server is asked why not. */
const RESTS = 220;

/** The position that is wanted, as text; of a sum of games each after another. @param {State} state @param {ReadonlyMap<number, number>} wanted */
export function positionOf(state, wanted) {
  const heights = state.games.map((_, game) =>
    state.piles.flatMap((pile, place) => (pile.game === game ? [wanted.get(place) ?? pile.height] : [])),
  );
  return heights.map((one) => one.join(",")).join(" ; ");
}

/**
 * @param {State} state
 * @param {import("./move_selection.js").MoveSelection} selection
 * @param {boolean} isOpen
 */
export function useMoveExplanation(state, selection, isOpen) {
  const key = `${isOpen} ${selection.draft.size} ${selection.cut?.pile} ${state.match}`;
  const [explanation, setExplanation] = useKeyedState(key, /** @type {MoveExplanation | null} */ (null));
  const [refused, setRefused] = useKeyedState(key, "");
  const clear = () => {
    setExplanation(null);
    setRefused("");
  };
  useEffect(() => {
    if (!refused) return undefined;
    const given = new AbortController();
    const tell = (/** @type {import("./match.js").Explanation} */ told) =>
      setExplanation({ text: capital((told.legal ? told.sentence : told.reason) ?? ""), isLegal: told.legal });
    const soon = setTimeout(() => server.explain(state.match, refused, given.signal).then(tell, () => undefined), RESTS);
    return () => {
      clearTimeout(soon);
      given.abort();
    };
  }, [refused]);

  /** @param {number} place @param {number | null} height @param {number} [to]  the pile chips are dragged to */
  const look = (place, height, to = place) => {
    const standing = Number(state.piles[place]?.height);
    if (height === null || height === standing || !isOpen || !selection.active || selection.draft.size || selection.cut) return clear();
    if (to === place && selection.heights(place).has(height)) {
      setRefused("");
      return setExplanation({ text: begun(selection, place, height), isLegal: true });
    }
    setExplanation(null);
    const arriving = to === place ? [] : [/** @type {[number, number]} */ ([to, Number(state.piles[to]?.height) + standing - height])];
    return setRefused(positionOf(state, new Map([[place, height], ...arriving])));
  };
  return { explanation, look };
}

/** The move that leaves so many, or how many there are. @param {import("./move_selection.js").MoveSelection} selection @param {number} place @param {number} height */
function begun(selection, place, height) {
  const found = selection.movesLeaving(place, height);
  const [only] = found;
  if (only && new Set(found.map(({ move }) => move.position)).size === 1) return capital(only.move.sentence);
  return `Leave ${height}: ${found.length} moves begin like this. Click, then choose how it goes on.`;
}
