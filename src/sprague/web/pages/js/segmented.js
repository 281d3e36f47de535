/** A row of choices, exactly one of which is selected. */
import { html } from "../vendor/preact.js";

/**
 * @param {object} properties
 * @param {string} properties.legend
 * @param {string} properties.name
 * @param {string} properties.value
 * @param {{value: string, title: import("../vendor/preact.js").ComponentChildren, hint?: string, disabled?: boolean}[]} properties.choices
 * @param {(value: string) => void} properties.onChange
 */
export function Segmented({ legend, name, value, choices, onChange }) {
  return html`<fieldset class="segmented">
    <legend class="visually-hidden">${legend}</legend>
    ${choices.map(
      (choice) => html`<label title=${choice.hint}>
        <input type="radio" name=${name} value=${choice.value} checked=${choice.value === value} disabled=${choice.disabled}
          onChange=${() => onChange(choice.value)} />
        ${choice.title}
      </label>`,
    )}
  </fieldset>`;
}
