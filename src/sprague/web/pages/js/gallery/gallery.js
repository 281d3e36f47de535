/** The gallery: all games of the catalogue with search and filters; the address of the page stores the search. */
import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Icon } from "../icons.js";
import { Segmented } from "../segmented.js";
import { toastError } from "../toasts.js";
import { GameSheet } from "./game_sheet.js";
import { GameTile } from "./game_tile.js";
import { catalogue, wanted } from "./games.js";
import { LookupPanel } from "./lookup_panel.js";

/**
 * @typedef {import("./games.js").Game} Game
 * @typedef {import("./games.js").Filter} Filter
 * @typedef {import("./games.js").Kind} Kind
 * @typedef {{search: string, filter: Filter, moves: Kind, kind: "positions" | "values", text: string}} Search
 */

const FILTERS = [
  { value: "all", title: "All" },
  { value: "theorem", title: "Theorem" },
  { value: "proof", title: "Proved here" },
  { value: "open", title: "Open" },
];

const KINDS = [
  { value: "any", title: "All games" },
  { value: "takes", title: "Moves take chips" },
  { value: "moves", title: "Moves move chips" },
  { value: "splits", title: "Moves split heaps" },
  { value: "misere", title: "Misère theorem known" },
];

/** @returns {Search} */
function fromAddress() {
  const address = new URLSearchParams(location.search);
  const filter = FILTERS.find(({ value }) => value === address.get("known"))?.value ?? "all";
  const values = address.get("values");
  return {
    search: address.get("search") ?? "",
    filter: /** @type {Filter} */ (filter),
    moves: /** @type {Kind} */ (KINDS.find(({ value }) => value === address.get("moves"))?.value ?? "any"),
    kind: values === null ? "positions" : "values",
    text: values ?? address.get("positions") ?? "",
  };
}

/** @param {Search} shownSearch */
function remember({ search, filter, moves, kind, text }) {
  const fields = query({ search: search || null, known: filter === "all" ? null : filter, moves: moves === "any" ? null : moves, [kind]: text || null });
  history.replaceState(null, "", fields ? `?${fields}` : location.pathname);
}

export function Gallery() {
  const [games, setGames] = useState(/** @type {Game[] | null} */ (null));
  const [open, setOpen] = useState(/** @type {Game | null} */ (null));
  const [shownSearch, setShownSearch] = useState(fromAddress);
  const change = (/** @type {Partial<Search>} */ part) => setShownSearch((before) => ({ ...before, ...part }));
  useEffect(() => {
    catalogue().then(setGames, toastError);
  }, []);
  useEffect(() => remember(shownSearch), [shownSearch]);
  const shown = useMemo(() => wanted(games ?? [], shownSearch.search, shownSearch.filter, shownSearch.moves), [games, shownSearch]);
  return html`
    <div class="top">
      <section class="hero">
        <h1>A laboratory for pile games</h1>
        <p>Play against a perfect opponent and see why a move wins. Write a new rule and get its values, its periods, and theorems about all positions.</p>
        <div class="row">
          <a class="button primary large" href="/board?game=nim&position=3,5,7"><${Icon} name="play" />Play Nim</a>
          <a class="button large" href="/learn"><${Icon} name="hint" />Learn to win</a>
          <a class="button large" href="/laboratory"><${Icon} name="edit" />Write a rule</a>
          <a class="button large" href="/explorer"><${Icon} name="map" />Explore values</a>
        </div>
      </section>
      <${LookupPanel} kind=${shownSearch.kind} text=${shownSearch.text} onChange=${(/** @type {Search["kind"]} */ kind, /** @type {string} */ text) => change({ kind, text })} />
    </div>
    <div class="filters" role="search">
      <label class="search"><span class="visually-hidden">Search the games</span><${Icon} name="search" /><input class="input" type="search" value=${shownSearch.search} placeholder="Search by name, rule or author" onInput=${(/** @type {Event} */ event) => change({ search: /** @type {HTMLInputElement} */ (event.target).value })} /></label>
      <${Segmented} legend="What is known" name="known" value=${shownSearch.filter} choices=${FILTERS} onChange=${(/** @type {string} */ filter) => change({ filter: /** @type {Filter} */ (filter) })} />
      <label><span class="visually-hidden">Kind of move</span><select class="select" value=${shownSearch.moves} onChange=${(/** @type {Event} */ event) => change({ moves: /** @type {Kind} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value) })}>${KINDS.map(({ value, title }) => html`<option value=${value}>${title}</option>`)}</select></label>
      <p class="small soft" role="status">${games && `${shown.length} ${shown.length === 1 ? "game" : "games"}`}</p>
    </div>
    ${!games && html`<p class="loading" role="status"><span class="spinner"></span> Loading the games…</p>`}
    <ul class="tiles">${shown.map((game) => html`<${GameTile} key=${game.name} game=${game} onOpen=${setOpen} />`)}</ul>
    ${games && shown.length === 0 && html`<p class="none soft">No game matches. <a href="/laboratory">Write your own rule</a>.</p>`}
    ${open && html`<${GameSheet} game=${open} onClose=${() => setOpen(null)} />`}
  `;
}
