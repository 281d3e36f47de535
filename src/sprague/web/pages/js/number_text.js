/** Positions and numbers as people read them. */

const MOST_DIGITS = 15; // of a number that is shown whole

/**
 * A text in which the middle of very long numbers is left out.
 * @param {string} text
 */
export const brief = (text) =>
  text.replace(/\d+/g, (digits) => (digits.length > MOST_DIGITS ? `${digits.slice(0, 6)}…${digits.slice(-4)}` : digits));

/**
 * A position in brackets, with room between its piles; a sum has its own.
 * @param {string} text as it travels, such as 3,5,9
 */
export const shown = (text) => brief(text.includes("(") ? text : `(${text.replace(/,\s*/g, ", ")})`);
