/** Tooltips for terms: a text in which each term of the glossary explains itself when it is pointed at or focused. */
import { html } from "../../vendor/preact.js";
import { TERMS } from "./terms.js";

/** The words of a text that have a tooltip, with their entries in the glossary. @type {[RegExp, string][]} */
const PATTERNS = [
  [/P-positions?/, "P-position"],
  [/N-positions?/, "N-position"],
  [/Grundy values?/, "Grundy value"],
  [/nim-sums?/i, "Nim-sum"],
  [/mex/i, "Mex"],
  [/remoteness/i, "Remoteness"],
  [/misère/i, "Misère play"],
];
const ANY = new RegExp(`(?<![\\p{L}-])(${PATTERNS.map(([pattern]) => pattern.source).join("|")})(?![\\p{L}-])`, "giu");
const TIP = "term-tip";
/** Milliseconds before a tooltip disappears, so that the pointer can move onto it. */
const RESTS = 150;

let hiding = 0;
/** The word whose tooltip is open. @type {HTMLElement | null} */
let word = null;

/** The element of all tooltips. It is in the top layer, so that no card clips it. */
export function TermTip() {
  return html`<div id=${TIP} class="term-tip" role="tooltip" popover="manual" onPointerEnter=${() => clearTimeout(hiding)} onPointerLeave=${hideSoon}></div>`;
}

/** @param {Event} event @param {string} name */
function open(event, name) {
  const tip = document.getElementById(TIP);
  const entry = TERMS[name];
  if (!tip || !entry || !(event.currentTarget instanceof HTMLElement)) return;
  clearTimeout(hiding);
  if (word === event.currentTarget && tip.matches(":popover-open")) return;
  word = event.currentTarget;
  const title = document.createElement("strong");
  title.textContent = entry.term;
  const example = document.createElement("span");
  example.textContent = `Example: ${entry.example}`;
  tip.replaceChildren(title, ` ${entry.meaning} `, example);
  if (!tip.matches(":popover-open")) tip.showPopover();
  const { left: start, top, bottom } = word.getBoundingClientRect();
  const left = Math.max(8, Math.min(start, innerWidth - tip.offsetWidth - 8));
  const below = bottom + 6;
  tip.style.left = `${left}px`;
  tip.style.top = `${below + tip.offsetHeight > innerHeight - 8 ? Math.max(8, top - tip.offsetHeight - 6) : below}px`;
}

function hide() {
  const tip = document.getElementById(TIP);
  if (tip?.matches(":popover-open")) tip.hidePopover();
}

function hideSoon() {
  clearTimeout(hiding);
  hiding = setTimeout(hide, RESTS);
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.key !== "Escape" || !document.getElementById(TIP)?.matches(":popover-open")) return;
  event.stopPropagation();
  hide();
}

/** A word of a text with the tooltip of a term. @param {{name: string, children?: import("../../vendor/preact.js").ComponentChildren}} properties */
export function Term({ name, children }) {
  const show = (/** @type {Event} */ event) => open(event, name);
  // A span, because a line may break between a button and the comma after it. A term that appears under a pointer at rest
  // is entered, but the pointer does not move; then the tooltip stays closed, because it would cover the new text.
  return html`<span
    role="button"
    tabindex="0"
    class="term"
    aria-describedby=${TIP}
    onPointerMove=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && show(event)}
    onPointerLeave=${hideSoon}
    onFocus=${show}
    onBlur=${hide}
    onClick=${show}
    onKeyDown=${press}
  >${children}</span>`;
}

/** A text in which the first use of each term has a tooltip; it must not be inside a button or a link. @param {{text: string}} properties */
export function WithTerms({ text }) {
  /** @type {Set<string>} */
  const used = new Set();
  return html`${text.split(ANY).map((part, place) => {
    const name = place % 2 ? PATTERNS.find(([pattern]) => new RegExp(`^(${pattern.source})$`, "i").test(part))?.[1] : undefined;
    if (!name || used.has(name)) return part;
    used.add(name);
    return html`<${Term} name=${name}>${part}<//>`;
  })}`;
}
