/** The state of the laboratory in the address of the page: a rule and a task. */
import { isTrue } from "../api.js";

/**
 * @typedef {"table" | "period" | "check" | "discover" | "ask"} Task
 * @typedef {{rule: string, misere: boolean, task: Task, run: boolean, formula: string, limit: number, what: string, values: string,
 *   question: string, definitions: string}} Address
 *   `run`: whether the task has been started; `definitions`: other games and sets of the question, one on each line
 */

const TASKS = ["table", "period", "check", "discover", "ask"];

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
    question: words.get("question") ?? "",
    definitions: words.getAll("let").join("\n"),
  };
}

/** @param {Address} address */
export function addressOf({ rule, misere, task, run, formula, limit, what, values, question, definitions }) {
  const words = new URLSearchParams({ rule });
  if (misere) words.set("misere", "true");
  if (run) words.set("do", task);
  if (run && task === "check") words.set("formula", formula);
  if (run && task === "table") words.set("limit", String(limit));
  if (run && task === "table") words.set("what", what);
  if (run && task === "discover" && values) words.set("values", values);
  if (run && task === "ask") {
    words.set("question", question);
    for (const line of linesOf(definitions)) words.append("let", line);
  }
  return `/laboratory?${words}`;
}

/**
 * Returns the job request for an address.
 * @param {Address} address
 */
export function jobOf({ rule, misere, task, formula, limit, what, values, question, definitions }) {
  const about = { kind: task, game: rule, misere };
  if (task === "ask") return { ...about, question, let: Object.fromEntries(linesOf(definitions).map(definitionOf)) };
  if (task === "check") return { ...about, formula };
  if (task === "table") return { ...about, limit, what: misere && what === "grundy" ? "outcome" : what };
  // Misère play has no Grundy values.
  return task === "discover" && values && !misere ? { ...about, values: values === "all" ? values : Number(values) } : about;
}

/** @param {string} text */
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/** Returns the name and the meaning in a line such as Q = nim:piles=2. @param {string} line @returns {[string, string]} */
function definitionOf(line) {
  const at = line.indexOf("=");
  return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
