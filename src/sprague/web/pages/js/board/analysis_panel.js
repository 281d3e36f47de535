/** The list of all moves with outcome, Grundy value and remoteness; hovering previews a move, a click plays it. */
import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { Term, WithTerms } from "../glossary/term.js";
import { Icon } from "../icons.js";
import { brief } from "../number_text.js";
import * as server from "./match.js";
import { capital, sentence } from "../sentence.js";

/**
 * @typedef {import("./match.js").Analysis} Analysis
 * @typedef {import("./match.js").RatedMove} RatedMove
 * @typedef {"move" | "wins" | "grundy" | "remoteness"} Column
 */

/** Number of rows that are shown initially. */
const SHOWN = 60;

/** @type {{column: Column, title: string, meaning: string}[]} */
const COLUMNS = [
  { column: "wins", title: "", meaning: "whether the move wins" },
  { column: "move", title: "Move", meaning: "the move" },
  { column: "grundy", title: "Value", meaning: "the Grundy value of the position reached" },
  { column: "remoteness", title: "Lasts", meaning: "the number of moves left in best play" },
];

/** @type {Record<Column, (rated: RatedMove) => number | string>} */
const KEYS = {
  wins: ({ wins }) => (wins === true ? 0 : wins === null ? 1 : 2),
  move: ({ position }) => position,
  grundy: ({ grundy }) => (grundy === null ? Infinity : Number(grundy)),
  remoteness: ({ remoteness }) => remoteness ?? Infinity,
};

/** @param {RatedMove[]} moves @param {Column} column @param {boolean} isDown */
function sorted(moves, column, isDown) {
  const key = KEYS[column];
  const order = (/** @type {RatedMove} */ one, /** @type {RatedMove} */ other) => {
    const [first, second] = [key(one), key(other)];
    if (typeof first === "string") return first.localeCompare(String(second), "en", { numeric: true });
    return first === second ? 0 : first < Number(second) ? -1 : 1;
  };
  const found = [...moves].sort(order);
  return isDown ? found.reverse() : found;
}

/**
 * @param {object} properties
 * @param {string} properties.match  the transcript up to the analysed position
 * @param {boolean} properties.isOpen  whether the player may move now
 * @param {boolean} properties.isYours  whether the only person in the match is to move
 * @param {(move: string) => void} properties.onPlay
 * @param {(move: string | null) => void} properties.onPreview
 */
export function AnalysisPanel({ match, isOpen, isYours, onPlay, onPreview }) {
  const [analysis, setAnalysis] = useState(/** @type {Analysis | null} */ (null));
  const [problem, setProblem] = useState("");
  const [order, setOrder] = useState({ column: /** @type {Column} */ ("wins"), isDown: false });
  const [isAll, setIsAll] = useState(false);
  useEffect(() => {
    const given = new AbortController();
    setProblem("");
    server.analyse(match, given.signal).then(setAnalysis, (error) => {
      if (!given.signal.aborted) setProblem(String(error.message));
    });
    return () => given.abort();
  }, [match]);
  const moves = useMemo(() => sorted(analysis?.moves ?? [], order.column, order.isDown), [analysis, order]);

  if (problem) return html`<p class="panel-note soft small">${sentence(problem)}</p>`;
  if (!analysis) return html`<p class="panel-note"><span class="spinner"></span></p>`;
  const listed = isAll ? moves : moves.slice(0, SHOWN);
  const sort = (/** @type {Column} */ column) =>
    setOrder(({ column: before, isDown }) => ({ column, isDown: before === column && !isDown }));
  return html`<div class="analysis">
    <${Verdict} analysis=${analysis} isYours=${isYours} />
    ${moves.length > 0 &&
    html`<div class="scroller" tabindex="0" role="region" aria-label="All moves">
      <table class="moves">
        <thead>
          <tr>
            ${COLUMNS.map(
              ({ column, title, meaning }) => html`<th class=${column} aria-sort=${order.column !== column ? undefined : order.isDown ? "descending" : "ascending"}>
                <button title=${`Sort by ${meaning}`} aria-label=${`${title || "Wins"}: sort by ${meaning}`} onClick=${() => sort(column)}>
                  ${title || html`<${Icon} name="check" />`}<span class="arrow" aria-hidden="true">${order.column === column ? (order.isDown ? "↓" : "↑") : ""}</span>
                </button>
              </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${listed.map(
            (one) => html`<tr key=${one.position} onPointerEnter=${() => onPreview(one.position)} onPointerLeave=${() => onPreview(null)}>
              <td class="wins">${sign(one.wins)}</td>
              <td class="move">
                <button disabled=${!isOpen} title=${capital(one.sentence)} onFocus=${() => onPreview(one.position)} onBlur=${() => onPreview(null)} onClick=${() => onPlay(one.position)}>
                  <span class="reached">${brief(one.position)}</span><span class="sentence">${brief(one.sentence)}</span>
                </button>
              </td>
              <td class="grundy">${valueText(one.grundy)}</td>
              <td class="remoteness">${one.remoteness ?? "–"}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      ${listed.length < moves.length && html`<button class="button quiet all" onClick=${() => setIsAll(true)}>Show all ${moves.length}</button>`}
    </div>`}
    ${!analysis.are_all && html`<p class="panel-note soft small">Only some moves are listed; there are up to ${server.shown(analysis.choices)}.</p>`}
  </div>`;
}

/** @param {server.Entry | null} grundy */
const valueText = (grundy) => (grundy === null ? "–" : brief(String(grundy)));

/** @param {boolean | null} wins */
function sign(wins) {
  if (wins === null) return html`<span class="sign" title="unknown">?</span>`;
  return wins
    ? html`<span class="sign good" title="wins"><span aria-hidden="true">✓</span><span class="visually-hidden">wins</span></span>`
    : html`<span class="sign bad" title="loses"><span aria-hidden="true">✗</span><span class="visually-hidden">loses</span></span>`;
}

/** @param {{analysis: Analysis, isYours: boolean}} properties */
function Verdict({ analysis: { outcome, grundy, remoteness, moves }, isYours }) {
  const losing = `${isYours ? "You lose" : "The player to move loses"} from here against best play (a P-position).`;
  const words = outcome && (outcome === "P" ? losing : `${isYours ? "You" : "The player to move"} can win from here (an N-position).`);
  const winning = moves.filter(({ wins }) => wins).length;
  return html`<dl class="verdict">
    <div><dt>Outcome</dt><dd class=${outcome === "P" ? "bad" : outcome === "N" ? "good" : ""} >${outcome ?? "–"}</dd></div>
    <div><dt><${Term} name="Grundy value">Value<//></dt><dd>${valueText(grundy)}</dd></div>
    <div><dt><${Term} name="Remoteness">Lasts<//></dt><dd>${remoteness ?? "–"}</dd></div>
    <div><dt>Winning</dt><dd>${winning}<span class="soft">/${moves.length}</span></dd></div>
    </dl>
    ${words && html`<p class="outcome small soft"><${WithTerms} text=${words} /></p>`}`;
}
