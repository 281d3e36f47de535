/** Copying to the clipboard, which also works on pages without TLS, where browsers offer no `navigator.clipboard`. */
import { toast } from "./toasts.js";

/**
 * Copies a text and returns whether the browser allowed it.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    // The property exists only on localhost and on pages with TLS.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser may refuse the permission; the older command may still work.
  }
  return copySelection(text);
}

/** Copies a text with the older command, which copies the selected text of the page. @param {string} text */
function copySelection(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  // The page outside of an open modal dialog cannot be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** Copies the address of a page, and shows whether it worked. @param {string} address @param {string} words  the message after copying */
export async function copyLink(address, words) {
  if (await copyText(address)) toast(words);
  else toast("The browser does not allow copying. Copy the link from the address bar.", "bad");
}
