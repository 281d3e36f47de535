/** Hook that starts, follows and cancels a job of the server; one job at a time. */
import { useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { ApiError, problemOf } from "./api.js";
import { begin, cancel, follow } from "./jobs.js";

/**
 * @typedef {import("./jobs.js").Job} Job
 * @typedef {{job: Job | null, problem: import("./api.js").Problem | null}} Work
 */

/** @type {Job} */
const NOTHING_YET = {
  id: "", kind: "", state: "queued", progress: "", fraction: null, before: null, seconds: 0, certificate: false,
  result: null, error: null, command: "", python: "",
};

/** Returns the current job and its problem, and the functions that start, cancel and clear it. */
export function useJob() {
  const [work, setWork] = useState(/** @type {Work} */ ({ job: null, problem: null }));
  const ending = useRef(/** @type {AbortController | null} */ (null));
  const forget = useCallback(() => {
    ending.current?.abort();
    ending.current = null;
    setWork({ job: null, problem: null });
  }, []);
  useEffect(() => () => ending.current?.abort(), []);

  const run = useCallback(async (/** @type {Record<string, unknown> & {kind: string}} */ request) => {
    ending.current?.abort();
    const mine = new AbortController();
    ending.current = mine;
    const report = (/** @type {Job} */ job) => mine.signal.aborted || setWork({ job, problem: null });
    setWork({ job: { ...NOTHING_YET, kind: request.kind }, problem: null });
    try {
      const job = await begin(request, mine.signal);
      report(job);
      if (job.state === "queued" || job.state === "running") report(await follow(job.id, report, mine.signal));
    } catch (error) {
      if (mine.signal.aborted) return;
      setWork({ job: null, problem: error instanceof ApiError ? error.problem : problemOf(String(error)) });
    }
  }, []);

  const stop = useCallback(async () => {
    const { job } = work;
    if (job?.id) await cancel(job.id);
  }, [work]);
  return { ...work, run, stop, forget };
}
