/** The digits of several numbers below each other, with the number of ones in each column. */
import { html } from "../../vendor/preact.js";

/**
 * @typedef {import("../api.js").Entry} Entry
 * @typedef {{label: string, value: Entry, isChanged?: boolean}} ColumnRow
 */

/** The powers of 2 from the largest that some value needs down to 1, at least `least` of them. @param {Entry[]} values @param {number} [least] @returns {bigint[]} */
export function binaryWeights(values, least = 1) {
  const digits = Math.max(least, ...values.map((value) => BigInt(value).toString(2).length));
  return Array.from({ length: digits }, (_, place) => 1n << BigInt(digits - 1 - place));
}

/** The digits of a value: the largest weight that fits is used as often as possible, then the next. @param {Entry} value @param {bigint[]} weights @returns {number[]} */
export function digitsOf(value, weights) {
  let rest = BigInt(value);
  return weights.map((weight) => {
    const digit = rest / weight;
    rest -= digit * weight;
    return Number(digit);
  });
}

/** The sum of the digits in each column. @param {number[][]} rows */
export const columnSums = (rows) => (rows[0] ?? []).map((_, place) => rows.reduce((total, row) => total + (row[place] ?? 0), 0));

/**
 * @param {object} properties
 * @param {string} properties.caption
 * @param {ColumnRow[]} properties.rows
 * @param {bigint[]} properties.weights
 * @param {number | null} properties.modulus  the number that divides the sum of every column of a P-position, if the theorem says so
 * @param {string} [properties.sums]  the title of the row of sums
 * @param {boolean} [properties.isGrouped]  whether a digit 1 is shown as the size of its group, for readers who do not know binary numbers
 */
export function Columns({ caption, rows, weights, modulus, sums: title = "Groups", isGrouped = false }) {
  const digits = rows.map(({ value }) => digitsOf(value, weights));
  const sums = columnSums(digits);
  return html`<div class="columns" tabindex="0" role="region" aria-label=${caption}>
    <table>
      <thead>
        <tr><th scope="col"><span class="visually-hidden">Pile</span></th>${weights.map((weight, place) => html`<th scope="col" class=${litClass(sums[place] ?? 0, modulus)}>${String(weight)}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ label, value, isChanged }, row) => html`<tr class=${isChanged ? "changed" : ""}>
            <th scope="row">${label} <strong>${String(value)}</strong></th>
            ${digits[row]?.map((digit, place) => html`<td class=${`${digit ? "one" : "zero"} ${litClass(sums[place] ?? 0, modulus)}`}>${isGrouped ? (digit ? String(weights[place]) : "·") : digit}</td>`)}
          </tr>`,
        )}
      </tbody>
      ${modulus !== null &&
      html`<tfoot>
        <tr><th scope="row">${title}</th>${sums.map((sum) => html`<td class=${litClass(sum, modulus)}><strong>${sum}</strong> <span>${sumWord(sum, modulus)}</span></td>`)}</tr>
      </tfoot>`}
    </table>
  </div>`;
}

/** @param {number} sum @param {number | null} modulus */
const litClass = (sum, modulus) => (modulus === null ? "" : sum % modulus ? "odd" : "even");

/** @param {number} sum @param {number} modulus */
function sumWord(sum, modulus) {
  if (modulus === 2) return sum % 2 ? "odd" : "even";
  return `remainder ${sum % modulus}`;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence about the columns. @param {Entry[]} values @param {bigint[]} weights @param {number} modulus */
export function columnSentence(values, weights, modulus) {
  const sums = columnSums(values.map((value) => digitsOf(value, weights)));
  const wrong = weights.filter((_, place) => (sums[place] ?? 0) % modulus);
  const isOne = wrong.length === 1;
  const columns = `the column${isOne ? "" : "s"} ${isOne ? "" : `${wrong.slice(0, -1).join(", ")} and `}${wrong.at(-1)}`;
  if (modulus === 2) return wrong.length ? `${capital(columns)} ${isOne ? "is" : "are"} odd.` : "Every column is even.";
  if (!wrong.length) return `The digit sum of every column is divisible by ${modulus}.`;
  return `The digit sum${isOne ? "" : "s"} of ${columns} ${isOne ? "is" : "are"} not divisible by ${modulus}.`;
}
