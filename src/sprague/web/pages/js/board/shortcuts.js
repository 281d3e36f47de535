/** The keys of the board, and the page that lists them. */
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { Dialog } from "../dialog.js";

/** @type {[string, string][]} */
const KEYS = [
  ["← →", "from pile to pile"],
  ["↑ ↓", "what the pile shall become"],
  ["Enter", "choose it, or play what was chosen"],
  ["Esc", "drop what was chosen"],
  ["h", "hint"],
  ["w", "why: who wins here"],
  ["u", "undo"],
  ["r", "redo"],
  ["a", "analysis on or off"],
  ["n", "new match"],
  [", .", "walk through the match, back and forward"],
  ["?", "this list"],
];

/**
 * Keys that do things wherever the focus is, unless somebody types or a dialog is open.
 * @param {Record<string, () => void>} bindings
 */
export function useKeys(bindings) {
  const now = useRef(bindings);
  now.current = bindings;
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      const bound = now.current[event.key];
      if (typing || !bound) return;
      event.preventDefault();
      bound();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** @param {{onClose: () => void}} properties */
export function Shortcuts({ onClose }) {
  return html`<${Dialog} title="Keys" onClose=${onClose}>
    <dl class="keys">
      ${KEYS.map(([keys, words]) => html`<div><dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${words}</dd></div>`)}
    </dl>
  <//>`;
}
