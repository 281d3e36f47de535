/** State that is reset when a key changes, such as a selection that belongs to one position. */
import { useState } from "../../vendor/preact.js";

/**
 * Like `useState`, but a new key resets the state to `initial` immediately, not in a later effect.
 * @template T
 * @param {string} key
 * @param {T} initial
 * @returns {[T, (value: T) => void]}
 */
export function useKeyedState(key, initial) {
  const [kept, setKept] = useState({ key, value: initial });
  return [kept.key === key ? kept.value : initial, (value) => setKept({ key, value })];
}
