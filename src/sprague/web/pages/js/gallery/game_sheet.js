/** The details of a game: its rule in words and in notation, its parameters, and known theorems with sources. */
import { html } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Dialog } from "../dialog.js";
import { WithTerms } from "../glossary/term.js";
import { Said, boardOf } from "./game_tile.js";

/** @param {{game: import("./games.js").Game, onClose: () => void}} properties */
export function GameSheet({ game, onClose }) {
  return html`<${Dialog} title=${game.title} onClose=${onClose}>
    <div class="stack sheet-text">
      <p><${Said} text=${game.summary} /></p>
      <pre class="notation code">${game.rule}</pre>
      <section>
        <h3>Rule in words</h3>
        ${game.description.split("\n").map((line) => html`<p>${line}</p>`)}
      </section>
      ${Object.keys(game.parameters).length > 0 &&
      html`<section>
        <h3>Parameters</h3>
        <ul>${Object.entries(game.parameters).map(([name, value]) => html`<li><code>${name}</code>${value && html` = <code>${value}</code>`}${game.parameter_meanings[name] && html`: <${Said} text=${game.parameter_meanings[name]} />`}</li>`)}</ul>
      </section>`}
      <section>
        <h3>What is known</h3>
        ${game.theorems.length + game.observations.length === 0 && html`<p>No theorem about this game is known; Sprague searches positions. The laboratory may find a theorem.</p>`}
        <dl class="known">
          ${[...game.theorems, ...game.observations].map((one) => html`<dt>${one.title}${one.play === "misere" && " (misère)"}</dt><dd><${WithTerms} text=${one.statement} /><br /><span class="soft small">${one.source}</span></dd>`)}
        </dl>
      </section>
      ${game.sources.length > 0 && html`<section><h3>Sources</h3>${game.sources.map((source) => html`<p class="soft small">${source}</p>`)}</section>`}
      <div class="row">
        <a class="button primary" href=${boardOf(game)}>Play</a>
        <a class="button" href=${`/explorer?${query({ game: game.game })}`}>Values</a>
        <a class="button" href=${`/laboratory?${query({ rule: game.rule })}`}>Change the rule</a>
      </div>
    </div>
  <//>`;
}
