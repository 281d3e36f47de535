/** Words for pointing, which differ between touch screens and mice. */

export const isTouch = () => matchMedia("(pointer: coarse)").matches;

export const pointAt = () => (isTouch() ? "Tap a cell" : "Point at a cell");
