/** The keyboard shortcuts of the board, and the dialog that lists them. */
import { html, useLayoutEffect, useState } from "../../vendor/preact.js";
import { Dialog } from "../dialog.js";
import { useLatest } from "../latest.js";
import { readSetting, writeSetting } from "../settings.js";

const SETTING = "sprague-keys";
/** Whether shortcuts of a single letter are on; people who use speech input can turn them off. */
const areOn = () => readSetting(SETTING) !== "off";

/** @type {[string, string][]} */
const KEYS = [
  ["← →", "go to the board, and from pile to pile"],
  ["↑ ↓", "choose the new height of the pile"],
  ["Enter", "confirm the height, or play the move"],
  ["Esc", "cancel the choice"],
  ["h", "hint"],
  ["w", "who wins here, and why"],
  ["u", "undo"],
  ["r", "redo"],
  ["a", "analysis on or off"],
  ["s", "swap sides with the computer"],
  ["n", "new match"],
  [", .", "go back and forward through the match"],
  ["?", "this list"],
];

/**
 * Hook for keyboard shortcuts; they do nothing while the focus is in a text field or a dialog.
 * @param {Record<string, () => void>} bindings
 */
export function useKeys(bindings) {
  const now = useLatest(bindings);
  // As soon as the board is shown: an effect that runs later would miss a key that is pressed at once.
  useLayoutEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      const bound = now.current[event.key];
      if (typing || !bound || (event.key.length === 1 && !areOn())) return;
      event.preventDefault();
      bound();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** @param {{onClose: () => void}} properties */
export function Shortcuts({ onClose }) {
  const [on, setOn] = useState(areOn);
  const turn = () => {
    writeSetting(SETTING, on ? "off" : null);
    setOn(!on);
  };
  return html`<${Dialog} title="Keys" onClose=${onClose}>
    <label class="row"><input type="checkbox" checked=${on} onChange=${turn} /><span>Use single letters as shortcuts</span></label>
    <dl class="keys">
      ${KEYS.map(([keys, words]) => html`<div><dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${words}</dd></div>`)}
    </dl>
  <//>`;
}
