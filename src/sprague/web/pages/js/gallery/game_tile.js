/** The tile of a game in the gallery: its picture, a summary of its rule, what is known, and links. */
import { html, useState } from "../../vendor/preact.js";
import { query } from "../api.js";
import { useDark } from "../dark_mode.js";
import { Icon } from "../icons.js";
import { KNOWN } from "./games.js";

/** @typedef {import("./games.js").Game} Game */

/** A text in which parts between backquotes are shown as code. @param {{text: string}} properties */
export function Said({ text }) {
  return html`${text.split("`").map((part, place) => (place % 2 ? html`<code>${part}</code>` : part))}`;
}

/** The address of the board for a game. @param {Game} game */
export const boardOf = (game) => `/board?${query({ game: game.game })}`;

const TRIES = 4; // maximum number of attempts to load a picture, because the server may be busy
const LATER = 3000; // milliseconds before the next attempt

/** @param {{game: Game, onOpen: (game: Game) => void}} properties */
export function GameTile({ game, onOpen }) {
  const dark = useDark();
  const [tries, setTries] = useState(1);
  const again = () => setTimeout(() => setTries((before) => before + 1), LATER * tries);
  const { badge, words, title } = KNOWN[game.known];
  return html`<li class="tile card">
    <a class="picture" href=${`/explorer?${query({ game: game.game })}`} tabindex="-1" aria-hidden="true">
      ${tries <= TRIES && html`<img key=${tries} src=${`/api/v1/games/${game.name}/picture.svg?${query({ dark })}`} alt="" loading="lazy" width="160" height="160" onError=${again} />`}
    </a>
    <div class="about">
      <header>
        <h2><a href=${boardOf(game)}>${game.title}</a></h2>
        <span class=${`badge ${badge}`} title=${title}>${words}</span>
      </header>
      <p><${Said} text=${game.summary} /> <span class="soft small">${game.minutes === 1 ? "1 minute" : `${game.minutes} minutes`} to learn.</span></p>
      <div class="row doors">
        <a class="button primary" href=${boardOf(game)} aria-label=${`Play ${game.title}`}><${Icon} name="play" />Play</a>
        <a class="button" href=${`/explorer?${query({ game: game.game })}`} aria-label=${`Values of ${game.title}`}><${Icon} name="map" />Values</a>
        <button class="button quiet" aria-label=${`More about ${game.title}`} onClick=${() => onOpen(game)}>More</button>
      </div>
    </div>
  </li>`;
}
