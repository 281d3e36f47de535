/** The claims of the papers, their verdicts, and the filter. */

/**
 * @typedef {import("api-types").PaperResponse} Paper
 * @typedef {import("api-types").ClaimResponse} Claim
 * @typedef {import("api-types").ClaimGame} ClaimGame
 */

/** @type {Record<string, {badge: string, words: string}>} */
export const VERDICTS = {
  verified: { badge: "good", words: "no counterexample among the checked positions" },
  corrected: { badge: "open", words: "false as printed; a corrected version is verified" },
  refuted: { badge: "bad", words: "there is a counterexample" },
  consistent: { badge: "", words: "a conjecture without a known counterexample" },
};

/**
 * @param {Claim} claim
 * @param {{paper: string, verdict: string, text: string}} filter
 */
export function passes(claim, { paper, verdict, text }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const searched = `${claim.id} ${claim.statement} ${claim.proved}`.toLowerCase();
  return (!paper || claim.paper === paper) && (!verdict || claim.verdict === verdict) && words.every((word) => searched.includes(word));
}
