/** The state of the laboratory in the address of the page: a rule and a task. */
import { isTrue } from "../api.js";

/**
 * @typedef {"table" | "period" | "check" | "discover"} Task
 * @typedef {{rule: string, misere: boolean, task: Task, run: boolean, formula: string, limit: number, what: string, values: string}} Address
 *   `run`: whether the task has been started
 */

const TASKS = ["table", "period", "check", "discover"];

/**
 * @param {string} first the default rule
 * @returns {Address}
 */
export function readAddress(first) {
  const words = new URLSearchParams(location.search);
  const task = words.get("do") ?? "";
  const limit = Number(words.get("limit"));
  return {
    rule: words.get("rule") ?? words.get("game") ?? first,
    misere: isTrue(words, "misere"),
    task: /** @type {Task} */ (TASKS.includes(task) ? task : "discover"),
    run: TASKS.includes(task),
    formula: words.get("formula") ?? "",
    limit: Number.isInteger(limit) && limit > 0 ? limit : 64,
    what: words.get("what") ?? "grundy",
    values: words.get("values") ?? "",
  };
}

/** @param {Address} address */
export function addressOf({ rule, misere, task, run, formula, limit, what, values }) {
  const words = new URLSearchParams({ rule });
  if (misere) words.set("misere", "true");
  if (run) words.set("do", task);
  if (run && task === "check") words.set("formula", formula);
  if (run && task === "table") words.set("limit", String(limit));
  if (run && task === "table") words.set("what", what);
  if (run && task === "discover" && values) words.set("values", values);
  return `/laboratory?${words}`;
}

/**
 * Returns the job request for an address.
 * @param {Address} address
 */
export function jobOf({ rule, misere, task, formula, limit, what, values }) {
  const about = { kind: task, game: rule, misere };
  if (task === "check") return { ...about, formula };
  if (task === "table") return { ...about, limit, what: misere && what === "grundy" ? "outcome" : what };
  // Misère play has no Grundy values.
  return task === "discover" && values && !misere ? { ...about, values: values === "all" ? values : Number(values) } : about;
}
