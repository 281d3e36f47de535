/** The digits that the theorem about a game reads: for the piles on the board, or column by column as an automaton reads them. */
import { html } from "../../vendor/preact.js";
import { WithTerms } from "../glossary/term.js";
import { brief } from "../number_text.js";
import { Columns, columnSentence } from "./columns.js";
import { ordinal } from "./table.js";

/**
 * @typedef {import("api-types").DigitsResponse} Digits
 * @typedef {import("api-types").ReadingResponse} ReadingData
 */

/**
 * @param {object} properties
 * @param {Digits} properties.digits
 * @param {import("./match.js").Pile[]} properties.piles
 * @param {{place: number, height: number} | null} [properties.pointed]  the new height of a pile in the move under the pointer
 */
export function DigitPanel({ digits: { numeration, weights, modulus }, piles, pointed = null }) {
  const rows = piles.flatMap(({ height, remembered }, place) => {
    const isChanged = pointed?.place === place;
    return remembered ? [] : [{ label: `${ordinal(place + 1)} pile`, value: isChanged ? pointed.height : height, isChanged }];
  });
  const numbers = weights.map(BigInt);
  const sentence = modulus === null ? "" : columnSentence(rows.map(({ value }) => value), numbers, modulus);
  return html`<div class="digit-panel">
    <${Columns} caption=${`The piles in ${numeration}`} rows=${rows} weights=${numbers} modulus=${modulus} sums=${numeration === "base 2" ? "Ones" : "Sum"} />
    <p class="small soft digits-text" role="status">The piles in ${numeration}.${sentence && ` ${sentence}`}</p>
  </div>`;
}

/** The columns that an automaton reads, one after another, each with the state of the automaton in words. @param {{reading: ReadingData}} properties */
export function Reading({ reading: { position, numeration, start, columns } }) {
  return html`<div class="reading" tabindex="0" role="region" aria-label="Columns that the automaton reads">
    <table>
      <caption>The automaton reads ${brief(position)} in ${numeration}, one column after the other:</caption>
      <thead><tr><th scope="col">Column</th><th scope="col">Digits</th><th scope="col">State</th></tr></thead>
      <tbody>
        <tr><td colspan="2">start</td><td><${WithTerms} text=${start} /></td></tr>
        ${columns.map(({ weight, digits, words }) => html`<tr><th scope="row">${brief(String(weight))}</th><td class="read-digits">${digits.join(" ")}</td><td>${words}</td></tr>`)}
      </tbody>
    </table>
  </div>`;
}
