/** State that is reset when a key changes, such as a selection that belongs to one position. */
import { useRef, useState } from "../../vendor/preact.js";

/**
 * Like `useState`, but a new key resets the state to `initial` immediately, not in a later effect.
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
