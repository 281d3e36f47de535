/** The match as the server tells it, and the requests that change it. */
import { get, post } from "../api.js";
import { brief } from "../positions.js";

/**
 * @typedef {import("../api.js").Entry} Entry
 *
 * @typedef {object} Pile  a pile on the board, or a remembered number
 * @property {number} game
 * @property {number} component
 * @property {string} name
 * @property {Entry} height
 * @property {boolean} remembered
 *
 * @typedef {{pile: number, before: Entry, after: Entry[]}} Change  several heights where a heap splits
 *
 * @typedef {object} Move
 * @property {string} position  the position reached
 * @property {string} short
 * @property {string} sentence
 * @property {Change[][]} ways  all ways to make it on the board as it stands
 *
 * @typedef {{position: string, piles: Pile[], sentence: string, by: number, forbidden: string[]}} Turn
 *
 * @typedef {object} State
 * @property {string} match  the transcript
 * @property {string | null} game
 * @property {string[]} games
 * @property {string} aim
 * @property {boolean} misere
 * @property {string} start
 * @property {string} position
 * @property {Pile[]} start_piles
 * @property {Pile[]} piles
 * @property {string[][]} alike  names of piles whose order does not matter
 * @property {string[]} players
 * @property {number} mover
 * @property {boolean} over
 * @property {number | null} winner
 * @property {number} blocking
 * @property {string[]} forbidden
 * @property {Move[] | null} moves  null if there are too many to list
 * @property {number} choices
 * @property {Turn[]} history
 *
 * @typedef {{state: State, said: string[], question: string | null}} Told
 * @typedef {{position: string, short: string, sentence: string, wins: boolean | null, lasts: number | null, forbid: string[], said: string[]}} Hint
 * @typedef {{outcome: string, said: string[]}} Why
 * @typedef {{position: string, short: string, sentence: string, wins: boolean | null, outcome: string | null, grundy: Entry | null, remoteness: number | null}} Judged
 * @typedef {{moves: Judged[], are_all: boolean, choices: number, outcome: string | null, grundy: Entry | null, remoteness: number | null}} Analysis
 * @typedef {{legal: boolean, position: string | null, sentence: string | null, reason: string | null}} Explanation
 * @typedef {"perfect" | "teacher" | "casual" | "random"} Level
 * @typedef {{game: string, position?: string, misere: boolean, level: Level, first: "you" | "computer", seed?: number}} Setup
 */

/** The player at the board; whoever is called otherwise is played by the computer. */
export const YOU = "you";

/** @type {{name: Level, title: string, words: string}[]} */
export const LEVELS = [
  { name: "perfect", title: "Perfect", words: "wins whenever it can" },
  { name: "teacher", title: "Teacher", words: "asks before it punishes a mistake" },
  { name: "casual", title: "Casual", words: "overlooks a win now and then" },
  { name: "random", title: "Random", words: "makes any move" },
];

/** @param {Setup} setup @returns {Promise<Told>} */
export const begin = (setup) => post("/api/match", setup);

/** @param {string} match @returns {Promise<Told>} */
export const read = (match) => post("/api/match", { match });

/** @param {string} match @param {string} move @returns {Promise<Told>} */
export const play = (match, move) => post("/api/match/move", { match, move });

/** @param {string} match @param {number} moves @returns {Promise<Told>} */
export const undo = (match, moves) => post("/api/match/undo", { match, moves });

/** @param {string} match @param {boolean} insist @returns {Promise<Told>} */
export const reply = (match, insist) =>
  post("/api/match/reply", { match, insist, seed: Math.floor(Math.random() * 2 ** 31) });

/** @param {string} match @returns {Promise<Hint>} */
export const hint = (match) => post("/api/match/hint", { match });

/** @param {string} match @returns {Promise<Why>} */
export const why = (match) => post("/api/match/why", { match });

/** @param {string} match @param {AbortSignal} signal @returns {Promise<Analysis>} */
export const analyse = (match, signal) => post("/api/match/analyse", { match }, signal);

/** @param {string} match @param {string} move @param {AbortSignal} [signal] @returns {Promise<Explanation>} */
export const explain = (match, move, signal) => post("/api/match/explain", { match, move }, signal);

/** @param {string} game @param {boolean} misere @param {number} seed @returns {Promise<{position: string}>} */
export const propose = (game, misere, seed) => get("/api/propose", { game, misere, seed });

/** A sum of games as it is written: each with its position at the start. @param {State} state */
export const sumOf = ({ games, start }) => start.split(" ; ").map((position, place) => `${games[place]} ${position}`).join(" + ");

/** Whether the computer is to move. @param {State} state */
export const isReplying = (state) => !state.over && state.players[state.mover] !== YOU;

/** The level the computer plays at. @param {State} state @returns {string} */
export const levelOf = (state) => state.players.find((name) => name !== YOU) ?? "perfect";

/** A number as it is shown: with thin spaces where it is long, its middle left out where it is very long. @param {Entry} entry */
export const shown = (entry) => {
  const text = brief(String(entry));
  return text.length > 4 && !text.includes("…") ? text.replace(/\B(?=(\d{3})+(?!\d))/g, "\u2009") : text;
};
