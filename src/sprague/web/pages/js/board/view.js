/** The view of a match: the turn that is shown, dialogs, the preview of a move, and entered heights. */
import { useReducer } from "../../vendor/preact.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {import("./match.js").Change} Change
 *
 * @typedef {object} View
 * @property {string} match  the transcript that the view belongs to
 * @property {number} turn  the turn that is shown
 * @property {Change[] | null} preview  a move that is shown before it is made
 * @property {ReadonlyMap<number, number>} heights  maps the indices of piles to the heights that the player has set
 * @property {"" | "new" | "keys" | "assignment"} dialog
 * @property {boolean} isAnalysed
 * @property {{move: string, way: Change[] | null} | null} forbidding  a move whose forbidden options are being chosen
 *
 * @typedef {{type: "show turn", turn: number} | {type: "preview", way: Change[] | null}
 *   | {type: "enter height", place: number, height: number} | {type: "clear heights"}
 *   | {type: "dialog", dialog: View["dialog"]} | {type: "toggle analysis"}
 *   | {type: "forbid", forbidding: View["forbidding"]}} Action
 */

const NO_HEIGHTS = /** @type {ReadonlyMap<number, number>} */ (new Map());

/** @type {View} */
const INITIAL = { match: "", turn: 0, preview: null, heights: NO_HEIGHTS, dialog: "", isAnalysed: false, forbidding: null };

/** The view of a match; a view that belongs to another transcript is reset, except for its dialogs. @param {View} view @param {State} state */
const viewOf = (view, { match, history }) =>
  view.match === match ? view : { ...view, match, turn: history.length, preview: null, heights: NO_HEIGHTS };

/**
 * Returns the view after an action.
 * @param {View} before
 * @param {{state: State, action: Action}} event
 * @returns {View}
 */
export function reduceView(before, { state, action }) {
  const view = viewOf(before, state);
  switch (action.type) {
    case "show turn":
      return { ...view, turn: Math.max(0, Math.min(state.history.length, action.turn)) };
    case "preview":
      return { ...view, preview: action.way };
    case "enter height":
      return { ...view, heights: new Map([...view.heights, [action.place, action.height]]) };
    case "clear heights":
      return { ...view, heights: NO_HEIGHTS };
    case "dialog":
      return { ...view, dialog: action.dialog };
    case "toggle analysis":
      return { ...view, isAnalysed: !view.isAnalysed };
    case "forbid":
      return { ...view, forbidding: action.forbidding };
  }
}

/**
 * Hook that returns the view of a match and the function that changes it.
 * @param {State} state
 * @returns {[View, (action: Action) => void]}
 */
export function useView(state) {
  const [stored, dispatch] = useReducer(reduceView, INITIAL);
  return [viewOf(stored, state), (action) => dispatch({ state, action })];
}
