/** The toolbar above the map: the game, the kind of values, normal or misère play, the limit and the axes. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { TERMS } from "../glossary/terms.js";
import { PlayChoice } from "../play_choice.js";
import { Segmented } from "../segmented.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {{name: string, title: string, game: string}} Known
 * @typedef {{address: Address, limit: number | null, names: string[], axes: string[], games: Known[],
 *   onChange: (change: Partial<Address>) => void}} Properties
 */

const MEASURES = [
  { value: "grundy", title: "Grundy values", hint: TERMS["Grundy value"]?.meaning },
  { value: "outcome", title: "Outcomes" },
  { value: "remoteness", title: "Remoteness", hint: TERMS["Remoteness"]?.meaning },
];
const MISERE = MEASURES.map((one) => ({ ...one, disabled: one.value === "grundy", hint: one.value === "grundy" ? "misère play has no Grundy values" : one.hint }));
const LIMITS = [16, 32, 64, 128, 256, 512, 1000, 2000];

/** @param {Properties} properties */
export function Toolbar({ address, limit, names, axes, games, onChange }) {
  const [game, setGame] = useState(address.game);
  useEffect(() => setGame(address.game), [address.game]);
  /** @param {Event} event */
  const open = (event) => {
    event.preventDefault();
    const text = game.trim();
    if (text && text !== address.game) onChange({ game: text, axes: "", fixed: {}, at: null, limit: null });
  };
  const limits = limit && !LIMITS.includes(limit) ? [...LIMITS, limit].sort((one, other) => one - other) : LIMITS;
  return html`<form class="toolbar" onSubmit=${open}>
    <label class="field game-field">
      <span>Game or rule</span>
      <input class="input" list="games" value=${game} spellcheck=${false} autocomplete="off" onChange=${open}
        onInput=${(/** @type {Event} */ event) => setGame(valueOf(event))} />
      <datalist id="games">${games.map((one) => html`<option value=${one.name}>${one.title}</option>`)}</datalist>
    </label>
    <${Segmented} legend="Values" name="what" value=${address.what} choices=${address.misere ? MISERE : MEASURES}
      onChange=${(/** @type {Address["what"]} */ what) => onChange({ what })} />
    <${PlayChoice} misere=${address.misere}
      onChange=${(/** @type {boolean} */ misere) => onChange(misere && address.what === "grundy" ? { misere, what: "outcome" } : { misere })} />
    <label class="field">
      <span>Piles below</span>
      <select class="select" value=${String(limit ?? "")} onChange=${(/** @type {Event} */ event) => onChange({ limit: Number(valueOf(event)) })}>
        ${limit === null && html`<option value="">…</option>`}
        ${limits.map((one) => html`<option value=${String(one)}>${one.toLocaleString("en")}</option>`)}
      </select>
    </label>
    ${names.length > 2 &&
    html`<label class="field">
      <span>Rows and columns</span>
      <select class="select" value=${axes.join(",")} onChange=${(/** @type {Event} */ event) => onChange({ axes: valueOf(event), fixed: {}, at: null })}>
        ${axes.length === 0 && html`<option value="">…</option>`}
        ${pairs(names).map((pair) => html`<option value=${pair.join(",")}>${pair.join(" and ")}</option>`)}
      </select>
    </label>`}
  </form>`;
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;

/** @param {string[]} names */
const pairs = (names) => names.flatMap((down, at) => names.slice(at + 1).map((across) => [down, across]));
