/** Hook that parses a rule while it is typed. */
import { useEffect, useState } from "../../vendor/preact.js";
import { ApiError, post, problemOf } from "../api.js";

/**
 * @typedef {import("./rule_card.js").RuleDetails} RuleDetails
 * @typedef {import("../api.js").Problem} Problem
 */

const PAUSE = 150; // milliseconds after the last key press before the rule is sent

/**
 * Hook that returns the parsed rule shortly after the last key press; if the text has a mistake, the last valid rule stays.
 * @param {string} text
 */
export function useRule(text) {
  const [read, setRead] = useState(/** @type {{rule: RuleDetails | null, problem: Problem | null}} */ ({ rule: null, problem: null }));
  useEffect(() => {
    if (!text.trim()) {
      setRead({ rule: null, problem: null });
      return undefined;
    }
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const rule = /** @type {RuleDetails} */ (await post("/api/v1/rule", { game: text }, ending.signal));
        setRead({ rule, problem: null });
      } catch (error) {
        if (ending.signal.aborted) return;
        const problem = error instanceof ApiError ? error.problem : problemOf(String(error));
        setRead((before) => ({ rule: before.rule, problem }));
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text]);
  return read;
}
