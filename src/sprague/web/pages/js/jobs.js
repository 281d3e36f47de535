/** Long work: begun, followed by its events, and cancelled when nobody wants it any more. */
import { get, post, remove } from "./api.js";

/**
 * @typedef {import("api-types").JobWithResult} Job
 */

const ENDS = /** @type {const} */ (["done", "failed", "cancelled"]);
const ended = (/** @type {Job} */ job) => job.state !== "queued" && job.state !== "running";

/**
 * Asks for work; what was asked before is answered at once.
 * @param {Record<string, unknown>} asked kind, game, misere and the options of the kind
 * @param {AbortSignal} [signal]
 * @returns {Promise<Job>}
 */
export const begin = (asked, signal) => post("/api/jobs", asked, signal);

/** @param {string} id */
export const cancel = (id) => remove(`/api/jobs/${encodeURIComponent(id)}`);

/**
 * The job when it has ended; `tell` hears of it whenever there is news.
 * @param {string} id
 * @param {(job: Job) => void} tell
 * @param {AbortSignal} [signal]
 * @returns {Promise<Job>}
 */
export async function follow(id, tell, signal) {
  const path = `/api/jobs/${encodeURIComponent(id)}`;
  const events = new EventSource(`${path}/events`);
  try {
    return await new Promise((resolve, reject) => {
      /** @param {Event} event */
      const hear = (event) => {
        /** @type {Job} */
        const job = JSON.parse(/** @type {MessageEvent<string>} */ (event).data);
        tell(job);
        if (ended(job)) resolve(job);
      };
      for (const name of ["progress", ...ENDS]) events.addEventListener(name, hear);
      // Where the line breaks, the job is asked for itself; it may have ended, or the server.
      events.addEventListener("error", () => {
        get(path).then((found) => {
          const job = /** @type {Job} */ (found);
          tell(job);
          if (ended(job)) resolve(job);
        }, reject);
      });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  } finally {
    events.close();
  }
}
