/** Hook for dragging chips: the chips follow the pointer and are dropped on the pile under it. */
import { useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { useLatest } from "../latest.js";

/** Distance in pixels from which a press counts as a drag. */
const FAR = 8;

/** @typedef {{from: number, below: number, x: number, y: number, carried: HTMLElement | null}} Drag */

/** @param {(from: number, below: number, to: number) => void} onCarry */
export function useDragAndDrop(onCarry) {
  const drag = useRef(/** @type {Drag | null} */ (null));
  const ended = useRef(0);
  const carry = useLatest(onCarry);
  const [target, setTarget] = useState(/** @type {number | null} */ (null));
  const [held, setHeld] = useState(/** @type {{from: number, below: number} | null} */ (null));

  useLayoutEffect(() => {
    const move = (/** @type {PointerEvent} */ event) => {
      const now = drag.current;
      if (!now || (!now.carried && Math.hypot(event.clientX - now.x, event.clientY - now.y) < FAR)) return;
      if (!now.carried) {
        now.carried = lift(now);
        setHeld({ from: now.from, below: now.below });
      }
      now.carried.style.translate = `${event.clientX}px ${event.clientY}px`;
      const under = placeUnder(event);
      setTarget(under === now.from ? null : under);
      event.preventDefault();
    };
    const drop = (/** @type {PointerEvent} */ event) => {
      const now = drag.current;
      drag.current = null;
      if (!now?.carried) return;
      now.carried.remove();
      setTarget(null);
      setHeld(null);
      ended.current = performance.now();
      const under = event.type === "pointerup" ? placeUnder(event) : null;
      if (under !== null && under !== now.from) carry.current(now.from, now.below, under);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
    return () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      drag.current?.carried?.remove();
    };
  }, []);

  return {
    target,
    held,
    /** @param {PointerEvent} event @param {number} from @param {number} below */
    grab: (event, from, below) => {
      if (event.button) return;
      if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
      drag.current = { from, below, x: event.clientX, y: event.clientY, carried: null };
    },
    /** Whether a click event is the end of a drag. */
    wasDragged: () => performance.now() - ended.current < 50,
  };
}

/** The index of the pile under the pointer, or null. @param {PointerEvent} event */
function placeUnder(event) {
  const pile = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
  return pile instanceof HTMLElement ? Number(pile.dataset["place"]) : null;
}

/** Creates a copy of the dragged chips, which follows the pointer. @param {Drag} drag */
function lift({ from, below }) {
  const carried = document.createElement("div");
  carried.className = "carried";
  const chips = [...document.querySelectorAll(`[data-place="${from}"] .chip:not(.ghost)`)].slice(below);
  for (const chip of chips) {
    const copy = /** @type {HTMLElement} */ (chip.cloneNode());
    copy.className = "chip";
    copy.removeAttribute("data-level");
    const { width, height } = chip.getBoundingClientRect();
    copy.style.width = `${width}px`;
    copy.style.height = `${height}px`;
    carried.append(copy);
  }
  document.body.append(carried);
  return carried;
}
