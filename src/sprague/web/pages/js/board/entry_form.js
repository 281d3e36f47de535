/** The text field for a move, used if there are too many moves to list; it shows at once whether the move is legal. */
import { html, useEffect, useLayoutEffect, useState } from "../../vendor/preact.js";
import * as server from "./match.js";
import { capital, sentence } from "./move_prompt.js";

const SHORT = "Short forms: 2-3 takes 3 from pile 2; 2>1 3 moves 3 from pile 2 to pile 1.";

/**
 * @param {object} properties
 * @param {import("./match.js").State} properties.state
 * @param {string} properties.wanted  the position that the player has composed on the board
 * @param {(move: string) => void} properties.onPlay
 */
export function EntryForm({ state, wanted, onPlay }) {
  const [text, setText] = useState(wanted);
  const [told, setTold] = useState(/** @type {import("./match.js").Explanation | null} */ (null));
  useLayoutEffect(() => setText(wanted), [wanted]);
  useEffect(() => {
    setTold(null);
    if (!text.trim() || text === state.position) return undefined;
    const given = new AbortController();
    const soon = setTimeout(() => server.explain(state.match, text, given.signal).then(setTold, () => undefined), 150);
    return () => {
      clearTimeout(soon);
      given.abort();
    };
  }, [text, state.match]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (told?.legal && told.position) onPlay(told.position);
  };
  return html`<form class="entry" onSubmit=${submit}>
    <label class="field">
      <span>The position after your move</span>
      <input class="input code" value=${text} autocomplete="off" spellcheck="false" aria-invalid=${told?.legal === false} aria-describedby="entry-told" onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLInputElement} */ (event.target).value)} />
    </label>
    <button class="button primary" disabled=${!told?.legal}>Play</button>
    <p id="entry-told" class="small" role="status">${told ? (told.legal ? capital(told.sentence ?? "") : sentence(told.reason ?? "")) : SHORT}</p>
  </form>`;
}
