/** A value that is kept as long as a key stays the same: what was chosen in one position means nothing in the next. */
import { useRef, useState } from "../../vendor/preact.js";

/**
 * Like `useState`, but begun anew with every new key; at once, and not when an effect comes to it.
 * @template T
 * @param {string} key
 * @param {T} initial
 * @returns {[T, (value: T) => void]}
 */
export function useKeyedState(key, initial) {
  const kept = useRef({ key, value: initial });
  const [, draw] = useState({});
  if (kept.current.key !== key) kept.current = { key, value: initial };
  const keep = (/** @type {T} */ value) => {
    kept.current = { key: kept.current.key, value };
    draw({});
  };
  return [kept.current.value, keep];
}
