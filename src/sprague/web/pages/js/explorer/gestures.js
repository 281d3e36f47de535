/** Gestures on the map: drag, pinch, wheel, click and keys. */

/**
 * @typedef {{
 *   pan: (right: number, down: number) => void,
 *   zoom: (factor: number, x: number, y: number) => void,
 *   hover: (x: number, y: number) => void,
 *   leave: () => void,
 *   choose: (x: number, y: number) => void,
 *   step: (columns: number, rows: number) => void,
 *   whole: () => void,
 * }} Hands callbacks for gestures, with coordinates in pixels of the canvas
 */

const STILL = 5; // pixels that a finger may move during a click
const WHEEL = 0.0018; // change of the zoom factor for each pixel of the wheel
const KEY_ZOOM = 1.4;
const STRIDE = 10; // cells that an arrow key moves with the shift key
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Adds listeners for gestures to a canvas; returns the function that removes them.
 * @param {HTMLCanvasElement} canvas
 * @param {Hands} hands
 */
export function listen(canvas, hands) {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  /** @type {Map<number, {x: number, y: number}>} fingers on the canvas */
  const fingers = new Map();
  let moved = 0;

  /** @param {MouseEvent} event */
  const placeOf = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, placeOf(event));
    if (fingers.size === 1) moved = 0;
  }, options);

  canvas.addEventListener("pointermove", (event) => {
    const place = placeOf(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      hands.hover(place.x, place.y);
      return;
    }
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    const [right, down] = [place.x - before.x, place.y - before.y];
    moved += Math.hypot(right, down);
    if (other) {
      const factor = distance(place, other) / Math.max(distance(before, other), 1);
      hands.zoom(factor, (place.x + other.x) / 2, (place.y + other.y) / 2);
      hands.pan(right / 2, down / 2);
    } else if (moved > STILL) {
      hands.pan(right, down);
    }
    fingers.set(event.pointerId, place);
  }, options);

  /** @param {PointerEvent} event */
  const lift = (event) => {
    const place = fingers.get(event.pointerId);
    if (place && event.type === "pointerup" && fingers.size === 1 && moved <= STILL) hands.choose(place.x, place.y);
    fingers.delete(event.pointerId);
  };
  canvas.addEventListener("pointerup", lift, options);
  canvas.addEventListener("pointercancel", lift, options);
  canvas.addEventListener("pointerleave", hands.leave, options);

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const place = placeOf(event);
    const dots = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1);
    // Browsers report pinching on a touch pad as small wheel steps with the control key.
    hands.zoom(Math.exp(-dots * WHEEL * (event.ctrlKey ? 4 : 1)), place.x, place.y);
  }, { ...options, passive: false });

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const middle = [canvas.clientWidth / 2, canvas.clientHeight / 2];
    const stride = event.shiftKey ? STRIDE : 1;
    if (arrow) hands.step(arrow[0] * stride, arrow[1] * stride);
    else if (event.key === "+" || event.key === "=") hands.zoom(KEY_ZOOM, middle[0] ?? 0, middle[1] ?? 0);
    else if (event.key === "-") hands.zoom(1 / KEY_ZOOM, middle[0] ?? 0, middle[1] ?? 0);
    else if (event.key === "0") hands.whole();
    else return;
    event.preventDefault();
  }, options);

  return () => ending.abort();
}

/**
 * @param {{x: number, y: number}} one
 * @param {{x: number, y: number}} other
 */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
