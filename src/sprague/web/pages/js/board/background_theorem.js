/** A theorem about a rule without one, discovered by the server while the match is played. */
import { useEffect, useState } from "../../vendor/preact.js";
import { backEnd } from "../api.js";
import { begin, follow } from "../jobs.js";

/**
 * @typedef {import("./match.js").State} State
 * @typedef {import("./session.js").Rule} Rule
 * @typedef {import("api-types").ProofResult} ProofResult
 */

const SECONDS = 10; // time limit of the search on the server
const LATER = 2000; // milliseconds after which the search starts, because the player may leave at once

/**
 * Hook that returns sentences which decide the game for all positions, or an empty list until they are proved.
 * @param {State} state
 * @param {Rule | null} rule
 */
export function useBackgroundTheorem(state, rule) {
  const [found, setFound] = useState({ of: "", lines: /** @type {string[]} */ ([]) });
  const { game, play, blocking } = state;
  const key = `${play} ${game}`;
  const isKnown = rule?.theorems.some((theorem) => theorem.play === play) ?? true;
  const isWanted = backEnd().hasJobs && game !== null && rule !== null && !isKnown && !blocking && rule.obstacle === null && !rule.splits;
  useEffect(() => {
    if (!isWanted) return undefined;
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const asked = { kind: "discover", game, misere: play === "misere", seconds: SECONDS };
        let job = await begin(asked, ending.signal);
        if (job.state === "queued" || job.state === "running") job = await follow(job.id, () => undefined, ending.signal);
        const result = /** @type {ProofResult | null} */ (job.state === "done" && job.result && "status" in job.result ? job.result : null);
        if (!ending.signal.aborted && result?.status === "proved") setFound({ of: key, lines: sentencesOf(result) });
      } catch {
        // The search is only an addition: without a theorem, positions are searched as before.
      }
    }, LATER);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [key, isWanted]);
  return found.of === key ? found.lines : [];
}

/**
 * Returns a theorem in sentences about piles: remainders for a periodic game with one pile, else the words of the theorem.
 * @param {ProofResult} proof
 * @returns {string[]}
 */
export function sentencesOf({ statement, words, smallest }) {
  const period = Number(/^[^:]*: [a-z]\w*: period (\d+) from the beginning$/.exec(statement)?.[1]);
  const piles = smallest.map(([pile]) => Number(pile));
  const isListed = piles.some((pile) => pile >= period); // the list then contains every remainder
  if (period && isListed && smallest.every(({ length }) => length === 1)) {
    const remainders = piles.filter((pile) => pile < period);
    return [
      remainders.length === 1 && remainders[0] === 0
        ? `Multiples of ${period} lose: the player to move loses if the pile is a multiple of ${period}, and wins otherwise.`
        : `The player to move loses if the pile has the remainder ${list(remainders)} when divided by ${period}, and wins otherwise.`,
    ];
  }
  if (words.length) return words;
  const positions = / are exactly (the positions .*)$/.exec(statement)?.[1];
  return positions ? [`The player to move loses exactly in ${positions}.`] : [capital(statement)];
}

/** @param {number[]} numbers */
const list = (numbers) => (numbers.length > 1 ? `${numbers.slice(0, -1).join(", ")} or ${numbers.at(-1)}` : String(numbers[0]));

/** @param {string} text */
const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
