/**
 * The search of the atlas on the page of the site: `offerSearch` answers the queries of a form with entries of `atlas.json`.
 *
 * Values, P-positions and words need only the index. A rule in another spelling needs its normal form, which Python
 * computes in a web worker; the reader starts Python by a button.
 */
import { isRule, search, searchDigests } from "./atlas_search.js";
import { Cancelled, Python } from "./python.js";

/** @typedef {import("./atlas_search.js").Found} Found */
/** @typedef {import("./atlas_search.js").Entry} Entry */

const ATLAS = new URL("../../../atlas/", import.meta.url);
const SHOWN = 20; // maximum number of hits that are shown at first
const WAIT = 250; // milliseconds after the last typed character
const MEGABYTE = 1e6;
const python = new Python();

/** @type {Promise<Entry[]> | null} */
let index = null;
/** @type {Promise<number> | null} */
let bytesWanted = null;

/** Returns the entries of the atlas, which are downloaded when the first query is typed. */
const readIndex = () => (index ??= fetchIndex());

async function fetchIndex() {
  const response = await fetch(new URL("atlas.json", ATLAS));
  if (!response.ok) throw new Error("the file atlas.json of the site was not found");
  return /** @type {Entry[]} */ ((await response.json()).entries);
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The list of hits, or what was tried. @param {Found} found @param {boolean} all */
function hitList({ hits, readAs, tried }, all) {
  const number = hits.length === 1 ? "1 entry" : `${hits.length} entries`;
  const summary = hits.length ? `${number} found. The query was read as ${readAs}.` : `Nothing found. The query was read as ${readAs}. Tried:`;
  const items = hits.slice(0, all ? hits.length : SHOWN).map(({ entry, reason }) =>
    make(
      "li",
      {},
      make("a", { href: new URL(`${entry.id}.html`, ATLAS).href }, make("strong", {}, entry.id), ` ${entry.title}`),
      make("span", { class: "atlas-hit-reason" }, `${entry.status} · ${reason}`),
    ),
  );
  const list = make(hits.length ? "ol" : "ul", { class: hits.length ? "atlas-hits" : "atlas-tried" }, ...(hits.length ? items : tried.map((line) => make("li", {}, line))));
  return [make("p", { class: "atlas-count" }, summary), list];
}

/**
 * Answers the queries of a form, also the query `?q=` in the address of the page.
 * @param {HTMLFormElement} form
 */
export function offerSearch(form) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input[type=search]"));
  const results = make("div", { class: "atlas-results", role: "status", "aria-live": "polite" });
  form.after(results);
  let timer = 0;
  let asked = "";

  /** @param {Found} found @param {(Node | string)[]} more */
  const show = (found, ...more) => {
    const all = make("button", { type: "button", class: "md-button check-button" }, `Show all ${found.hits.length}`);
    all.addEventListener("click", () => results.replaceChildren(...hitList(found, true), ...more));
    results.replaceChildren(...hitList(found, false), ...(found.hits.length > SHOWN ? [all] : []), ...more);
  };

  const run = async () => {
    const query = field.value.trim();
    if (query === asked) return;
    asked = query;
    results.replaceChildren();
    if (!query) return;
    try {
      const entries = await readIndex();
      if (query !== asked) return;
      show(search(entries, query), ...(isRule(query) ? [compareRule(entries, query, show)] : []));
    } catch (error) {
      results.replaceChildren(make("p", {}, `The search could not run: ${error instanceof Error ? error.message : error}.`));
    }
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const address = new URL(location.href);
    address.searchParams.set("q", field.value.trim());
    history.replaceState(null, "", address);
    void run();
  });
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), WAIT);
  });
  const given = new URLSearchParams(location.search).get("q");
  if (given) field.value = given;
  void run();
}

/**
 * The button that compares the normal form of a rule, with Python in a web worker.
 * @param {Entry[]} entries
 * @param {string} query
 * @param {(found: Found) => void} show
 */
function compareRule(entries, query, show) {
  const button = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "md-button check-button" }, "Compare the normal form"));
  const cancel = make("button", { type: "button", class: "md-button check-button", hidden: "" }, "Cancel");
  const note = make("small", {});
  cancel.addEventListener("click", () => python.stop());
  button.addEventListener("click", async () => {
    button.disabled = true;
    cancel.hidden = false;
    try {
      const { status, text } = await python.ask({ kind: "respond", path: "/atlas/digests", fields: { game: query } }, (now) => (note.textContent = now.text));
      const answer = JSON.parse(text);
      if (!button.isConnected) return; // the reader asked something else meanwhile
      if (status === 200) show(searchDigests(entries, answer));
      else note.textContent = answer.detail;
    } catch (error) {
      note.textContent = error instanceof Cancelled ? "Cancelled." : `Python could not run: ${error instanceof Error ? error.message : error}.`;
    } finally {
      button.disabled = false;
      cancel.hidden = true;
    }
  });
  void (bytesWanted ??= downloadSize()).then((bytes) => (note.textContent ||= `Finds the rule in any spelling, and games with the same P-positions. Downloads Python from this site (${(bytes / MEGABYTE).toFixed(0)} MB, once). Nothing is sent anywhere.`));
  return make("p", { class: "check-start atlas-rule" }, button, cancel, note);
}

/** Returns the number of bytes that the comparison of a rule downloads. */
async function downloadSize() {
  const response = await fetch(new URL("../../build.json", import.meta.url));
  /** @type {{sizes: Record<string, number>}} */
  const { sizes } = await response.json();
  return Object.entries(sizes).reduce((total, [name, size]) => total + (name === "sprague-checker.pyz" ? 0 : size), 0);
}
