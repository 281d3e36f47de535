/** Readable texts of positions and numbers. */

const MOST_DIGITS = 15; // numbers with more digits are abbreviated

/**
 * Returns a text in which the middle digits of very long numbers are replaced by an ellipsis.
 * @param {string} text
 */
export const brief = (text) =>
  text.replace(/\d+/g, (digits) => (digits.length > MOST_DIGITS ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : digits));

/**
 * Returns a position in brackets, with spaces between its piles; a sum already has brackets.
 * @param {string} text the position in the format of the API, such as 3,5,9
 */
export const shown = (text) => brief(text.includes("(") ? text : `(${text.replace(/,\s*/g, ", ")})`);
