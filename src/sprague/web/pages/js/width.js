/** How wide a part of the page is, in dots, whatever becomes of the window. */
import { useEffect, useRef, useState } from "../vendor/preact.js";

/** @returns {[{current: HTMLDivElement | null}, number]} where to put the reference, and the width; 0 at first */
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
