/** Hook for a request to the server that is repeated when its dependencies change; outdated responses are dropped. */
import { useEffect, useState } from "../vendor/preact.js";

/**
 * @template T
 * @typedef {{value: T | null, error: Error | null, busy: boolean}} RequestState
 */

/**
 * Returns the last response; it stays until the next response arrives.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T> | null} ask returns null if there is nothing to request
 * @param {unknown[]} about
 * @returns {RequestState<T>}
 */
export function useRequest(ask, about) {
  const [state, setState] = useState(/** @type {RequestState<T>} */ ({ value: null, error: null, busy: true }));
  useEffect(() => {
    const ending = new AbortController();
    const answer = ask(ending.signal);
    if (!answer) {
      setState({ value: null, error: null, busy: false });
      return undefined;
    }
    setState((before) => ({ ...before, busy: true }));
    answer.then(
      (value) => ending.signal.aborted || setState({ value, error: null, busy: false }),
      (error) => ending.signal.aborted || setState({ value: null, error, busy: false }),
    );
    return () => ending.abort();
  }, about);
  return state;
}
