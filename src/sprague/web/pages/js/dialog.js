/** A modal dialog; Escape or a click outside the dialog closes it. */
import { html, useEffect, useRef } from "../vendor/preact.js";
import { Icon } from "./icons.js";

/** @param {{title: string, onClose: () => void, children?: import("../vendor/preact.js").ComponentChildren}} properties */
export function Dialog({ title, onClose, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const beside = (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog.current) onClose();
  };
  // The browser sends `close` some time after Escape. If another dialog has replaced this one by then, it must stay open.
  const closed = (/** @type {Event} */ event) => {
    if (/** @type {HTMLDialogElement} */ (event.target).isConnected) onClose();
  };
  return html`<dialog class="dialog" ref=${dialog} aria-label=${title} onClose=${closed} onMouseDown=${beside}>
    <div class="sheet">
      <header class="row">
        <h2>${title}</h2>
        <span class="spacer"></span>
        <button class="button quiet square" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
      </header>
      ${children}
    </div>
  </dialog>`;
}
