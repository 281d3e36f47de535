/** Claims of the papers, and which of them a filter lets through. */

/**
 * @typedef {import("api-types").PaperResponse} Paper
 * @typedef {import("api-types").ClaimResponse} Claim
 * @typedef {import("api-types").ClaimGame} ClaimGame
 */

/** @type {Record<string, {badge: string, words: string}>} */
export const VERDICTS = {
  verified: { badge: "good", words: "no counterexample within the extent" },
  corrected: { badge: "open", words: "false as printed; the right reading is verified" },
  refuted: { badge: "bad", words: "there is a counterexample" },
  consistent: { badge: "", words: "a conjecture without counterexample so far" },
};

/**
 * @param {Claim} claim
 * @param {{paper: string, verdict: string, text: string}} filter
 */
export function passes(claim, { paper, verdict, text }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = `${claim.id} ${claim.statement} ${claim.proved}`.toLowerCase();
  return (!paper || claim.paper === paper) && (!verdict || claim.verdict === verdict) && words.every((word) => said.includes(word));
}
