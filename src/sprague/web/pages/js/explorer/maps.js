/** The requests of the explorer: the description of a map, its tiles, and rows of values. */
import { ApiError, get, problemOf, query } from "../api.js";
import { cancel, follow } from "../jobs.js";

/**
 * @typedef {import("./painter.js").Axis} Axis
 * @typedef {import("../jobs.js").Job} Job
 * @typedef {"grundy" | "outcome" | "remoteness"} Measure
 * @typedef {{game: string, misere: boolean, what: Measure, limit?: number, axes?: string}} MapRequest
 * @typedef {{name: string, preperiod: number, period: number}} KnownPeriod
 * @typedef {{
 *   game: string, misere: boolean, what: Measure, limit: number, axes: Axis[], sliders: (Axis & {value: number})[],
 *   largest: number | null, cap?: number | null, ready: boolean, job?: string | null, periods?: (KnownPeriod | null)[] | null,
 *   proved?: {digest: string, statement: string} | null, command: string, python: string,
 * }} MapDescription
 * @typedef {{along: string, start: number, values: (number | null)[], largest: number | null, periods: KnownPeriod | null, command: string, python: string}} Row
 */

/**
 * Returns the description of a map after its values are computed; reports progress. Aborting cancels the computation.
 * @param {MapRequest & {fix?: string}} parameters
 * @param {AbortSignal} signal
 * @param {(job: Job) => void} [progress]
 * @returns {Promise<MapDescription>}
 */
export async function mapOf(parameters, signal, progress = () => {}) {
  /** @type {MapDescription} */
  const description = await get("/api/v1/map", parameters, signal);
  const { ready, job } = description;
  if (ready || !job) return description;
  const { state } = await follow(job, progress, signal).catch(async (error) => {
    if (signal.aborted) await cancel(job).catch(() => undefined);
    throw error;
  });
  if (state === "cancelled") throw new ApiError(problemOf("the computation was cancelled; try again, or choose smaller piles"), 409);
  return get("/api/v1/map", parameters, signal);
}

/**
 * Returns the function that fetches tiles of a map; `fix` has the heights of the other piles.
 * @param {Record<string, string | number | boolean | null | undefined>} parameters
 * @returns {import("./tiles.js").Fetch}
 */
export function tilesOf(parameters) {
  return async (column, row, signal) => {
    const response = await fetch(`/api/v1/map/tile?${query({ ...parameters, x: column, y: row })}`, { signal });
    if (!response.ok) {
      const problem = await response.json().catch(() => null);
      throw new ApiError(problem?.code ? problem : problemOf(`the server returned the error ${response.status}`, response.status), response.status);
    }
    const width = Number(response.headers.get("X-Width"));
    const height = Number(response.headers.get("X-Height"));
    return { width, height, values: new Uint16Array(await response.arrayBuffer()) };
  };
}

/**
 * @param {Record<string, string | number | boolean | null | undefined>} parameters
 * @param {AbortSignal} signal
 * @returns {Promise<Row>}
 */
export const rowOf = (parameters, signal) => get("/api/v1/row", parameters, signal);
