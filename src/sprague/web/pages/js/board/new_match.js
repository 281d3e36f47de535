/** The dialog for a new match: game, start position, level, who moves first, and normal or misère play. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { get } from "../api.js";
import { Dialog } from "../dialog.js";
import { Segmented } from "../segmented.js";
import { writeSetting } from "../settings.js";
import * as server from "./match.js";
import { PositionEditor } from "./position_editor.js";
import { LEVEL_SETTING } from "./session.js";

/** @typedef {import("./match.js").Setup} Setup */

/**
 * @param {object} properties
 * @param {Setup} properties.setup  the initial values of the dialog
 * @param {(response: import("./match.js").StateResponse) => void} properties.onBegin
 * @param {() => void} properties.onClose
 */
export function NewMatch({ setup, onBegin, onClose }) {
  const [wanted, setWanted] = useState(setup);
  const [games, setGames] = useState(/** @type {{name: string, title: string}[]} */ ([]));
  const [problem, setProblem] = useState("");
  const change = (/** @type {Partial<Setup>} */ part) => setWanted((before) => ({ ...before, ...part }));
  const refuse = (/** @type {Error} */ error) => setProblem(error.message);
  useEffect(() => {
    get("/api/v1/games").then((/** @type {{games: {name: string, title: string}[]}} */ response) => setGames(response.games), refuse);
  }, []);
  const propose = () =>
    server.propose(wanted.game, wanted.misere, Math.floor(Math.random() * 2 ** 31)).then(({ position }) => {
      setProblem("");
      change({ position });
    }, refuse);
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    const { position, ...rest } = wanted;
    const seed = Math.floor(Math.random() * 2 ** 31);
    writeSetting(LEVEL_SETTING, rest.level);
    server.begin({ ...rest, ...(position?.trim() ? { position } : {}), seed }).then(onBegin, refuse);
  };
  return html`<${Dialog} title="New match" onClose=${onClose}>
    <form class="stack" onSubmit=${begin}>
      <label class="field">
        <span>Game: a name, an octal code, a rule, or a sum such as nim 3,5 + kayles 7</span>
        <input class="input code" list="games" autofocus value=${wanted.game} required autocomplete="off" spellcheck="false" onInput=${(/** @type {Event} */ event) => change({ game: /** @type {HTMLInputElement} */ (event.target).value, position: "" })} />
      </label>
      <datalist id="games">${games.map(({ name, title }) => html`<option value=${name}>${title}</option>`)}</datalist>
      <${PositionEditor} value=${wanted.position ?? ""} onChange=${(/** @type {string} */ position) => change({ position })} onPropose=${propose} />
      <div class="pair">
        <div class="field">
          <span aria-hidden="true">Whoever makes the last move</span>
          <${Segmented} legend="Whoever makes the last move" name="play" value=${wanted.misere ? "misere" : "normal"} choices=${[{ value: "normal", title: "wins" }, { value: "misere", title: "loses (misère)" }]} onChange=${(/** @type {string} */ value) => change({ misere: value === "misere" })} />
        </div>
        ${wanted.level !== server.PERSON &&
        html`<div class="field">
          <span aria-hidden="true">Who moves first</span>
          <${Segmented} legend="Who moves first" name="first" value=${wanted.first} choices=${[{ value: "you", title: "You" }, { value: "computer", title: "The computer" }]} onChange=${(/** @type {string} */ first) => change({ first: first === "computer" ? "computer" : "you" })} />
        </div>`}
      </div>
      <fieldset class="levels">
        <legend class="label">Opponent</legend>
        ${server.LEVELS.map(
          ({ name, title, words }) => html`<label class="level">
            <input type="radio" name="level" value=${name} checked=${wanted.level === name} onChange=${() => change({ level: name })} />
            <span><strong>${title}</strong><br /><span class="soft small">${words}</span></span>
          </label>`,
        )}
      </fieldset>
      ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
      <div class="row ending"><span class="spacer"></span><button type="button" class="button" onClick=${onClose}>Cancel</button><button class="button primary">Start</button></div>
    </form>
  <//>`;
}
