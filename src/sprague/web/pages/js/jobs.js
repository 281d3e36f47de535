/** Jobs of the server: start a job, follow its progress by server-sent events, and cancel it. */
import { get, post, remove } from "./api.js";

/**
 * @typedef {import("api-types").JobWithResult} Job
 */

const ENDS = /** @type {const} */ (["done", "failed", "cancelled"]);
const ended = (/** @type {Job} */ job) => job.state !== "queued" && job.state !== "running";

/**
 * Starts a job; if an equal job has already ended, the response has its result.
 * @param {Record<string, unknown>} request kind, game, misere and the options of the kind
 * @param {AbortSignal} [signal]
 * @returns {Promise<Job>}
 */
export const begin = (request, signal) => post("/api/v1/jobs", request, signal);

/** @param {string} id */
export const cancel = (id) => remove(`/api/v1/jobs/${encodeURIComponent(id)}`);

/**
 * Returns the job after its end; `report` is called after every change of the job.
 * @param {string} id
 * @param {(job: Job) => void} report
 * @param {AbortSignal} [signal]
 * @returns {Promise<Job>}
 */
export async function follow(id, report, signal) {
  const path = `/api/v1/jobs/${encodeURIComponent(id)}`;
  const events = new EventSource(`${path}/events`);
  try {
    return await new Promise((resolve, reject) => {
      /** @param {Event} event */
      const onEvent = (event) => {
        /** @type {Job} */
        const job = JSON.parse(/** @type {MessageEvent<string>} */ (event).data);
        report(job);
        if (ended(job)) resolve(job);
      };
      for (const name of ["progress", ...ENDS]) events.addEventListener(name, onEvent);
      // If the event stream breaks, request the state of the job; the job may have ended, or the server may be down.
      events.addEventListener("error", () => {
        get(path).then((found) => {
          const job = /** @type {Job} */ (found);
          report(job);
          if (ended(job)) resolve(job);
        }, reject);
      });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  } finally {
    events.close();
  }
}
