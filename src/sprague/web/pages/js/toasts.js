/** Toasts: short messages at the edge of the page, for errors and confirmations. */
import { html, useEffect, useState } from "../vendor/preact.js";
import { Icon } from "./icons.js";

/** @typedef {{id: number, text: string, kind: "note" | "bad"}} Toast */

const LASTS = 8000; // milliseconds for which a toast is shown
const events = new EventTarget();
let made = 0;

/**
 * Shows a message, which screen readers also announce.
 * @param {string} text
 * @param {"note" | "bad"} [kind]
 */
export function toast(text, kind = "note") {
  made += 1;
  events.dispatchEvent(new CustomEvent("toast", { detail: { id: made, text, kind } }));
}

/** Shows the message of an error, except for aborted requests. @param {unknown} error */
export function toastError(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toast(error instanceof Error ? error.message : String(error), "bad");
}

/** The list of visible toasts. */
export function Toasts() {
  const [toasts, setToasts] = useState(/** @type {Toast[]} */ ([]));
  const drop = (/** @type {number} */ id) => setToasts((old) => old.filter((one) => one.id !== id));
  useEffect(() => {
    const add = (/** @type {Event} */ event) => {
      const one = /** @type {CustomEvent<Toast>} */ (event).detail;
      setToasts((old) => [...old.filter(({ text }) => text !== one.text).slice(-3), one]);
      setTimeout(() => drop(one.id), LASTS);
    };
    events.addEventListener("toast", add);
    return () => events.removeEventListener("toast", add);
  }, []);
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.map(
      ({ id, text, kind }) => html`<div key=${id} class="toast ${kind}">
        <span>${text}</span>
        <button class="button quiet" aria-label="Close" onClick=${() => drop(id)}><${Icon} name="close" /></button>
      </div>`,
    )}
  </div>`;
}
