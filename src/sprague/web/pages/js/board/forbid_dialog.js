/** In a game with `block`: what the other player is forbidden after a move. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { post } from "../api.js";
import { Dialog } from "../dialog.js";
import { toastError } from "../toasts.js";

/** @typedef {{position: string, sentence: string}} Option */

/**
 * @param {object} properties
 * @param {import("./match.js").State} properties.state
 * @param {string} properties.move  the position that is moved to
 * @param {(forbidden: string[]) => void} properties.onChoose
 * @param {() => void} properties.onClose
 */
export function ForbidDialog({ state, move, onChoose, onClose }) {
  const [options, setOptions] = useState(/** @type {Option[] | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    /** @type {Promise<{options: Option[]}>} */
    const told = post("/api/position", { game: state.game, position: move, misere: state.misere });
    told.then((found) => setOptions(found.options), toastError);
  }, [move]);
  const toggle = (/** @type {string} */ position) =>
    setChosen((before) => (before.includes(position) ? before.filter((one) => one !== position) : [...before, position]));
  const most = state.blocking === 1 ? "one option" : `up to ${state.blocking} options`;
  return html`<${Dialog} title="What do you forbid?" onClose=${onClose}>
    <p>You move to <span class="code">${move}</span>, and forbid the computer ${most}.</p>
    ${!options && html`<span class="spinner"></span>`}
    <div class="options">
      ${options?.map(
        ({ position, sentence }) => html`<label class="level">
          <input type="checkbox" checked=${chosen.includes(position)} disabled=${!chosen.includes(position) && chosen.length >= state.blocking} onChange=${() => toggle(position)} />
          <span><span class="reached">${position}</span> <span class="sentence">${sentence}</span></span>
        </label>`,
      )}
    </div>
    <div class="row ending">
      <span class="spacer"></span>
      <button class="button" onClick=${onClose}>Cancel</button>
      <button class="button primary" onClick=${() => onChoose(chosen)}>${chosen.length ? "Play and forbid" : "Play, and forbid nothing"}</button>
    </div>
  <//>`;
}
