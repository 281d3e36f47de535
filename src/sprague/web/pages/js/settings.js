/** Settings that the browser keeps between visits; without storage they last until the page is closed. */

/** @type {Map<string, string>} */
const unsaved = new Map();

/** @param {string} name @returns {string | null} */
export function readSetting(name) {
  try {
    return localStorage.getItem(name) ?? unsaved.get(name) ?? null;
  } catch {
    return unsaved.get(name) ?? null; // the browser may forbid storage
  }
}

/** Stores a setting; null removes it. @param {string} name @param {string | null} value */
export function writeSetting(name, value) {
  if (value === null) unsaved.delete(name);
  else unsaved.set(name, value);
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The browser may forbid storage.
  }
}
