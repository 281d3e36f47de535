/** Requests for the catalogue and for lookups, and the search in the catalogue. */
import { get } from "../api.js";

/**
 * @typedef {import("api-types").CatalogueGame} Game
 * @typedef {import("api-types").LookupMatch} LookupMatch
 * @typedef {"all" | "theorem" | "proof" | "open"} Filter
 * @typedef {"any" | Game["kinds"][number]} Kind
 */

/** @type {Record<Game["known"], {badge: string, words: string, title: string}>} */
export const KNOWN = {
  theorem: { badge: "good", words: "theorem", title: "A published theorem decides positions of any size." },
  proof: { badge: "good", words: "proved here", title: "A theorem was found and proved on this machine." },
  open: { badge: "open", words: "open", title: "No theorem is known; Sprague searches positions." },
};

/** @returns {Promise<Game[]>} */
export async function catalogue() {
  /** @type {import("api-types").Catalogue} */
  const answer = await get("/api/v1/games");
  return answer.games.sort((one, other) => one.difficulty - other.difficulty || one.title.localeCompare(other.title));
}

/** @param {"positions" | "values"} kind @param {string} text @param {AbortSignal} signal @returns {Promise<import("api-types").LookupResponse>} */
export const seen = (kind, text, signal) => get("/api/v1/seen", { [kind]: text }, signal);

/**
 * Returns the games whose name, aliases, description or sources contain every word of a search.
 * @param {Game[]} games
 * @param {string} search
 * @param {Filter} filter
 * @param {Kind} kind
 */
export function wanted(games, search, filter, kind) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return games.filter((game) => {
    if (filter !== "all" && game.known !== filter) return false;
    if (kind !== "any" && !game.kinds.includes(kind)) return false;
    const text = [game.name, game.title, game.summary, ...game.aliases, game.description, ...game.sources].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
