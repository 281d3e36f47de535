/**
 * The HTTP client of the server's API. An error response becomes an `ApiError` with the message of the server.
 *
 * A game is sent as one string, as on the command line; a match is sent as its transcript. The client computes nothing.
 */

/**
 * @typedef {import("api-types").Problem} Problem
 * @typedef {number | string} Entry  a number of chips; numbers above 2^53 are text
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
 * @template T
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<T>}
 */
async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new ApiError(problemOf("The server does not answer. Ask your teacher, or start it again with: sprague serve"), 0);
  }
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new ApiError(answer?.code ? answer : problemOf(`the server returned the error ${response.status}`, response.status), response.status);
}

/**
 * Returns the query string of the given fields; fields that are undefined or null are omitted.
 * @param {Record<string, string | number | boolean | null | undefined>} fields
 */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
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
 * @param {Record<string, string | number | boolean | null | undefined>} [fields]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export function get(path, fields = {}, signal) {
  const words = query(fields);
  return ask(words ? `${path}?${words}` : path, signal ? { signal } : {});
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export function post(path, body, signal) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return ask(path, signal ? { ...options, signal } : options);
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export function remove(path) {
  return ask(path, { method: "DELETE" });
}
