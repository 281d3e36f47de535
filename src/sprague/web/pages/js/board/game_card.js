/** The card of a match: the game, its rule in words, who wins, and the opponent. */
import { html } from "../../vendor/preact.js";
import { pageAddress, backEnd } from "../api.js";
import { copyLink } from "../clipboard.js";
import { WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { LEVELS, isForTwo, isPerson, levelOf } from "./match.js";
import { capital } from "../sentence.js";

/**
 * @param {object} properties
 * @param {import("./match.js").State} properties.state
 * @param {import("./session.js").Rule | null} properties.rule
 * @param {() => void} properties.onNew
 * @param {() => void} properties.onRandom
 * @param {() => void} properties.onAgain
 * @param {() => void} properties.onAssign
 * @param {string[]} properties.theorem  a theorem that was discovered during the match, in sentences
 */
export function GameCard({ state, rule, onNew, onRandom, onAgain, onAssign, theorem }) {
  const level = LEVELS.find(({ name }) => name === levelOf(state));
  const game = state.game ?? "";
  const misere = state.play === "misere" || null;
  const map = (/** @type {string} */ of) => pageAddress("explorer", { game: of, misere });
  const laboratory = pageAddress("laboratory", { rule: rule?.rule ?? game });
  const share = () => copyLink(location.href, "The link to this match has been copied.");
  return html`<section class="card game" aria-label="The game">
    <div class="stack">
      <div>
        <h1>${rule?.title || (game ? "Your own game" : "A sum of games")}</h1>
        ${rule?.title && html`<p class="code soft small">${game}</p>`}
      </div>
      <div class="row">
        <span class="badge"><${WithTerms} text=${state.play === "misere" ? "misère: last move loses" : "last move wins"} /></span>
        ${!isForTwo(state) && html`<span class="badge">${isPerson(state.players[0]) ? "you began" : "the computer began"}</span>`}
        ${level && html`<span class="badge" title=${level.words}>${isForTwo(state) ? level.title : `${level.title} opponent`}</span>`}
      </div>
      <div class="row commands">
        <button class="button primary" onClick=${onNew}><${Icon} name="new" />New match</button>
        <button class="button" onClick=${onRandom} disabled=${!game} title="Another interesting position of this game"><${Icon} name="dice" />Random</button>
        <button class="button" onClick=${onAgain} title="Restart from the same position"><${Icon} name="again" />Restart</button>
        <button class="button" onClick=${share} title="Copy the link to this match"><${Icon} name="link" />Share</button>
      </div>
      ${theorem.length > 0 &&
      html`<section class="found-theorem" role="status"><span class="badge good">proved for all positions</span>
        ${theorem.map((line) => html`<p class="small">${line}</p>`)}
      </section>`}
      ${rule &&
      html`<details class="words" open>
        <summary>Rule</summary>
        ${rule.description.split("\n").map((line) => html`<p>${capital(line)}</p>`)}
        <pre class="code notation">${rule.rule}</pre>
      </details>`}
      ${!game &&
      html`<p class="small">In each move, choose one of the games and move in it.</p>
        <ul class="small games">
          ${state.games.map((one) => html`<li>${map(one) ? html`<a href=${map(one)}>${one}</a>` : one}</li>`)}
        </ul>`}
      ${game &&
      html`<p class="row small links">
        ${map(game) && html`<a href=${map(game)}>Show the map of values</a>`}
        ${laboratory && html`<a href=${laboratory}>${backEnd().hasJobs ? "Open this rule in the laboratory" : "Change this rule"}</a>`}
        <button class="link-button" type="button" onClick=${onAssign}>Make an assignment</button>
      </p>`}
    </div>
  </section>`;
}
