/** The dialog for choosing the options that the opponent may not move to, in a game with `block`. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { post } from "../api.js";
import { Dialog } from "../dialog.js";
import { toastError } from "../toasts.js";

/** @typedef {import("api-types").EvaluatedMove} Option */

/**
 * @param {object} properties
 * @param {import("./match.js").State} properties.state
 * @param {string} properties.move  the position that the move leads to
 * @param {(forbidden: string[]) => void} properties.onChoose
 * @param {() => void} properties.onClose
 */
export function ForbidDialog({ state, move, onChoose, onClose }) {
  const [options, setOptions] = useState(/** @type {Option[] | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    /** @type {Promise<import("api-types").PositionAnalysis>} */
    const analysis = post("/api/v1/position", { game: state.game, position: move, misere: state.play === "misere" });
    analysis.then((found) => setOptions(found.options), toastError);
  }, [move]);
  const toggle = (/** @type {string} */ position) =>
    setChosen((before) => (before.includes(position) ? before.filter((one) => one !== position) : [...before, position]));
  const most = state.blocking === 1 ? "one option" : `up to ${state.blocking} options`;
  return html`<${Dialog} title="Which moves do you forbid?" onClose=${onClose}>
    <p>You move to <span class="code">${move}</span>. You may forbid ${most} of the computer.</p>
    ${!options && html`<span class="spinner"></span>`}
    <div class="options">
      ${options?.map(
        ({ text, sentence }) => html`<label class="level">
          <input type="checkbox" checked=${chosen.includes(text)} disabled=${!chosen.includes(text) && chosen.length >= state.blocking} onChange=${() => toggle(text)} />
          <span><span class="reached">${text}</span> <span class="sentence">${sentence}</span></span>
        </label>`,
      )}
    </div>
    <div class="row ending">
      <span class="spacer"></span>
      <button class="button" onClick=${onClose}>Cancel</button>
      <button class="button primary" onClick=${() => onChoose(chosen)}>${chosen.length ? "Play and forbid" : "Play and forbid nothing"}</button>
    </div>
  <//>`;
}
