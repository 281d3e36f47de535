/** The back end of the static site: Python in a web worker answers the requests of the pages. */
import { ApiError, problemOf } from "../api.js";
import { Cancelled, Python } from "./python.js";

export const python = new Python();

/** The addresses of the pages of the server that the static site has; the board and the laboratory are one page here. */
/** @type {Record<string, string>} */
const PAGES = { board: "try.html", laboratory: "try.html" };

/** @type {import("../api.js").BackEnd} */
export const WORKER = {
  async ask(_method, path, fields, signal) {
    let answer;
    try {
      answer = await python.ask({ kind: "respond", path, fields: given(fields) }, () => undefined, signal);
    } catch (error) {
      if (error instanceof Cancelled) throw new DOMException("cancelled", "AbortError");
      throw new ApiError(problemOf(`Python stopped: ${error instanceof Error ? error.message : error}. Reload the page to start it again.`), 0);
    }
    const body = JSON.parse(answer.text);
    if (answer.status === 200) return body;
    throw new ApiError(body, answer.status);
  },
  pageAt: (page) => PAGES[page] ?? null,
  navigation: [
    { name: "try", title: "Write a rule", href: "try.html" },
    { name: "board", title: "Play", href: "try.html?game=nim" },
    { name: "check", title: "Check a certificate", href: "../check.html" },
    { name: "atlas", title: "Atlas", href: "../atlas/index.html" },
  ],
  links: [
    { name: "playground", title: "About this page", href: "../playground.html" },
    { name: "glossary", title: "Glossary", href: "../glossary.html" },
  ],
  home: "../index.html",
  note: "Everything is computed in your browser; nothing is sent anywhere.",
  hasJobs: false,
};

/** Returns the fields that have a value, as a query string does. @param {unknown} fields */
function given(fields) {
  const all = /** @type {Record<string, unknown>} */ (fields ?? {});
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
}
