/** A pile that is too high to draw: a number, with a slider for its new height. */
import { html, useLayoutEffect, useState } from "../../vendor/preact.js";
import { shown } from "./match.js";

/**
 * @param {object} properties
 * @param {import("./match.js").Pile} properties.pile
 * @param {number} properties.place
 * @param {number} properties.id
 * @param {string} properties.label
 * @param {string} properties.caption
 * @param {boolean} properties.active
 * @param {Map<number, Set<number>>} properties.heights
 * @param {boolean} properties.isFree  whether any height can be set because there are too many moves to list
 * @param {readonly number[] | undefined} properties.drafted
 * @param {readonly number[] | undefined} properties.preview
 * @param {import("./match.js").Entry | undefined} properties.was
 * @param {(place: number, height: number | null) => void} properties.onLook
 * @param {(place: number, height: number) => void} properties.onChoose
 */
export function NumberPile({ pile, place, id, label, caption, active, heights, isFree, drafted, preview, was, onLook, onChoose }) {
  const height = Number(pile.height);
  const [value, setValue] = useState(height);
  useLayoutEffect(() => setValue(drafted?.[0] ?? height), [height, drafted]);
  const isNumber = typeof pile.height === "number";
  const legal = [...heights.keys()].sort((one, other) => one - other);
  const most = Math.max(height, ...legal);
  const pick = (/** @type {number} */ wanted) => {
    setValue(wanted);
    if (isFree) return onChoose(place, wanted);
    return onLook(place, wanted === height ? null : wanted);
  };
  const goes = preview ?? (value === height ? null : [value]);
  return html`<div class=${`pile number ${drafted ? "drafted" : ""}`} data-place=${place} data-id=${id} role="group" aria-label=${label}>
    <div class="tower" aria-hidden="true"><div class="chip"></div><div class="chip"></div><div class="chip"></div><div class="chip"></div></div>
    <div class="count" title=${isNumber ? undefined : pile.height}>${goes ? html`<s>${shown(pile.height)}</s> ${goes.map(shown).join(" + ")}` : shown(pile.height)}</div>
    ${isNumber &&
    html`<input
        class="slider"
        type="range"
        min="0"
        max=${most}
        value=${value}
        disabled=${!active && !isFree}
        aria-label=${`New height of the ${label}`}
        onInput=${(/** @type {Event} */ event) => pick(Number(/** @type {HTMLInputElement} */ (event.target).value))}
      />
      <div class="row exact">
        <input
          class="input"
          type="number"
          min="0"
          value=${value}
          disabled=${!active && !isFree}
          aria-label=${`New height of the ${label}, as a number`}
          onInput=${(/** @type {Event} */ event) => pick(Math.max(0, Math.trunc(Number(/** @type {HTMLInputElement} */ (event.target).value))))}
        />
        ${!isFree && html`<button class="button" disabled=${!active || !heights.has(value)} onClick=${() => onChoose(place, value)}>Set</button>`}
      </div>`}
    ${!isNumber && html`<div class="caption">${String(pile.height).length} digits</div>`}
    <div class="caption">${was === undefined ? caption : `was ${shown(was)}`}</div>
  </div>`;
}
