/** The laboratory page: type a rule, see its values at once, prove statements about all positions, and ask questions. */
import { html, useCallback, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { copyLink } from "../clipboard.js";
import { Icon } from "../icons.js";
import { show } from "../shell.js";
import { useJob } from "../job_runner.js";
import { addressOf, jobOf, readAddress } from "./address.js";
import { Editor } from "./editor.js";
import { EXAMPLES, Examples } from "./examples.js";
import { LiveMap } from "./live_map.js";
import { Results } from "./results.js";
import { RuleCard } from "./rule_card.js";
import { useRule } from "./rule_request.js";
import { TaskBar } from "./task_bar.js";

/**
 * @typedef {import("./address.js").Address} Address
 */

function Laboratory() {
  const [address, setAddress] = useState(() => readAddress(EXAMPLES[0]?.rule ?? ""));
  const { rule, problem } = useRule(address.rule);
  const work = useJob();
  const busy = work.job?.state === "queued" || work.job?.state === "running";
  const piles = useMemo(() => new Set(rule?.names ?? []), [rule]);

  /** Changes the address and clears the result, which belongs to the previous request. @param {Partial<Address>} some */
  const change = (some) => {
    const next = { ...address, run: false, ...some };
    setAddress(next);
    history.replaceState(null, "", addressOf(next));
    if (work.job || work.problem) {
      if (busy) void work.stop();
      work.forget();
    }
  };
  const run = useCallback((/** @type {Address} */ at) => {
    const next = { ...at, run: true };
    setAddress(next);
    history.pushState(null, "", addressOf(next));
    void work.run(jobOf(next));
    // The result may be below the visible part of the page.
    requestAnimationFrame(() => document.querySelector(".results")?.scrollIntoView({ block: "nearest" }));
  }, []);
  useEffect(() => {
    if (address.run) void work.run(jobOf(address));
    const back = () => {
      const before = readAddress(EXAMPLES[0]?.rule ?? "");
      setAddress(before);
      if (before.run) void work.run(jobOf(before));
      else work.forget();
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  const share = () => copyLink(location.href, "The link to this rule and task has been copied.");
  // A mistake in the formula or question is shown below it; other errors are shown below the tasks.
  const formulaProblem = ["check", "ask"].includes(address.task) && work.problem && typeof work.problem.start === "number" ? work.problem : null;

  return html`<header class="laboratory-head row">
      <h1>Laboratory</h1>
      <span class="soft">Type a rule, see its values at once, and prove statements about all positions.</span>
      <button class="button" type="button" onClick=${share}><${Icon} name="link" />Copy link</button>
    </header>
    <div class="bench">
      <section class="card stack bench-rule" aria-label="The rule">
        <${Editor} id="rule" label="Rule" value=${address.rule} problem=${problem} onInput=${(/** @type {string} */ text) => change({ rule: text })}
          onSubmit=${() => rule && run(address)} placeholder="(a, b) -> (u, b) where u < a any order" />
        <${Examples} onChoose=${(/** @type {{rule: string, formula: string}} */ example) => change({ rule: example.rule, formula: example.formula, question: "", definitions: "" })} />
      </section>
      ${rule && html`<${RuleCard} rule=${rule} misere=${address.misere} isOld=${problem !== null} />`}
      ${rule && html`<${LiveMap} key=${rule.names.join()} rule=${rule} misere=${address.misere} isOld=${problem !== null} />`}
      <${TaskBar} address=${address} piles=${piles} questions=${rule?.questions ?? []} problem=${formulaProblem} busy=${busy} ready=${rule !== null && !problem}
        onChange=${change} onRun=${() => run(address)} onCancel=${work.stop} />
    </div>
    <div class="results" aria-live="polite">
      ${work.problem && !formulaProblem && html`<p class="notice bad" role="alert">${work.problem.detail}</p>`}
      ${work.job && html`<section class="card side" aria-label="Result"><${Results} job=${work.job} about=${{ game: rule?.game ?? address.rule, misere: address.misere, names: rule?.names ?? [] }} /></section>`}
    </div>`;
}

show("laboratory", html`<${Laboratory} />`);
