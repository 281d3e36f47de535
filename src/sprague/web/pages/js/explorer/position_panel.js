/** The position that was chosen: who wins, why, and what every move is worth. */
import { html } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Icon } from "../icons.js";
import { shown as written } from "../number_text.js";

/**
 * @typedef {import("api-types").EvaluatedMove} Option
 * @typedef {import("api-types").PositionAnalysis} PositionAnalysis
 * @typedef {{analysis: PositionAnalysis | null, error: Error | null, shown: number,
 *   onChoose: (option: Option) => void}} Properties `shown` is how many options stand on the map
 */

const MOST = 200; // options listed
const WINNERS = { P: "the player who has just moved wins", N: "the player to move wins" };

/** What is analysis of options where it is known. @type {{title: string, of: (option: Option) => number | string | null}[]} */
const COLUMNS = [
  { title: "Value", of: ({ grundy }) => grundy },
  { title: "Moves left", of: ({ remoteness }) => remoteness },
];

/** @param {Properties} properties */
export function PositionPanel({ analysis, error, shown, onChoose }) {
  if (error) return html`<section class="position" aria-label="Position"><p class="notice bad">${error.message}</p></section>`;
  if (!analysis) {
    return html`<section class="position" aria-label="Position">
      <p class="soft small">Choose a cell: its position is set up here, with all its options.</p>
    </section>`;
  }
  const { outcome } = analysis;
  const columns = COLUMNS.filter(({ of }) => analysis.options.some((option) => of(option) !== null));
  return html`<section class="position" aria-label="Position">
    <header class="row">
      <h2>${written(analysis.text)}</h2>
      ${outcome && html`<span class="badge ${outcome === "P" ? "bad" : "good"}">${outcome}</span>`}
      <span class="spacer"></span>
      <a class="button" href=${`/board?${query({ game: analysis.game, position: analysis.text, misere: analysis.play === "misere" || null })}`}>
        <${Icon} name="play" />Play it
      </a>
    </header>
    <p class="small">${sentence(analysis)}</p>
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
    ${(analysis.options.length > MOST || analysis.more > 0) && html`<p class="small soft">These are not all of them.</p>`}
    ${analysis.because &&
    html`<details class="more"><summary>Why: by ${analysis.because.kind}</summary>
      ${(analysis.explanation || analysis.because.source).split("\n").map((line) => html`<p class="small">${line}</p>`)}
    </details>`}
  </section>`;
}

/** @param {PositionAnalysis} analysis */
function sentence({ outcome, grundy, remoteness }) {
  const facts = [];
  if (outcome === "P" || outcome === "N") facts.push(`${outcome}: ${WINNERS[outcome]}`);
  if (grundy !== null) facts.push(`Grundy value ${grundy}`);
  if (remoteness !== null) facts.push(`over in ${remoteness} ${remoteness === 1 ? "move" : "moves"} with best play`);
  return facts.join(" · ");
}
