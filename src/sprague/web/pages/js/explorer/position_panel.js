/** The panel of the chosen position: who wins, why, and a rating of every move. */
import { html } from "../../vendor/preact.js";
import { pageAddress } from "../api.js";
import { WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { shown as written } from "../number_text.js";

/**
 * @typedef {import("api-types").EvaluatedMove} Option
 * @typedef {import("api-types").PositionAnalysis} PositionAnalysis
 * @typedef {{analysis: PositionAnalysis | null, error: Error | null, shown: number,
 *   onChoose: (option: Option) => void}} Properties `shown` is the number of options on the map
 */

const MOST = 200; // maximum number of options listed
const WINNERS = { P: "The player to move loses (a P-position)", N: "The player to move can win (an N-position)" };

/** The columns of the table of options that are shown if their values are known. @type {{title: string, of: (option: Option) => number | string | null}[]} */
const COLUMNS = [
  { title: "Value", of: ({ grundy }) => grundy },
  { title: "Moves left", of: ({ remoteness }) => remoteness },
];

/** @param {Properties} properties */
export function PositionPanel({ analysis, error, shown, onChoose }) {
  if (error) return html`<section class="position" aria-label="Position"><p class="notice bad">${error.message}</p></section>`;
  if (!analysis) {
    return html`<section class="position" aria-label="Position">
      <p class="soft small">Choose a cell to see its position with all options.</p>
    </section>`;
  }
  const { outcome } = analysis;
  const columns = COLUMNS.filter(({ of }) => analysis.options.some((option) => of(option) !== null));
  return html`<section class="position" aria-label="Position">
    <header class="row">
      <h2>${written(analysis.text)}</h2>
      ${outcome && html`<span class="badge ${outcome === "P" ? "bad" : "good"}">${outcome}</span>`}
      <span class="spacer"></span>
      <a class="button" href=${pageAddress("board", { game: analysis.game, position: analysis.text, misere: analysis.play === "misere" || null })}>
        <${Icon} name="play" />Play
      </a>
    </header>
    <p class="small"><${WithTerms} text=${sentence(analysis)} /></p>
    ${analysis.refusal && html`<p class="notice">${analysis.refusal}</p>`}
    <h3>${analysis.terminal ? "No move is left" : analysis.options.length === 1 ? "1 option" : `${analysis.options.length.toLocaleString("en")} options`}
      ${!analysis.terminal && shown < analysis.options.length && html` <span class="soft small">(${shown} on this map)</span>`}</h3>
    ${!analysis.terminal &&
    html`<div class="options-box" tabindex="0" role="region" aria-label="Options"><table class="options">
      <thead><tr><th>Option</th><th>Outcome</th>${columns.map(({ title }) => html`<th>${title}</th>`)}</tr></thead>
      <tbody>
        ${analysis.options.slice(0, MOST).map(
          (option) => html`<tr>
            <td><button class="button quiet" type="button" title=${option.sentence} onClick=${() => onChoose(option)}>${written(option.text)}</button></td>
            <td>${option.outcome === "P" ? html`<b>P</b>` : (option.outcome ?? "?")}</td>
            ${columns.map(({ of }) => html`<td>${of(option) ?? "–"}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table></div>`}
    ${(analysis.options.length > MOST || analysis.more > 0) && html`<p class="small soft">There are more options than listed here.</p>`}
    ${analysis.because &&
    html`<details class="more"><summary>Reason (${analysis.because.kind})</summary>
      ${(analysis.explanation || analysis.because.source).split("\n").map((line) => html`<p class="small"><${WithTerms} text=${line} /></p>`)}
    </details>`}
  </section>`;
}

/** @param {PositionAnalysis} analysis */
function sentence({ outcome, grundy, remoteness }) {
  const facts = [];
  if (outcome === "P" || outcome === "N") facts.push(WINNERS[outcome]);
  if (grundy !== null) facts.push(`Grundy value ${grundy}`);
  if (remoteness !== null) facts.push(`${remoteness} ${remoteness === 1 ? "move" : "moves"} left in best play (the remoteness)`);
  return facts.join(" · ");
}
