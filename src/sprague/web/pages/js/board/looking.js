/** What the move under the pointer does, or why it may not be made. */
import { useEffect } from "../../vendor/preact.js";
import { useKept } from "./kept.js";
import * as server from "./match.js";
import { capital } from "./offer.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {{text: string, isLegal: boolean}} Looked
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
 * @param {import("./choosing.js").Choosing} choosing
 * @param {boolean} isOpen
 */
export function useLooking(state, choosing, isOpen) {
  const key = `${isOpen} ${choosing.draft.size} ${choosing.cut?.pile} ${state.match}`;
  const [looked, setLooked] = useKept(key, /** @type {Looked | null} */ (null));
  const [refused, setRefused] = useKept(key, "");
  const clear = () => {
    setLooked(null);
    setRefused("");
  };
  useEffect(() => {
    if (!refused) return undefined;
    const given = new AbortController();
    const tell = (/** @type {import("./match.js").Explanation} */ told) =>
      setLooked({ text: capital((told.legal ? told.sentence : told.reason) ?? ""), isLegal: told.legal });
    const soon = setTimeout(() => server.explain(state.match, refused, given.signal).then(tell, () => undefined), RESTS);
    return () => {
      clearTimeout(soon);
      given.abort();
    };
  }, [refused]);

  /** @param {number} place @param {number | null} height @param {number} [to]  the pile chips are dragged to */
  const look = (place, height, to = place) => {
    const standing = Number(state.piles[place]?.height);
    if (height === null || height === standing || !isOpen || !choosing.active || choosing.draft.size || choosing.cut) return clear();
    if (to === place && choosing.heights(place).has(height)) {
      setRefused("");
      return setLooked({ text: begun(choosing, place, height), isLegal: true });
    }
    setLooked(null);
    const arriving = to === place ? [] : [/** @type {[number, number]} */ ([to, Number(state.piles[to]?.height) + standing - height])];
    return setRefused(positionOf(state, new Map([[place, height], ...arriving])));
  };
  return { looked, look };
}

/** The move that leaves so many, or how many there are. @param {import("./choosing.js").Choosing} choosing @param {number} place @param {number} height */
function begun(choosing, place, height) {
  const found = choosing.begunWith(place, height);
  const [only] = found;
  if (only && new Set(found.map(({ move }) => move.position)).size === 1) return capital(only.move.sentence);
  return `Leave ${height}: ${found.length} moves begin like this. Click, then choose how it goes on.`;
}
