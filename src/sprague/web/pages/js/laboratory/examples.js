/** Example rules, each with a formula to check. */
import { html } from "../../vendor/preact.js";

/** @typedef {{title: string, rule: string, formula: string}} Example */

/** @type {Example[]} */
export const EXAMPLES = [
  { title: "Wythoff", rule: "(a, b) -> (a - k, b) where k >= 1\n        ; (a - k, b - k) where k >= 1\nany order", formula: "a = 0 and b = 0" },
  { title: "Nim", rule: "(a, b, c) -> (u, b, c) where u < a\nany order", formula: "a xor b xor c = 0" },
  {
    title: "Sharing Nim",
    rule: "(a, b, c) -> (a - k, b + k, c)\n  where k >= 1, b + k <= a - k\nany order",
    formula: "a = b and even(v2(c - a))",
  },
  { title: "Cookies", rule: "(x, y) -> (x - 2, y) ; (x, y - 2) ; (x - 1, y + 1)", formula: "(x + y) mod 4 < 2 and even(x)" },
  { title: "Empty & Transfer", rule: "(a, b) -> (u, v) where u + v = b\nany order\npiles >= 1", formula: "a odd and b odd" },
  { title: "Subtraction set", rule: "n -> n - k where k in {1, 3, 4}", formula: "n mod 7 in {0, 2}" },
  { title: "Kayles", rule: "n -> u + v where u + v = n - 1\nn -> u + v where u + v = n - 2", formula: "n = 0" },
  { title: "Dynamic Nim", rule: "(a, b | t) -> (a - d, b | 2d - 1) where 1 <= d <= t\nany order of a, b", formula: "" },
];

/** @param {{onChoose: (example: Example) => void}} properties */
export function Examples({ onChoose }) {
  return html`<div class="examples row" role="group" aria-label="Examples">
    <span class="label">Examples</span>
    ${EXAMPLES.map((example) => html`<button class="button quiet" type="button" onClick=${() => onChoose(example)}>${example.title}</button>`)}
  </div>`;
}
