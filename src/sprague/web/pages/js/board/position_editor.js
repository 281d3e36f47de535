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
 */
export function PositionEditor({ value, onChange }) {
  const piles = numbersIn(value);
  const change = (/** @type {number[]} */ changed) => onChange(changed.join(","));
  return html`<div class="stack editor">
    <label class="field">
      <span>Position</span>
      <input class="input code" value=${value} placeholder="one that is interesting" autocomplete="off" spellcheck="false" onInput=${(/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.target).value)} />
    </label>
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
