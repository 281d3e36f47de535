/** A reference to the newest value, for listeners that are registered only once. */
import { useLayoutEffect, useRef } from "../vendor/preact.js";

/**
 * Returns a reference whose `current` is the value of the latest drawing; the reference changes after the drawing, not during it.
 * @template T
 * @param {T} value
 * @returns {{readonly current: T}}
 */
export function useLatest(value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
