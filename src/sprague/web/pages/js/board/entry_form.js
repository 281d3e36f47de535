/** The text field for a move, used if there are too many moves to list; it shows at once whether the move is legal. */
import { html, useEffect, useLayoutEffect, useState } from "../../vendor/preact.js";
import * as server from "./match.js";
import { capital, sentence } from "../sentence.js";

const SHORT = "Short forms: 2-3 takes 3 from pile 2; 2>1 3 moves 3 from pile 2 to pile 1.";

/**
 * @param {object} properties
 * @param {import("./match.js").State} properties.state
 * @param {string} properties.wanted  the position that the player has composed on the board
 * @param {(move: string) => void} properties.onPlay
 */
export function EntryForm({ state, wanted, onPlay }) {
  const [text, setText] = useState(wanted);
  const [explanation, setExplanation] = useState(/** @type {import("./match.js").Explanation | null} */ (null));
  useLayoutEffect(() => setText(wanted), [wanted]);
  useEffect(() => {
    setExplanation(null);
    if (!text.trim() || text === state.position) return undefined;
    const given = new AbortController();
    const soon = setTimeout(() => server.explain(state.match, text, given.signal).then(setExplanation, () => undefined), 150);
    return () => {
      clearTimeout(soon);
      given.abort();
    };
  }, [text, state.match]);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (explanation?.legal && explanation.position) onPlay(explanation.position);
  };
  return html`<form class="entry" onSubmit=${submit}>
    <label class="field">
      <span>The position after your move</span>
      <input class="input code" value=${text} autocomplete="off" spellcheck="false" aria-invalid=${explanation?.legal === false} aria-describedby="entry-explanation" onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLInputElement} */ (event.target).value)} />
    </label>
    <button class="button primary" disabled=${!explanation?.legal}>Play</button>
    <p id="entry-explanation" class="small" role="status">${explanation ? (explanation.legal ? capital(explanation.sentence ?? "") : sentence(explanation.reason ?? "")) : SHORT}</p>
  </form>`;
}
