/** Positions as people write them. */

/**
 * A position in brackets, with room between its piles; a sum has its own.
 * @param {string} text as it travels, such as 3,5,9
 */
export const shown = (text) => (text.includes("(") ? text : `(${text.replace(/,\s*/g, ", ")})`);
