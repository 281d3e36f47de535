/** The exercises of a worksheet: positions of a game with their solutions, as many won as lost. */
import { get, post } from "../api.js";

/**
 * @typedef {import("api-types").PositionAnalysis} Analysis
 * @typedef {{game: string, misere: boolean, count: number, seed: number}} Sheet
 * @typedef {{text: string, piles: (number | string)[], wins: boolean, moves: string[]}} Exercise
 */

const MOST_MOVES = 4; // maximum number of winning moves in a solution

/** @param {Sheet} sheet @param {string} position @param {AbortSignal} signal @returns {Promise<Analysis>} */
const analyse = ({ game, misere }, position, signal) => post("/api/v1/position", { game, position, misere }, signal);

/**
 * Returns the exercises. A proposed position is won; every second exercise is the position after a winning move, which is lost.
 * @param {Sheet} sheet
 * @param {AbortSignal} signal
 * @returns {Promise<Exercise[]>}
 */
export async function makeExercises(sheet, signal) {
  const { game, misere, count, seed } = sheet;
  /** @type {Map<string, Exercise>} */
  const found = new Map();
  for (let at = 0; at < 4 * count && found.size < count; at += 1) {
    /** @type {import("api-types").Proposal} */
    const { position } = await get("/api/v1/propose", { game, misere, seed: seed * 1000 + at }, signal);
    let analysis = await analyse(sheet, position, signal);
    const winning = analysis.options.find(({ outcome }) => outcome === "P");
    const isLost = (found.size + seed) % 2 === 1;
    if (isLost && winning) analysis = await analyse(sheet, winning.text, signal);
    if (analysis.outcome && !analysis.terminal) found.set(analysis.text, exerciseOf(analysis));
  }
  return [...found.values()];
}

/** @param {Analysis} analysis @returns {Exercise} */
function exerciseOf({ text, position, outcome, options }) {
  const moves = options.filter((one) => one.outcome === "P").map(({ sentence, text: option }) => `${sentence}, which leaves ${option}`);
  return { text, piles: position, wins: outcome === "N", moves: moves.slice(0, MOST_MOVES) };
}
