/** A small map of the values of the rule in the editor; a click opens the explorer at that position. */
import { html, useMemo, useState } from "../../vendor/preact.js";
import { useRequest } from "../request.js";
import { useDark } from "../dark_mode.js";
import { addressOf } from "../explorer/address.js";
import { legendOf, themeOf } from "../explorer/colours.js";
import { HeatMap } from "../explorer/heat_map.js";
import { Legend } from "../explorer/legend.js";
import { mapOf } from "../explorer/maps.js";
import { positionAt } from "../explorer/cells.js";
import { Sliders } from "../explorer/sliders.js";
import { firstHeights, marksOf, planeOf, cellText, tilesAt } from "../explorer/map_view.js";
import { Icon } from "../icons.js";
import { pointAt } from "../pointer.js";

/** @typedef {import("../explorer/painter.js").Cell} Cell */

const LIMITS = [256, 64, 24, 12]; // limits on the piles of the small map, by the number of piles

/** @param {{rule: import("./rule_card.js").RuleDetails, misere: boolean, isOld: boolean}} properties `isOld`: whether the text in the editor is not valid */
export function LiveMap({ rule, misere, isOld }) {
  const { game, names } = rule;
  const limit = LIMITS[Math.min(names.length, LIMITS.length) - 1] ?? 12;
  const [heights, setHeights] = useState(/** @type {Record<string, number>} */ ({}));
  const [hovered, setHovered] = useState(/** @type {{cell: Cell, value: number | null | undefined} | null} */ (null));
  const dark = useDark();
  const { value: map, error, busy } = useRequest((signal) => mapOf({ game, misere, what: misere ? "outcome" : "grundy", limit }, signal), [game, misere]);
  const fixed = useMemo(
    () => ({ ...firstHeights(map, rule.remembered), ...heights }),
    [map, rule, heights],
  );
  const plane = useMemo(() => planeOf(map, fixed), [map, fixed]);
  const fetch = useMemo(() => map && tilesAt(map, fixed), [map, fixed]);
  const legend = useMemo(() => map && legendOf(map.what, map.largest ?? 0, dark, map.cap), [map, dark]);
  const shown = useMemo(
    () =>
      map && plane && fetch && legend
        ? { across: plane.across, down: plane.down, fetch, proved: null, legend, theme: themeOf(dark), marks: marksOf(map, plane) }
        : null,
    [map, plane, fetch, legend, dark],
  );
  /** @param {number[] | null} at */
  const explorer = (at) => addressOf({ game, misere, what: map?.what ?? "grundy", limit: null, axes: "", fixed, at });
  const seen = hovered && plane && map ? cellText(positionAt(hovered.cell, plane, names), hovered.value, map.what) : null;
  return html`<section class="card live-map ${map?.axes.length === 1 ? "strip" : ""} ${isOld ? "old" : ""}" aria-label="Values" aria-busy=${busy}>
    ${error && html`<p class="notice">${error.message}</p>`}
    ${busy && !map && html`<p class="row small soft" role="status"><span class="spinner"></span>Computing the values</p>`}
    ${shown && plane &&
    html`<div class="live-canvas">
        <${HeatMap} shown=${shown} chosen=${null} options=${NONE} label=${`Map of the values of ${rule.title || rule.rule}`}
          onHover=${(/** @type {Cell | null} */ cell, /** @type {number | null | undefined} */ value) => setHovered(cell && { cell, value })}
          onChoose=${(/** @type {Cell} */ cell) => location.assign(explorer(positionAt(cell, plane, names)))} />
      </div>
      <p class="readout row"><span aria-live="polite">${seen ?? `${pointAt()} to read its value.`}</span><span class="spacer"></span>
        <a class="button quiet" href=${explorer(null)}><${Icon} name="map" />Explorer</a></p>
      <${Sliders} sliders=${map?.sliders ?? []} fixed=${fixed}
        onChange=${(/** @type {string} */ name, /** @type {number} */ height) => setHeights({ ...fixed, [name]: height })} />`}
    ${legend && html`<${Legend} legend=${legend} proved=${null} />`}
  </section>`;
}

/** @type {never[]} */
const NONE = [];
