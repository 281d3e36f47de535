/** The catalogue as the server tells it, and what of it is wanted. */
import { get } from "../api.js";

/**
 * @typedef {{title: string, statement: string, misere: boolean, source: string}} Known
 *
 * @typedef {object} Game
 * @property {string} name
 * @property {string} game  the string to open it with
 * @property {string} title
 * @property {string} summary
 * @property {string[]} aliases
 * @property {{name: string, default: string, meaning: string}[]} parameters
 * @property {string} rule
 * @property {string[]} words
 * @property {"theorem" | "proof" | "open"} known
 * @property {Known[]} theorems
 * @property {Known[]} observations
 * @property {string[]} sources
 *
 * @typedef {"all" | "theorem" | "proof" | "open"} Filter
 * @typedef {{game: string, title: string, misere: boolean, why: string, kind: "game" | "theorem", digest?: string | null, statement?: string | null}} Seen
 */

/** @type {Record<Game["known"], {badge: string, words: string, title: string}>} */
export const KNOWN = {
  theorem: { badge: "good", words: "theorem", title: "A published theorem decides positions of any size." },
  proof: { badge: "good", words: "proved here", title: "A theorem was found and proved on this machine." },
  open: { badge: "open", words: "open", title: "No theorem is known; positions are searched." },
};

/** @returns {Promise<Game[]>} */
export async function catalogue() {
  /** @type {{games: Game[]}} */
  const told = await get("/api/games");
  return told.games;
}

/** @param {"positions" | "values"} kind @param {string} text @param {AbortSignal} signal @returns {Promise<{matches: Seen[]}>} */
export const seen = (kind, text, signal) => get("/api/seen", { [kind]: text }, signal);

/**
 * The games in whose name, aliases, rule or words every word of a search is found.
 * @param {Game[]} games
 * @param {string} search
 * @param {Filter} filter
 */
export function wanted(games, search, filter) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    if (filter !== "all" && game.known !== filter) return false;
    const text = [game.name, game.title, game.summary, ...game.aliases, ...game.words, ...game.sources].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
