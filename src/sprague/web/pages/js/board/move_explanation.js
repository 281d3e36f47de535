/** Hook that explains the move under the pointer: its effect, or why it is illegal. */
import { useEffect } from "../../vendor/preact.js";
import { useKeyedState } from "./keyed_state.js";
import * as server from "./match.js";
import { capital } from "../sentence.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {{text: string, isLegal: boolean}} MoveExplanation
 */

/** Milliseconds that the pointer must rest before the server is asked why a move is illegal. */
const RESTS = 220;

/** The text of the position with the wanted heights; in a sum, the positions of all games. @param {State} state @param {ReadonlyMap<number, number>} wanted */
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
    const show = (/** @type {import("./match.js").Explanation} */ found) =>
      setExplanation({ text: capital((found.legal ? found.sentence : found.reason) ?? ""), isLegal: found.legal });
    const soon = setTimeout(() => server.explain(state.match, refused, given.signal).then(show, () => undefined), RESTS);
    return () => {
      clearTimeout(soon);
      given.abort();
    };
  }, [refused]);

  /** @param {number} place @param {number | null} height @param {number} [to]  the pile to which chips are dragged */
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

/** The sentence of the move that leaves this height, or the number of these moves. @param {import("./move_selection.js").MoveSelection} selection @param {number} place @param {number} height */
function begun(selection, place, height) {
  const found = selection.movesLeaving(place, height);
  const [only] = found;
  if (only && new Set(found.map(({ move }) => move.position)).size === 1) return capital(only.move.sentence);
  return `Leave ${height}: ${found.length} moves start like this. Click, then choose one of them.`;
}
