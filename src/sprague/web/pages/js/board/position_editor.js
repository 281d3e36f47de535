/** The editor of a position: a text field, and plus and minus buttons for each pile. */
import { html } from "../../vendor/preact.js";
import { Icon } from "../icons.js";

/** Positions with more piles have only the text field. */
const MOST = 12;

/** The piles of a position of comma-separated numbers, or null for any other text. @param {string} text */
function numbersIn(text) {
  return /^\s*\d{1,15}(\s*,\s*\d{1,15})*\s*$/.test(text) ? text.split(",").map(Number) : null;
}

/**
 * @param {object} properties
 * @param {string} properties.value
 * @param {(value: string) => void} properties.onChange
 * @param {() => void} properties.onPropose  called when the player asks for an interesting position
 */
export function PositionEditor({ value, onChange, onPropose }) {
  const piles = numbersIn(value);
  const change = (/** @type {number[]} */ changed) => onChange(changed.join(","));
  return html`<div class="stack editor">
    <div class="field">
      <label for="position">Position</label>
      <div class="row beside">
      <input id="position" class="input code" value=${value} placeholder="an interesting position" autocomplete="off" spellcheck="false" onInput=${(/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.target).value)} />
        <button type="button" class="button" title="Propose an interesting position" onClick=${onPropose}><${Icon} name="dice" />Random</button>
      </div>
    </div>
    ${piles &&
    piles.length <= MOST &&
    html`<div class="steppers">
      ${piles.map(
        (height, place) => html`<div class="stepper" role="group" aria-label=${`Pile ${place + 1}`}>
          <button type="button" class="button quiet square" aria-label=${`Add a chip to pile ${place + 1}`} onClick=${() => change(piles.with(place, height + 1))}><${Icon} name="plus" /></button>
          <output>${height}</output>
          <button type="button" class="button quiet square" aria-label=${`Remove a chip from pile ${place + 1}`} disabled=${height === 0} onClick=${() => change(piles.with(place, height - 1))}><${Icon} name="minus" /></button>
        </div>`,
      )}
      <div class="stepper ends">
        <button type="button" class="button quiet" onClick=${() => change([...piles, 1])}>Add a pile</button>
        <button type="button" class="button quiet" disabled=${piles.length < 2} onClick=${() => change(piles.slice(0, -1))}>Remove a pile</button>
      </div>
    </div>`}
  </div>`;
}
