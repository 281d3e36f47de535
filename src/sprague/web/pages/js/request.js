/** Hook for a request to the server that is repeated when its dependencies change; outdated responses are dropped. */
import { useEffect, useState } from "../vendor/preact.js";

/**
 * @template T
 * @typedef {{value: T | null, error: Error | null, busy: boolean}} Asked
 */

/**
 * Returns the last response; it stays until the next response arrives.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T> | null} ask returns null if there is nothing to request
 * @param {unknown[]} about
 * @returns {Asked<T>}
 */
export function useRequest(ask, about) {
  const [asked, setAsked] = useState(/** @type {Asked<T>} */ ({ value: null, error: null, busy: true }));
  useEffect(() => {
    const ending = new AbortController();
    const answer = ask(ending.signal);
    if (!answer) {
      setAsked({ value: null, error: null, busy: false });
      return undefined;
    }
    setAsked((before) => ({ ...before, busy: true }));
    answer.then(
      (value) => ending.signal.aborted || setAsked({ value, error: null, busy: false }),
      (error) => ending.signal.aborted || setAsked({ value: null, error, busy: false }),
    );
    return () => ending.abort();
  }, about);
  return asked;
}
