/** The types of a match in the API, and the requests about matches. */
import { get, post } from "../api.js";
import { brief } from "../number_text.js";

/**
 * @typedef {import("../api.js").Entry} Entry
 *
 * @typedef {import("api-types").PileResponse} Pile
 * @typedef {import("api-types").ChangeResponse} Change
 * @typedef {import("api-types").MoveResponse} Move
 * @typedef {import("api-types").MatchState} State
 * @typedef {import("api-types").StateResponse} StateResponse
 * @typedef {import("api-types").RatedMoveResponse} RatedMove
 * @typedef {import("api-types").AnalysisResponse} Analysis
 * @typedef {import("api-types").ExplainResponse} Explanation
 * @typedef {"perfect" | "teacher" | "casual" | "random" | "person"} Level
 * @typedef {{game: string, position?: string, misere: boolean, level: Level, first: "you" | "computer", seed?: number}} Setup
 */

/** The name of the person at the board; the computer plays for players with other names. */
export const YOU = "you";

/** The level for which a second person plays at the same screen. */
export const PERSON = "person";

/** @type {{name: Level, title: string, words: string}[]} */
export const LEVELS = [
  { name: "casual", title: "Casual", words: "sometimes overlooks a win" },
  { name: "teacher", title: "Teacher", words: "asks a question about your mistakes" },
  { name: "perfect", title: "Perfect", words: "wins whenever it can" },
  { name: "random", title: "Random", words: "makes random moves" },
  { name: "person", title: "Two players", words: "a second person plays at this screen" },
];

/** @param {Setup} setup @returns {Promise<StateResponse>} */
export const begin = (setup) => post("/api/v1/match", setup);

/** @param {string} match @returns {Promise<StateResponse>} */
export const read = (match) => post("/api/v1/match", { match });

/** @param {string} match @param {string} move @returns {Promise<StateResponse>} */
export const play = (match, move) => post("/api/v1/match/move", { match, move });

/** @param {string} match @param {number} moves @returns {Promise<StateResponse>} */
export const undo = (match, moves) => post("/api/v1/match/undo", { match, moves });

/** @param {string} match @param {boolean} insist @returns {Promise<StateResponse>} */
export const reply = (match, insist) =>
  post("/api/v1/match/reply", { match, insist, seed: Math.floor(Math.random() * 2 ** 31) });

/** @param {string} match @returns {Promise<import("api-types").HintResponse>} */
export const hint = (match) => post("/api/v1/match/hint", { match });

/** @param {string} match @returns {Promise<import("api-types").WhyResponse>} */
export const why = (match) => post("/api/v1/match/why", { match });

/** @param {string} match @param {AbortSignal} [signal] @returns {Promise<Analysis>} */
export const analyse = (match, signal) => post("/api/v1/match/analyse", { match }, signal);

/** @param {string} match @param {AbortSignal} [signal] @returns {Promise<import("api-types").ReviewResponse>} */
export const review = (match, signal) => post("/api/v1/match/review", { match }, signal);

/** @param {string} match @param {string} move @param {AbortSignal} [signal] @returns {Promise<Explanation>} */
export const explain = (match, move, signal) => post("/api/v1/match/explain", { match, move }, signal);

/** @param {string} game @param {boolean} misere @param {number} seed @returns {Promise<import("api-types").Proposal>} */
export const propose = (game, misere, seed) => get("/api/v1/propose", { game, misere, seed });

/** The text of a sum of games, each with its start position. @param {State} state */
export const sumOf = ({ games, start }) => start.split(" ; ").map((position, place) => `${games[place]} ${position}`).join(" + ");

/** Whether a person plays for this player. @param {string | undefined} name */
export const isPerson = (name) => !LEVELS.some((level) => level.name === name && name !== PERSON);

/** Whether two people play, so that the computer makes no moves. @param {State} state */
export const isForTwo = (state) => state.players.every(isPerson);

/** Whether the computer is to move. @param {State} state */
export const isReplying = (state) => !state.over && !isPerson(state.players[state.mover]);

/** The level of the computer. @param {State} state @returns {string} */
export const levelOf = (state) => state.players.find((name) => !isPerson(name)) ?? PERSON;

/** The name of a player at the start of a sentence. @param {State} state @param {number} player */
export const nameOf = (state, player) => (isForTwo(state) ? `Player ${player + 1}` : isPerson(state.players[player]) ? "You" : "Computer");

/** The transcript with the players exchanged. @param {State} state */
export const swapped = ({ match, players: [first, second] }) =>
  match.replace(/^first: .*$/m, () => `first: ${second}`).replace(/^second: .*$/m, () => `second: ${first}`);

/** A number as text: long numbers have thin spaces, very long numbers are abbreviated. @param {Entry} entry */
export const shown = (entry) => {
  const text = brief(String(entry));
  return text.length > 4 && !text.includes("…") ? text.replace(/\B(?=(\d{3})+(?!\d))/g, "\u2009") : text;
};
