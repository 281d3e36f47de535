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
  const [stored, setStored] = useState({ key, value: initial });
  return [stored.key === key ? stored.value : initial, (value) => setStored({ key, value })];
}
