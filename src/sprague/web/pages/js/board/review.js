/** The review of a match: every move marked, and a sentence for each mistake that leads to the position before it. */
import { html, useState } from "../../vendor/preact.js";
import { Icon } from "../icons.js";
import { useRequest } from "../request.js";
import * as server from "./match.js";
import { sentence } from "../sentence.js";

/**
 * @typedef {import("api-types").ReviewResponse} Review
 * @typedef {import("api-types").ReviewedMoveResponse} ReviewedMove
 */

/** @type {Record<ReviewedMove["rating"], {sign: string, kind: string}>} */
const SIGNS = {
  kept: { sign: "✓", kind: "good" },
  mistake: { sign: "✗", kind: "bad" },
  lost: { sign: "–", kind: "" },
  unknown: { sign: "?", kind: "" },
};

/**
 * Hook that returns the review of a match that is over, or that the player has asked for.
 * @param {server.State} state
 */
export function useReview(state) {
  const [wanted, setWanted] = useState(""); // the transcript whose review the player has asked for
  const isWanted = state.history.length > 0 && (state.over || wanted === state.match);
  const { value, error } = useRequest((signal) => (isWanted ? server.review(state.match, signal) : null), [state.match, isWanted]);
  const review = isWanted && value?.moves.length === state.history.length ? value : null;
  return { review, error: isWanted ? error : null, canAsk: !isWanted && state.history.length > 0, ask: () => setWanted(state.match) };
}

/** The mark of a move. @param {{move: ReviewedMove | undefined}} properties */
export function Mark({ move }) {
  if (!move) return null;
  const { sign, kind } = SIGNS[move.rating];
  return html`<span class=${`sign mark ${kind}`} title=${move.text}><span aria-hidden="true">${sign}</span><span class="visually-hidden">${move.text}</span></span>`;
}

/**
 * @param {object} properties
 * @param {ReturnType<typeof useReview>} properties.review
 * @param {(turn: number) => void} properties.onWalk
 */
export function ReviewSummary({ review: { review, error, canAsk, ask }, onWalk }) {
  if (canAsk) return html`<p class="row review-ask"><button class="button" onClick=${ask}><${Icon} name="check" />Review the moves</button></p>`;
  if (error) return html`<p class="panel-note soft small">${sentence(error.message)}</p>`;
  if (!review) return null;
  const mistakes = review.moves.filter(({ rating }) => rating === "mistake");
  return html`<div class="review" role="status">
    <h3>Review</h3>
    ${mistakes.length === 0 && review.summary.map((line) => html`<p class="small">${line}</p>`)}
    <ul>
      ${mistakes.map(
        (move, place) => html`<li><p class="small">${review.summary[place]}</p>
          <button class="button small" onClick=${() => onWalk(move.number - 1)}>Go there</button></li>`,
      )}
    </ul>
  </div>`;
}
