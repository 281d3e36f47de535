/** Hook that measures the width of an element in pixels and follows changes of the window. */
import { useEffect, useRef, useState } from "../vendor/preact.js";

/** @returns {[{current: HTMLDivElement | null}, number]} the reference for the element, and its width, initially 0 */
export function useWidth() {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
