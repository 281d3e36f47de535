/** A game of the gallery: its picture, its rule in a sentence, what is known, and ways to go on. */
import { html, useState } from "../../vendor/preact.js";
import { query } from "../api.js";
import { useDark } from "../dark_mode.js";
import { Icon } from "../icons.js";
import { KNOWN } from "./games.js";

/** @typedef {import("./games.js").Game} Game */

/** A sentence in which what stands between backquotes is code. @param {{text: string}} properties */
export function Said({ text }) {
  return html`${text.split("`").map((part, place) => (place % 2 ? html`<code>${part}</code>` : part))}`;
}

/** Where a game is played. @param {Game} game */
export const boardOf = (game) => `/board?${query({ game: game.game })}`;

const TRIES = 4; // of a picture: the first ones may come while the server has much to do
const LATER = 3000; // milliseconds before it is asked for again

/** @param {{game: Game, onOpen: (game: Game) => void}} properties */
export function GameTile({ game, onOpen }) {
  const dark = useDark();
  const [tries, setTries] = useState(1);
  const again = () => setTimeout(() => setTries((before) => before + 1), LATER * tries);
  const { badge, words, title } = KNOWN[game.known];
  return html`<li class="tile card">
    <a class="picture" href=${`/explorer?${query({ game: game.game })}`} tabindex="-1" aria-hidden="true">
      ${tries <= TRIES && html`<img key=${tries} src=${`/api/games/${game.name}/picture.svg?${query({ dark })}`} alt="" loading="lazy" width="160" height="160" onError=${again} />`}
    </a>
    <div class="about">
      <header>
        <h2><a href=${boardOf(game)}>${game.title}</a></h2>
        <span class=${`badge ${badge}`} title=${title}>${words}</span>
      </header>
      <p><${Said} text=${game.summary} /></p>
      <div class="row doors">
        <a class="button primary" href=${boardOf(game)} aria-label=${`Play ${game.title}`}><${Icon} name="play" />Play</a>
        <a class="button" href=${`/explorer?${query({ game: game.game })}`} aria-label=${`Values of ${game.title}`}><${Icon} name="map" />Values</a>
        <button class="button quiet" aria-label=${`More about ${game.title}`} onClick=${() => onOpen(game)}>More</button>
      </div>
    </div>
  </li>`;
}
