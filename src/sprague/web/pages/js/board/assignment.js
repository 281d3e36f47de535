/** The dialog that makes a link to an assignment: a start position, an opponent and who moves first. */
import { html, useState } from "../../vendor/preact.js";
import { pageAddress } from "../api.js";
import { Dialog } from "../dialog.js";
import { Copy } from "../equivalents.js";
import { Segmented } from "../segmented.js";
import * as server from "./match.js";
import { PositionEditor } from "./position_editor.js";

/**
 * @param {object} properties
 * @param {import("./match.js").Setup} properties.setup  the initial values
 * @param {() => void} properties.onClose
 */
export function Assignment({ setup, onClose }) {
  const [wanted, setWanted] = useState(setup);
  const change = (/** @type {Partial<import("./match.js").Setup>} */ part) => setWanted((before) => ({ ...before, ...part }));
  const { game, position, misere, level, first } = wanted;
  const isForTwo = level === server.PERSON;
  const board = pageAddress("board", { game, position: position?.trim() || null, level, misere: misere ? 1 : null, first: first === "computer" && !isForTwo ? first : null });
  const link = new URL(board ?? "", location.href).href;
  const worksheet = pageAddress("worksheet", { game, misere: misere ? 1 : null });
  const propose = () => server.propose(game, misere, Math.floor(Math.random() * 2 ** 31)).then((found) => change({ position: found.position }), () => undefined);
  return html`<${Dialog} title="Assignment" onClose=${onClose}>
    <div class="stack">
      <p class="small soft">Students who follow the link start a match from this position. Without a position, everyone gets another one.</p>
      <${PositionEditor} value=${position ?? ""} onChange=${(/** @type {string} */ text) => change({ position: text })} onPropose=${propose} />
      <label class="field"><span>Opponent</span><select class="select" value=${level} onChange=${(/** @type {Event} */ event) => change({ level: /** @type {server.Level} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value) })}>${server.LEVELS.map(({ name, title, words: meaning }) => html`<option value=${name}>${title}: ${meaning}</option>`)}</select></label>
      ${!isForTwo && html`<div class="field"><span aria-hidden="true">Who moves first</span><${Segmented} legend="Who moves first" name="assigned-first" value=${first} choices=${[{ value: "you", title: "The student" }, { value: "computer", title: "The computer" }]} onChange=${(/** @type {string} */ value) => change({ first: value === "computer" ? "computer" : "you" })} /></div>`}
      <div class="row beside"><input class="input code" readonly aria-label="Link to the assignment" value=${link} onFocus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select()} /><${Copy} text=${link} name="the link" /></div>
      ${worksheet && html`<p class="small"><a href=${worksheet}>Print a worksheet of this game</a> · <a href=${pageAddress("learn", { lesson: 1 })}>Link to the first lesson</a></p>`}
    </div>
  <//>`;
}
