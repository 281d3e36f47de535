/** A toolbar: one stop of the Tab key; the arrow keys, Home and End move between its buttons. */
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/** @param {{label: string, className: string, children?: import("../vendor/preact.js").ComponentChildren}} properties */
export function Toolbar({ label, className, children }) {
  const bar = useRef(/** @type {HTMLDivElement | null} */ (null));
  const last = useRef(/** @type {HTMLButtonElement | null} */ (null)); // the button that had the focus last
  const buttons = () => [...(bar.current?.querySelectorAll("button") ?? [])].filter((one) => !one.disabled && one.offsetParent !== null);
  const mark = () => {
    const all = buttons();
    const stop = last.current && all.includes(last.current) ? last.current : all[0];
    for (const one of all) one.tabIndex = one === stop ? 0 : -1;
  };
  useLayoutEffect(mark);
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const all = buttons();
    const at = all.findIndex((one) => one === document.activeElement);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    all[(next + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const enter = (/** @type {FocusEvent} */ event) => {
    if (event.target instanceof HTMLButtonElement) last.current = event.target;
    mark();
  };
  return html`<div class=${className} ref=${bar} role="toolbar" aria-label=${label} onKeyDown=${walk} onFocusIn=${enter}>${children}</div>`;
}
