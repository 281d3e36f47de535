/**
 * The client of the server: one function per endpoint, typed; errors say what the library says.
 *
 * A game is one string everywhere, as on the command line; a match is its transcript. Nothing is worked out here.
 */

/**
 * @typedef {import("api-types").Problem} Problem
 * @typedef {number | string} Entry  a number of chips; beyond 2^53 its digits as text
 */

/** What the server refuses, with what it expected and where (`start`, `end`: characters of the text that was sent). */
export class ApiError extends Error {
  /** @param {Problem} problem @param {number} status */
  constructor(problem, status) {
    super(problem.message);
    this.name = "ApiError";
    this.problem = problem;
    this.status = status;
  }
}

/**
 * Asks the server, and reads its answer as JSON.
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
    throw new ApiError({ message: "the server does not answer; is `sprague serve` still running?" }, 0);
  }
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new ApiError(answer?.error ?? { message: `the server answered ${response.status}` }, response.status);
}

/**
 * The query string of what is given: what is undefined or null is left out.
 * @param {Record<string, string | number | boolean | null | undefined>} fields
 */
export function query(fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * Whether an address says so.
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
