/** Texts of the server as sentences: they begin with a small letter and have no full stop. */

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text with a capital first letter and a full stop at the end. @param {string} text */
export const sentence = (text) => capital(text) + (/[.?!…]$/.test(text) ? "" : ".");
