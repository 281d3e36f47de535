/** The state of the explorer in the address of the page, which can be shared and reloaded. */
import { isTrue } from "../api.js";

/**
 * @typedef {import("./maps.js").Measure} Measure
 * @typedef {{game: string, misere: boolean, what: Measure, limit: number | null, axes: string,
 *   fixed: Record<string, number>, at: number[] | null}} Address
 */

const MEASURES = ["grundy", "outcome", "remoteness"];
export const FIRST_GAME = "wythoff";

/** @returns {Address} */
export function readAddress() {
  const words = new URLSearchParams(location.search);
  const what = words.get("what") ?? words.get("measure") ?? "";
  const limit = Number(words.get("limit"));
  const misere = isTrue(words, "misere");
  const usual = misere ? "outcome" : "grundy"; // misère play has no Grundy values
  return {
    game: words.get("game")?.trim() || FIRST_GAME,
    misere,
    what: /** @type {Measure} */ (MEASURES.includes(what) && !(misere && what === "grundy") ? what : usual),
    limit: Number.isInteger(limit) && limit > 0 ? limit : null,
    axes: words.get("axes") ?? "",
    fixed: Object.fromEntries([...(words.get("fix") ?? "").matchAll(/([^=,]+)=(\d+)/g)].map(([, name, height]) => [name, Number(height)])),
    at: words.get("at")?.match(/\d+/g)?.map(Number) ?? null,
  };
}

/**
 * Returns the address of a state; default values are omitted.
 * @param {Address} address
 */
export function addressOf({ game, misere, what, limit, axes, fixed, at }) {
  const words = new URLSearchParams({ game });
  if (misere) words.set("misere", "true");
  if (what !== (misere ? "outcome" : "grundy")) words.set("what", what);
  if (limit) words.set("limit", String(limit));
  if (axes) words.set("axes", axes);
  if (Object.keys(fixed).length) words.set("fix", fixText(fixed));
  if (at) words.set("at", at.join(","));
  return `/explorer?${words}`;
}

/**
 * Returns the heights of piles in the form of the command line, such as a=3,b=5.
 * @param {Record<string, number>} fixed
 */
export const fixText = (fixed) => Object.entries(fixed).map(([name, height]) => `${name}=${height}`).join(",");
