/**
 * The client of the web API. An error response becomes an `ApiError` with the message of the back end.
 *
 * A game is sent as one string, as on the command line; a match is sent as its transcript. The client computes nothing.
 * By default the server answers. The static site replaces the server by Python in a web worker (`setBackEnd`).
 */

/**
 * @typedef {import("api-types").Problem} Problem
 * @typedef {number | string} Entry  a number of chips; numbers above 2^53 are text
 * @typedef {Record<string, string | number | boolean | null | undefined>} Fields
 * @typedef {{name: string, title: string, href: string}} PageLink
 *
 * @typedef {object} BackEnd  answers the requests of the pages
 * @property {(method: "GET" | "POST" | "DELETE", path: string, fields?: unknown, signal?: AbortSignal) => Promise<any>} ask
 *   returns the JSON body of the response, or throws an `ApiError`
 * @property {(page: string) => string | null} pageAt  returns the address of a page, or null if the page does not exist
 * @property {PageLink[]} navigation  the pages in the header
 * @property {PageLink[]} links  the pages in the footer
 * @property {string} home  the address of the first page
 * @property {string} note  the sentence in the footer
 * @property {boolean} hasJobs  whether long computations run in the background
 */

/**
 * Returns a problem that the pages found themselves, without an error response of the server.
 * @param {string} detail
 * @param {number} [status]
 * @returns {Problem}
 */
export const problemOf = (detail, status = 0) => ({ type: "about:blank", title: "", status, code: "internal-error", detail });

/** An error response of the server: the problem, with the position of the mistake in the request if known, and the status. */
export class ApiError extends Error {
  /** @param {Problem} problem @param {number} status */
  constructor(problem, status) {
    super(problem.detail);
    this.name = "ApiError";
    this.problem = problem;
    this.status = status;
  }
}

/**
 * Sends a request to the server and returns the JSON body of the response.
 * @type {BackEnd["ask"]}
 */
async function askServer(method, path, fields, signal) {
  const words = method === "GET" ? query(/** @type {Fields} */ (fields ?? {})) : "";
  const body = method === "POST" ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields) } : {};
  let response;
  try {
    response = await fetch(words ? `${path}?${words}` : path, { method, ...body, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new ApiError(problemOf("The server does not answer. Ask your teacher, or start it again with: sprague serve"), 0);
  }
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new ApiError(answer?.code ? answer : problemOf(`the server returned the error ${response.status}`, response.status), response.status);
}

/** @type {BackEnd} */
const SERVER = {
  ask: askServer,
  pageAt: (page) => `/${page}`,
  navigation: [
    { name: "gallery", title: "Gallery", href: "/" },
    { name: "learn", title: "Learn", href: "/learn" },
    { name: "board", title: "Board", href: "/board" },
    { name: "explorer", title: "Explorer", href: "/explorer" },
    { name: "laboratory", title: "Laboratory", href: "/laboratory" },
    { name: "papers", title: "Papers", href: "/papers" },
  ],
  links: [
    { name: "glossary", title: "Glossary", href: "/glossary" },
    { name: "docs", title: "Web API", href: "/docs" },
  ],
  home: "/",
  note: "Everything is computed by this server; the pages load nothing from other sites.",
  hasJobs: true,
};

let current = SERVER;

/** Returns the back end of the pages. */
export const backEnd = () => current;

/** Replaces the server, before the first page is shown. @param {BackEnd} other */
export function setBackEnd(other) {
  current = other;
}

/**
 * Returns the address of a page with the given fields, or null if the back end has no such page.
 * @param {string} page
 * @param {Fields} [fields]
 */
export function pageAddress(page, fields = {}) {
  const address = current.pageAt(page);
  const words = query(fields);
  return address && words ? `${address}?${words}` : address;
}

/**
 * Returns the query string of the given fields; fields that are undefined or null are omitted. Colons, commas and equals
 * signs stay readable, because people read and write links such as `game=nim:piles=4&position=3,5,7,9`.
 * @param {Fields} fields
 */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
}

/**
 * Whether a parameter of the page's address is true.
 * @param {URLSearchParams} words
 * @param {string} name
 */
export const isTrue = (words, name) => ["1", "true"].includes(words.get(name) ?? "");

/**
 * @template T
 * @param {string} path
 * @param {Fields} [fields]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export const get = (path, fields = {}, signal) => current.ask("GET", path, fields, signal);

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export const post = (path, body, signal) => current.ask("POST", path, body, signal);

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export const remove = (path) => current.ask("DELETE", path);
