/** The list of moves so far; the player can view each position and continue from it. */
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { Icon } from "../icons.js";
import { brief } from "../number_text.js";
import { nameOf } from "./match.js";
import { capital } from "../sentence.js";
import { Mark, ReviewSummary, useReview } from "./review.js";

/**
 * @param {object} properties
 * @param {import("./match.js").State} properties.state
 * @param {number} properties.turn  the turn that is shown; 0 is the start
 * @param {(turn: number) => void} properties.onWalk
 */
export function HistoryPanel({ state, turn, onWalk }) {
  const review = useReview(state);
  const last = state.history.length;
  const current = useRef(/** @type {HTMLLIElement | null} */ (null));
  useEffect(() => {
    const item = current.current;
    const list = item?.parentElement;
    if (item && list) list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }, [turn, last]);
  const jump = (/** @type {string} */ icon, /** @type {string} */ words, /** @type {number} */ to) =>
    html`<button class="button quiet square" aria-label=${words} title=${words} disabled=${to < 0 || to > last || to === turn} onClick=${() => onWalk(to)}><${Icon} name=${icon} /></button>`;
  return html`<div class="history">
    <${ReviewSummary} review=${review} onWalk=${onWalk} />
    <ol class="turns" tabindex="0" aria-label="Moves made">
      <li ref=${turn === 0 ? current : null}>
        <button class="turn" aria-current=${turn === 0 ? "step" : undefined} onClick=${() => onWalk(0)}>
          <span class="by">start</span><span class="reached">${brief(state.start)}</span>
        </button>
      </li>
      ${state.history.map(
        (one, place) => html`<li ref=${turn === place + 1 ? current : null}>
          <button class="turn" aria-current=${turn === place + 1 ? "step" : undefined} title=${capital(one.sentence)} onClick=${() => onWalk(place + 1)}>
            <span class="by">${place + 1}. ${nameOf(state, one.by)}</span><span class="reached">${brief(one.position) || "nothing"}</span>
            <span class="sentence">${brief(one.sentence)}</span><${Mark} move=${review.review?.moves[place]} />
          </button>
        </li>`,
      )}
    </ol>
    <div class="row walk">
      ${jump("first", "Go to the start", 0)} ${jump("back", "One move back", turn - 1)} ${jump("forward", "One move forward", turn + 1)} ${jump("last", "Go to the current position", last)}
    </div>
  </div>`;
}
