/** The answer to a question about all positions: yes or no, a set of numbers, or the reason why it is undecided. */
import { html } from "../../vendor/preact.js";
import { sentence } from "../sentence.js";
import { Equivalents } from "../equivalents.js";
import { Icon } from "../icons.js";
import { brief, shown } from "../number_text.js";
import { Automaton } from "./automaton.js";
import { Certificate, Lines, Members, Written, boardOf } from "./theorem.js";

/**
 * @typedef {import("api-types").TruthResult} Truth
 * @typedef {import("api-types").SetResult} NumberSet
 * @typedef {Truth | NumberSet | import("api-types").UndecidedQuestionResult} QuestionAnswer
 * @typedef {import("../jobs.js").Job} Job
 * @typedef {import("./theorem.js").About & {names: string[]}} About the game, its play and the names of its piles
 */

/** @param {{answer: QuestionAnswer, about: About, job: Job}} properties */
export function Answer({ answer, about, job }) {
  return html`<article class="theorem answer stack">
    ${answer.status === "undecided"
      ? html`<${Head} badge="open" words="Undecided" statement=${answer.reason} isQuestion=${false} />`
      : "names" in answer
        ? html`<${SetFound} found=${answer} about=${about} />`
        : html`<${TruthFound} found=${answer} about=${about} />`}
    ${answer.status === "proved" && answer.undefined.length > 0 && html`<section><h2>Terms without a value</h2><${Lines} lines=${answer.undefined} /></section>`}
    ${answer.status === "proved" &&
    html`<section><h2>Theorems used</h2><${Lines} lines=${answer.theorems.length > 0 ? answer.theorems.map(sentence) : ["None: the answer follows from the rule."]} /></section>
      <${Certificate} job=${job.id} digest="" />`}
    <${Equivalents} command=${job.command} python=${job.python} />
  </article>`;
}

/** @param {{badge: string, words: string, statement: string, isQuestion?: boolean}} properties */
function Head({ badge, words, statement, isQuestion = true }) {
  return html`<header class="stack">
    <span class="badge ${badge}">${badge === "good" && html`<${Icon} name="check" />`}${words}</span>
    <p class="statement">${isQuestion ? html`<code>${statement}</code>` : statement}</p>
  </header>`;
}

/** @param {{found: Truth, about: About}} properties */
function TruthFound({ found, about }) {
  const numbers = found.witness ?? found.counterexample;
  const title = found.witness ? "Smallest witness" : "Smallest counterexample";
  const entries = Object.entries(numbers ?? {});
  const position = numbers && about.names.length > 0 && about.names.every((name) => name in numbers) ? about.names.map((name) => numbers[name]).join(",") : null;
  return html`<${Head} badge=${found.answer ? "good" : "bad"} words=${found.answer ? "Yes, proved" : "No, proved"} statement=${found.question} />
    ${entries.length > 0 &&
    html`<section><h2>${title}</h2>
      <p class="numbers">${entries.map(([name, number], at) => html`${at > 0 && ", "}<span><i>${name}</i> = ${brief(String(number))}</span>`)}</p>
      ${position !== null && html`<a class="button" href=${boardOf(about, position)}><${Icon} name="play" />Show ${shown(position)} on the board</a>`}
    </section>`}`;
}

/** @param {{found: NumberSet, about: About}} properties */
function SetFound({ found, about }) {
  const names = found.names.length > 1 ? `(${found.names.join(", ")})` : String(found.names[0]);
  const isAll = found.formula === "true";
  const amount = isAll ? `All ${names}` : found.size === null ? `Infinitely many ${names}` : found.size === 0 ? `No ${names}` : `Exactly ${found.size.toLocaleString("en")} ${names}`;
  const isEmpty = found.size === 0;
  // Members are positions of the board only if they have the names of the piles.
  const isPosition = found.names.join() === about.names.join();
  const rest = found.size === null || Number(found.size) > found.members.length;
  const sum = found.names.join(" + ");
  return html`<${Head} badge="good" words=${`${amount}, proved`} statement=${found.question} />
    ${!isEmpty && !isAll && html`<section><h2>${rest ? "Smallest members" : "Members"}</h2>
      ${isPosition ? html`<${Members} about=${about} positions=${found.members} />` : html`<p class="numbers">${found.members.map(shownMember).join(", ")}${rest && ", …"}</p>`}</section>`}
    ${!isEmpty && !isAll && (found.formula
      ? html`<${Written} title=${found.formula.includes("columns(") ? "Column program" : "Formula"} text=${found.formula} />`
      : html`<section><h2>Formula</h2><p class="soft">No formula was found for this set; the automaton describes it.</p></section>`)}
    ${!isEmpty && !isAll && html`<section><h2>Number of members by size</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Number of members by size"><table class="attempts counts">
        <tbody>
          <tr><th scope="row"><i>${sum}</i></th>${found.counts.map((_, total) => html`<td>${total}</td>`)}<td>…</td></tr>
          <tr><th scope="row">members</th>${found.counts.map((number) => html`<td>${number}</td>`)}<td>…</td></tr>
        </tbody>
      </table></div></section>`}
    <section><h2>Automaton</h2>
      <p class="soft small">${found.states} ${found.states === 1 ? "state" : "states"} over ${found.numeration}${!found.automaton && "; too large to draw"}</p>
      ${found.automaton && html`<${Automaton} svg=${found.automaton} />`}</section>`;
}

/** @param {(number | string)[]} member */
const shownMember = (member) => (member.length > 1 ? `(${member.map((one) => brief(String(one))).join(", ")})` : brief(String(member[0])));
