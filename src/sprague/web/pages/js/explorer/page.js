/** The explorer page: the values of a game as a map, with an analysis of the chosen position. */
import { html, useCallback, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { get, post, query } from "../api.js";
import { useRequest } from "../request.js";
import { useDark } from "../dark_mode.js";
import { Icon } from "../icons.js";
import { cancel } from "../jobs.js";
import { shown as shownPosition } from "../number_text.js";
import { isTouch, pointAt } from "../pointer.js";
import { Equivalents } from "../equivalents.js";
import { sentence } from "../sentence.js";
import { show } from "../shell.js";
import { addressOf, readAddress } from "./address.js";
import { legendOf, themeOf } from "./colours.js";
import { HeatMap } from "./heat_map.js";
import { Legend } from "./legend.js";
import { mapOf } from "./maps.js";
import { cellOf, inOrderOf, positionAt } from "./cells.js";
import { Overlays } from "./overlays.js";
import { PositionPanel } from "./position_panel.js";
import { RowSection } from "./row_section.js";
import { Sliders } from "./sliders.js";
import { Toolbar } from "./toolbar.js";
import { VALUES, firstHeights, marksOf, planeOf, cellText, tilesAt } from "./map_view.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("./maps.js").MapDescription} MapDescription
 * @typedef {import("./painter.js").Cell} Cell
 * @typedef {import("./position_panel.js").PositionAnalysis} PositionAnalysis
 * @typedef {import("../laboratory/rule_card.js").RuleDetails} RuleDetails
 */

function Explorer() {
  const [address, setAddress] = useState(readAddress);
  const [hovered, setHovered] = useState(/** @type {{cell: Cell, value: number | null | undefined} | null} */ (null));
  const [overlays, setOverlays] = useState({ periods: true, proved: false });
  const [job, setJob] = useState(/** @type {import("../jobs.js").Job | null} */ (null));
  const dark = useDark();
  const { game, misere, what, limit, axes, at } = address;
  const games = useRequest((signal) => get("/api/v1/games", {}, signal), []).value?.games ?? [];
  const rule = useRequest((signal) => post("/api/v1/rule", { game }, signal), [game]);
  const mapRequest = useRequest((signal) => {
    setJob(null);
    return mapOf({ game, misere, what, limit: limit ?? undefined, axes: axes || undefined }, signal, setJob);
  }, [game, misere, what, limit, axes]);
  const map = /** @type {MapDescription | null} */ (mapRequest.value);
  const details = /** @type {RuleDetails | null} */ (rule.value);
  const names = useMemo(() => details?.names ?? [], [details]);
  const position = useRequest(
    (signal) => (at ? post("/api/v1/position", { game, misere, position: at.join(",") }, signal) : null),
    [game, misere, at?.join()],
  );
  const analysis = /** @type {PositionAnalysis | null} */ (position.value);

  const change = useCallback((/** @type {Partial<Address>} */ some) => {
    setAddress((before) => {
      const next = { ...before, ...some };
      history[some.game ? "pushState" : "replaceState"](null, "", addressOf(next));
      return next;
    });
  }, []);
  useEffect(() => {
    const back = () => setAddress(readAddress());
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);

  const fixed = useMemo(
    () => {
      const first = firstHeights(map, details?.remembered ?? []);
      return Object.fromEntries(
        (map?.sliders ?? []).map(({ name, start, size }) => [name, Math.min(Math.max(address.fixed[name] ?? at?.[names.indexOf(name)] ?? first[name] ?? start, start), start + size - 1)]),
      );
    },
    [map, names, address.fixed, at?.join()],
  );
  const plane = useMemo(() => planeOf(map, fixed), [map, fixed]);
  const fetch = useMemo(() => map && tilesAt(map, fixed), [map, fixed]);
  const proved = useMemo(
    () => (map?.proved && overlays.proved ? tilesAt(map, fixed, "proved") : null),
    [map, fixed, overlays.proved],
  );
  const legend = useMemo(() => map && legendOf(map.what, map.largest ?? 0, dark, map.cap), [map, dark]);
  const shown = useMemo(() => {
    if (!map || !plane || !fetch || !legend) return null;
    const marks = overlays.periods ? marksOf(map, plane) : { across: null, down: null };
    return { across: plane.across, down: plane.down, fetch, proved, legend, theme: themeOf(dark), marks };
  }, [map, plane, fetch, proved, legend, dark, overlays.periods]);
  const piles = useMemo(() => ({ names, alike: details?.any_order ?? [] }), [names, details]);
  const chosen = useMemo(() => (plane && at ? cellOf(at, plane, names) : null), [plane, at, names]);
  const options = useMemo(
    () => (plane && at && analysis ? analysis.options.map((option) => inOrderOf(option.option.map(Number), at, piles)) : []),
    [plane, at, analysis, piles],
  );
  const cells = useMemo(
    () =>
      options.flatMap((option, number) => {
        const cell = plane && cellOf(option, plane, names);
        return cell ? [{ ...cell, wins: analysis?.options[number]?.outcome === "P" }] : [];
      }),
    [plane, options, names, analysis],
  );

  const choose = useCallback((/** @type {Cell} */ cell) => plane && change({ at: positionAt(cell, plane, names) }), [plane, names]);
  const hover = useCallback((/** @type {Cell | null} */ cell, /** @type {number | null | undefined} */ value) => setHovered(cell && { cell, value }), []);
  /** @param {number} number */
  const go = (number) => {
    const to = options[number];
    if (to) change({ at: to, fixed: Object.fromEntries(names.flatMap((name, place) => (name in fixed ? [[name, to[place] ?? 0]] : []))) });
  };
  const failed = rule.error ?? mapRequest.error;
  const seen = hovered && plane ? cellText(positionAt(hovered.cell, plane, names), hovered.value, what) : null;
  const title = details ? details.title || details.game : game;

  return html`<h1 class="visually-hidden">Explorer: ${title}</h1>
    <${Toolbar} address=${address} limit=${map?.limit ?? limit} names=${names} games=${games}
      axes=${map?.axes.map(({ name }) => name) ?? []} onChange=${change} />
    ${failed && html`<p class="notice bad" role="alert">${sentence(failed.message)} <a href="/">All games</a></p>`}
    ${!(failed && !map) && html`<div class="explorer-grid">
      <section class="card map-card ${map?.axes.length === 1 ? "strip" : ""}" aria-label="Map" aria-busy=${mapRequest.busy}>
        ${shown && html`<${HeatMap} shown=${shown} chosen=${chosen} options=${cells} onHover=${hover} onChoose=${choose}
          label=${`Map of the ${VALUES[what]} of ${title}${misere ? " in misère play" : ""}`} />`}
        ${mapRequest.busy && html`<${Busy} job=${job} />`}
        ${map && html`<p class="readout" aria-live="polite">${seen ?? (at && analysis && !hovered ? tellChosen(analysis) : `${pointAt()} to read its value${isTouch() ? "" : "; click to analyse its position"}.`)}</p>`}
      </section>
      <aside class="stack">
        ${map && html`<div class="card stack side">
          ${legend && html`<${Legend} legend=${legend} proved=${proved ? themeOf(dark).mark : null} />`}
          <p class="small"><a href=${`/laboratory?${query({ rule: game, misere: misere || null })}`}>Open this rule in the laboratory</a></p>
          <${Overlays} map=${map} overlays=${overlays} onChange=${setOverlays} />
          <${Sliders} sliders=${map.sliders} fixed=${fixed}
            onChange=${(/** @type {string} */ name, /** @type {number} */ height) => change({ fixed: { ...fixed, [name]: height }, at: null })} />
        </div>`}
        <div class="card side">
          <${PositionPanel} analysis=${at ? analysis : null} error=${at ? position.error : null} shown=${cells.length}
            onChoose=${(/** @type {{text: string}} */ option) => go(analysis?.options.findIndex(({ text }) => text === option.text) ?? -1)} />
        </div>
      </aside>
      ${map && plane && html`<${RowSection} map=${map} names=${names} fixed=${fixed} at=${at} />`}
    </div>`}
    ${map && html`<${Equivalents} command=${map.command} python=${map.python} />`}`;
}

/** The progress of the computation. @param {{job: import("../jobs.js").Job | null}} properties */
function Busy({ job }) {
  return html`<p class="map-busy" role="status"><span class="spinner"></span>${job?.progress || "Computing the values"}
    ${job && html`<button class="button quiet" type="button" onClick=${() => void cancel(job.id)}><${Icon} name="stop" />Cancel</button>`}</p>`;
}

/** @param {PositionAnalysis} analysis */
const tellChosen = ({ text, outcome, grundy }) =>
  `${shownPosition(text)}: ${outcome ?? "outcome unknown"}${grundy === null ? "" : `, Grundy value ${grundy}`}`;

show("explorer", html`<${Explorer} />`);
