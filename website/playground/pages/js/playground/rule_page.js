/** The view of a rule: the rule in English, the moves of a position, who wins and why, and the commands for the rest. */
import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { get, isTrue, pageAddress, post, query } from "../api.js";
import { Copy } from "../equivalents.js";
import { Icon } from "../icons.js";
import { PositionPanel } from "../explorer/position_panel.js";
import { Editor } from "../laboratory/editor.js";
import { EXAMPLES, Examples } from "../laboratory/examples.js";
import { RuleCard } from "../laboratory/rule_card.js";
import { useRule } from "../laboratory/rule_request.js";
import { PlayChoice } from "../play_choice.js";
import { useRequest } from "../request.js";

/** @typedef {import("api-types").PositionAnalysis} PositionAnalysis */

export function RulePage() {
  const address = useMemo(() => new URLSearchParams(location.search), []);
  const [text, setText] = useState(address.get("rule") ?? EXAMPLES[0]?.rule ?? "");
  const [position, setPosition] = useState(address.get("position") ?? "");
  const [misere, setMisere] = useState(isTrue(address, "misere"));
  const { rule, problem } = useRule(text);
  const game = rule?.game ?? null;
  useEffect(() => {
    const words = query({ rule: text, position: position || null, misere: misere ? 1 : null });
    history.replaceState(null, "", `${location.pathname}?${words}`);
  }, [text, position, misere]);
  // A position of another game has another number of piles; then the new rule proposes its own position.
  useEffect(() => {
    if (rule && position.split(/[,|]/).length !== rule.names.length) setPosition(rule.first);
  }, [game]);
  const { value, error, busy } = useRequest(
    (signal) => (game && position.trim() ? /** @type {Promise<PositionAnalysis>} */ (post("/api/v1/position", { game, position, misere }, signal)) : null),
    [game, position, misere],
  );
  const propose = async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const found = /** @type {{position: string}} */ (await get("/api/v1/propose", { game, misere, seed }));
    setPosition(found.position);
  };

  return html`<header class="laboratory-head row">
      <h1>Try it here</h1>
      <span class="soft">Type a rule, read it in English, and solve a position; Python runs in your browser.</span>
    </header>
    <div class="bench try-bench">
      <section class="card stack bench-rule" aria-label="The rule">
        <${Editor} id="rule" label="Rule" value=${text} problem=${problem} onInput=${setText} placeholder="(a, b) -> (u, b) where u < a any order" />
        <${Examples} onChoose=${(/** @type {{rule: string}} */ example) => setText(example.rule)} />
      </section>
      ${rule && html`<${RuleCard} rule=${rule} misere=${misere} isOld=${problem !== null} />`}
      ${rule &&
      html`<div class="stack try-position">
        <section class="card stack side" aria-label="A position">
          <${PlayChoice} misere=${misere} onChange=${setMisere} />
          <div class="field">
            <label for="position">Position</label>
            <div class="row beside">
              <input id="position" class="input code" value=${position} autocomplete="off" spellcheck="false" onInput=${(/** @type {Event} */ event) => setPosition(/** @type {HTMLInputElement} */ (event.currentTarget).value)} />
              <button type="button" class="button" title="Propose an interesting position" onClick=${propose}><${Icon} name="dice" />Random</button>
            </div>
          </div>
        </section>
        <div class="card side answer ${busy ? "busy" : ""}" aria-busy=${busy}>
          <${PositionPanel} analysis=${value} error=${error} shown=${value?.options.length ?? 0} onChoose=${(/** @type {{text: string}} */ option) => setPosition(option.text)} />
          ${value?.refusal && html`<p class="small">A larger search runs on your machine: <code>${value.command}</code></p>`}
        </div>
      </div>
      <${Commands} game=${rule.game} misere=${misere} />`}
    </div>`;
}

/** The work that this page cannot do, with the command that does it. @param {{game: string, misere: boolean}} properties */
function Commands({ game, misere }) {
  const quoted = /^[\w:=.-]+$/.test(game) ? game : `'${game}'`;
  const play = misere ? " --misere" : "";
  const commands = [
    { title: "Find and prove a theorem about all positions", command: `sprague discover ${quoted}${play}` },
    { title: "Prove a formula", command: `sprague check ${quoted}${play} "FORMULA"` },
    { title: "Compute a large table", command: `sprague table ${quoted}${play} --limit 200` },
    { title: "Search the periods", command: `sprague period ${quoted}${play}` },
    { title: "Open all pages, with maps and proofs", command: "sprague serve" },
  ];
  return html`<details class="card same try-commands">
    <summary>What this page cannot do</summary>
    <p class="small soft">Discovery, proofs and large tables need numpy and compiled code. Install Sprague, and run:</p>
    <dl>${commands.map(({ title, command }) => html`<div><dt>${title}</dt><dd><code>${command}</code><${Copy} text=${command} name="the command" /></dd></div>`)}</dl>
    <p class="small"><a href=${pageAddress("board", { game, misere: misere || null })}>Play this rule here</a></p>
  </details>`;
}
