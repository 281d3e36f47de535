/** A position as text, and a stepper for each of its piles. */
import { html } from "../../vendor/preact.js";
import { Icon } from "../icons.js";

/** Positions with more piles than this are edited as text alone. */
const MOST = 12;

/** The piles of a position that is plain numbers with commas; null for any other. @param {string} text */
function numbersIn(text) {
  return /^\s*\d{1,15}(\s*,\s*\d{1,15})*\s*$/.test(text) ? text.split(",").map(Number) : null;
}

/**
 * @param {object} properties
 * @param {string} properties.value
 * @param {(value: string) => void} properties.onChange
 * @param {() => void} properties.onPropose  when an interesting position is wanted
 */
export function PositionEditor({ value, onChange, onPropose }) {
  const piles = numbersIn(value);
  const change = (/** @type {number[]} */ changed) => onChange(changed.join(","));
  return html`<div class="stack editor">
    <div class="field">
      <label for="position">Position</label>
      <div class="row beside">
      <input id="position" class="input code" value=${value} placeholder="one that is interesting" autocomplete="off" spellcheck="false" onInput=${(/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.target).value)} />
        <button type="button" class="button" title="Propose an interesting position" onClick=${onPropose}><${Icon} name="dice" />Random</button>
      </div>
    </div>
    ${piles &&
    piles.length <= MOST &&
    html`<div class="steppers">
      ${piles.map(
        (height, place) => html`<div class="stepper" role="group" aria-label=${`Pile ${place + 1}`}>
          <button type="button" class="button quiet square" aria-label=${`One more on pile ${place + 1}`} onClick=${() => change(piles.with(place, height + 1))}><${Icon} name="plus" /></button>
          <output>${height}</output>
          <button type="button" class="button quiet square" aria-label=${`One less on pile ${place + 1}`} disabled=${height === 0} onClick=${() => change(piles.with(place, height - 1))}><${Icon} name="minus" /></button>
        </div>`,
      )}
      <div class="stepper ends">
        <button type="button" class="button quiet" onClick=${() => change([...piles, 1])}>Add a pile</button>
        <button type="button" class="button quiet" disabled=${piles.length < 2} onClick=${() => change(piles.slice(0, -1))}>Remove one</button>
      </div>
    </div>`}
  </div>`;
}
