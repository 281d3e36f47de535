/** The position that was chosen: who wins, why, and what every move is worth. */
import { html } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Icon } from "../icons.js";
import { shown as written } from "../positions.js";

/**
 * @typedef {{position: string, piles: (number | string)[], sentence: string, outcome: string | null,
 *   grundy: number | string | null, remoteness: number | null}} Option
 * @typedef {{game: string, position: string, piles: (number | string)[], misere: boolean, terminal: boolean,
 *   outcome: string | null, grundy: number | string | null, remoteness: number | null,
 *   because: {kind: string, source: string} | null, explanation: string[], refusal: string | null,
 *   options: Option[], more: number, command: string, python: string}} PositionTold
 * @typedef {{told: PositionTold | null, error: Error | null, shown: number,
 *   onChoose: (option: Option) => void}} Properties `shown` is how many options stand on the map
 */

const MOST = 200; // options listed
const WINNERS = { P: "the player who has just moved wins", N: "the player to move wins" };

/** What is told of options where it is known. @type {{title: string, of: (option: Option) => number | string | null}[]} */
const COLUMNS = [
  { title: "Value", of: ({ grundy }) => grundy },
  { title: "Moves left", of: ({ remoteness }) => remoteness },
];

/** @param {Properties} properties */
export function PositionPanel({ told, error, shown, onChoose }) {
  if (error) return html`<section class="position" aria-label="Position"><p class="notice bad">${error.message}</p></section>`;
  if (!told) {
    return html`<section class="position" aria-label="Position">
      <p class="soft small">Choose a cell: its position is set up here, with all its options.</p>
    </section>`;
  }
  const { outcome } = told;
  const columns = COLUMNS.filter(({ of }) => told.options.some((option) => of(option) !== null));
  return html`<section class="position" aria-label="Position">
    <header class="row">
      <h2>${written(told.position)}</h2>
      ${outcome && html`<span class="badge ${outcome === "P" ? "bad" : "good"}">${outcome}</span>`}
      <span class="spacer"></span>
      <a class="button" href=${`/board?${query({ game: told.game, position: told.position, misere: told.misere || null })}`}>
        <${Icon} name="play" />Play it
      </a>
    </header>
    <p class="small">${sentence(told)}</p>
    ${told.refusal && html`<p class="notice">${told.refusal}</p>`}
    <h3>${told.terminal ? "No move is left" : told.options.length === 1 ? "1 option" : `${told.options.length.toLocaleString("en")} options`}
      ${!told.terminal && shown < told.options.length && html` <span class="soft small">(${shown} on this map)</span>`}</h3>
    ${!told.terminal &&
    html`<div class="options-box" tabindex="0" role="region" aria-label="Options"><table class="options">
      <thead><tr><th>Option</th><th>Outcome</th>${columns.map(({ title }) => html`<th>${title}</th>`)}</tr></thead>
      <tbody>
        ${told.options.slice(0, MOST).map(
          (option) => html`<tr>
            <td><button class="button quiet" type="button" title=${option.sentence} onClick=${() => onChoose(option)}>${written(option.position)}</button></td>
            <td>${option.outcome === "P" ? html`<b>P</b>` : (option.outcome ?? "?")}</td>
            ${columns.map(({ of }) => html`<td>${of(option) ?? "–"}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table></div>`}
    ${(told.options.length > MOST || told.more > 0) && html`<p class="small soft">These are not all of them.</p>`}
    ${told.because &&
    html`<details class="more"><summary>Why: by ${told.because.kind}</summary>
      ${(told.explanation.length ? told.explanation : [told.because.source]).map((line) => html`<p class="small">${line}</p>`)}
    </details>`}
  </section>`;
}

/** @param {PositionTold} told */
function sentence({ outcome, grundy, remoteness }) {
  const facts = [];
  if (outcome === "P" || outcome === "N") facts.push(`${outcome}: ${WINNERS[outcome]}`);
  if (grundy !== null) facts.push(`Grundy value ${grundy}`);
  if (remoteness !== null) facts.push(`over in ${remoteness} ${remoteness === 1 ? "move" : "moves"} with best play`);
  return facts.join(" · ");
}
