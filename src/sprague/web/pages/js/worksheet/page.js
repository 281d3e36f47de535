/** The worksheet page: positions to decide on paper, with solutions on a page of their own. */
import { html, useState } from "../../vendor/preact.js";
import { isTrue, post, query } from "../api.js";
import { Icon } from "../icons.js";
import { PlayChoice } from "../play_choice.js";
import { useRequest } from "../request.js";
import { sentence } from "../sentence.js";
import { show } from "../shell.js";
import { makeExercises } from "./exercises.js";

/**
 * @typedef {import("./exercises.js").Sheet} Sheet
 * @typedef {import("./exercises.js").Exercise} Exercise
 */

const COUNTS = [4, 6, 8, 10, 12];
const MOST_CHIPS = 15; // higher piles are printed as numbers
const SEEDS = 100_000;

/** @returns {Sheet} */
function readAddress() {
  const words = new URLSearchParams(location.search);
  const count = Number(words.get("count"));
  const seed = Number(words.get("seed") ?? 1);
  return {
    game: words.get("game") ?? "nim",
    misere: isTrue(words, "misere"),
    count: COUNTS.includes(count) ? count : 8,
    seed: Number.isInteger(seed) && seed >= 0 && seed < SEEDS ? seed : 1,
  };
}

function Worksheet() {
  const [sheet, setSheet] = useState(readAddress);
  const change = (/** @type {Partial<Sheet>} */ part) => {
    const next = { ...sheet, ...part };
    setSheet(next);
    history.replaceState(null, "", `?${query({ ...next, misere: next.misere || null })}`);
  };
  const { value: rule, error: ruleError } = useRequest((signal) => /** @type {Promise<import("api-types").RuleDetails>} */ (post("/api/v1/rule", { game: sheet.game }, signal)), [sheet.game]);
  // The rule in plain words, as on the board.
  const { value: match, error: matchError } = useRequest((signal) => /** @type {Promise<import("api-types").StateResponse>} */ (post("/api/v1/match", { game: sheet.game, level: "person" }, signal)), [sheet.game]);
  const { value: exercises, error, busy } = useRequest((signal) => makeExercises(sheet, signal), [sheet.game, sheet.misere, sheet.count, sheet.seed]);
  const problem = ruleError ?? matchError ?? error;
  const isReady = !problem && !busy && rule && match && exercises;
  const field = (/** @type {Event} */ event) => /** @type {HTMLInputElement | HTMLSelectElement} */ (event.currentTarget).value;
  return html`<form class="card worksheet-form" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label class="field"><span>Game: a name or a rule</span><input class="input code" value=${sheet.game} spellcheck="false" autocomplete="off" onChange=${(/** @type {Event} */ event) => change({ game: field(event) || "nim" })} /></label>
      <label class="field"><span>Positions</span><select class="select" value=${sheet.count} onChange=${(/** @type {Event} */ event) => change({ count: Number(field(event)) })}>${COUNTS.map((count) => html`<option value=${count}>${count}</option>`)}</select></label>
      <${PlayChoice} misere=${sheet.misere} onChange=${(/** @type {boolean} */ misere) => change({ misere })} />
      <button class="button" type="button" onClick=${() => change({ seed: (sheet.seed + 1) % SEEDS })}><${Icon} name="dice" />Other positions</button>
      <button class="button primary" type="button" disabled=${!exercises || busy} onClick=${() => print()}>Print</button>
    </form>
    ${problem && html`<p class="notice bad" role="alert">${sentence(problem.message)} <a href="/">All games</a></p>`}
    ${!isReady && html`<h1 class="visually-hidden">Worksheet</h1>`}
    ${!problem && !isReady && html`<p class="loading" role="status"><span class="spinner"></span> Choosing positions…</p>`}
    ${isReady && html`<${Paper} rule=${rule} sentences=${match.state.rules} sheet=${sheet} exercises=${exercises} />`}`;
}

/** @param {{rule: import("api-types").RuleDetails, sentences: string[], sheet: Sheet, exercises: Exercise[]}} properties */
function Paper({ rule, sentences, sheet, exercises }) {
  const title = rule.title ?? "Your own game";
  return html`<article class="card paper">
      <header><h1>${title}</h1><p class="blanks"><span>Name</span><span>Date</span></p></header>
      <p>${sentences.length ? sentences.join(" ") : rule.description.replaceAll("\n", " ")} <strong>Whoever makes the last move ${sheet.misere ? "loses" : "wins"}.</strong></p>
      <p>For each position: can the player to move win? If so, write down a winning move.</p>
      <ol class="exercises">${exercises.map((one) => html`<li key=${one.text}>
        <${Piles} piles=${one.piles} />
        <p><strong class="code">${one.text}</strong></p>
        <p class="answer"><span class="box" aria-hidden="true"></span> yes <span class="box" aria-hidden="true"></span> no</p>
        <p class="blanks"><span>Move</span></p>
      </li>`)}</ol>
    </article>
    <article class="card paper solutions">
      <h2>Solutions: ${title}${sheet.misere ? " (misère)" : ""}, sheet ${sheet.seed}</h2>
      <ol>${exercises.map((one) => html`<li key=${one.text}><strong class="code">${one.text}</strong>: ${solution(one)}</li>`)}</ol>
    </article>`;
}

/** @param {Exercise} exercise */
function solution({ wins, moves }) {
  if (!wins) return "No. Every move loses against best play (a P-position).";
  return html`Yes (an N-position). ${moves.length === 1 ? "The winning move" : "Winning moves"}:<ul>${moves.map((move) => html`<li>${move}</li>`)}</ul>`;
}

/** The piles as columns of chips. @param {{piles: (number | string)[]}} properties */
function Piles({ piles }) {
  return html`<div class="small-piles" aria-hidden="true">
    ${piles.map((height) => html`<div class="small-pile">${Number(height) <= MOST_CHIPS ? Array.from({ length: Number(height) }, () => html`<i></i>`) : html`<b>${height}</b>`}</div>`)}
  </div>`;
}

show("worksheet", html`<${Worksheet} />`);
