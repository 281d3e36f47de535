/** A question to the server, asked again when what it depends on changes; an answer that comes too late is dropped. */
import { useEffect, useState } from "../vendor/preact.js";

/**
 * @template T
 * @typedef {{value: T | null, error: Error | null, busy: boolean}} Asked
 */

/**
 * The answer so far: the last one stays while the next is on its way.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T> | null} ask null if there is nothing to ask
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
