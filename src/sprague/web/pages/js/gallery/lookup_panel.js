/** The lookup of games and theorems by their first P-positions or values. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { query } from "../api.js";
import { Segmented } from "../segmented.js";
import { seen } from "./games.js";

/** @typedef {"positions" | "values"} Kind */

/** @type {Record<Kind, {label: string, example: string}>} */
const KINDS = {
  positions: { label: "The first P-positions, separated by spaces", example: "0,0 1,2 3,5 4,7" },
  values: { label: "The first Grundy values of a heap, starting with heap 0", example: "0 1 2 3 1 4 3 2 1 4 2 6" },
};

/**
 * @param {object} properties
 * @param {Kind} properties.kind
 * @param {string} properties.text
 * @param {(kind: Kind, text: string) => void} properties.onChange
 */
export function LookupPanel({ kind, text, onChange }) {
  const [found, setFound] = useState(/** @type {import("./games.js").LookupMatch[] | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setProblem("");
    setFound(null);
    if (!text.trim()) return undefined;
    const given = new AbortController();
    const soon = setTimeout(
      () =>
        seen(kind, text, given.signal).then(
          ({ matches }) => setFound(matches),
          (error) => {
            if (given.signal.aborted) return;
            setFound(null);
            setProblem(error.message);
          },
        ),
      300,
    );
    return () => {
      clearTimeout(soon);
      given.abort();
    };
  }, [kind, text]);
  const { label, example } = KINDS[kind];
  const isLooking = Boolean(text.trim()) && !found && !problem;
  return html`<section class="card seen" aria-labelledby="seen-title">
    <header class="row">
      <h2 id="seen-title">Look up values or P-positions</h2>
      <span class="spacer"></span>
      <${Segmented} legend="Look up by" name="seen" value=${kind} choices=${[{ value: "positions", title: "P-positions" }, { value: "values", title: "Values" }]} onChange=${(/** @type {string} */ value) => onChange(value === "values" ? "values" : "positions", "")} />
    </header>
    <label class="field">
      <span>${label}</span>
      <input class="input code" value=${text} placeholder=${example} autocomplete="off" spellcheck="false" aria-invalid=${Boolean(problem)} onInput=${(/** @type {Event} */ event) => onChange(kind, /** @type {HTMLInputElement} */ (event.target).value)} />
    </label>
    <div role="status">
      ${!text.trim() && html`<p class="small soft">Try <button class="link" onClick=${() => onChange(kind, example)}>${example}</button></p>`}
      ${isLooking && html`<p class="row small soft"><span class="spinner"></span>Comparing with every game</p>`}
      ${problem && html`<p class="small refused">${problem}</p>`}
      ${found?.length === 0 && html`<p class="small soft">No game or theorem starts like this. Try your own rule in the <a href="/laboratory">laboratory</a>.</p>`}
      ${found &&
      found.length > 0 &&
      html`<ul class="found">
        ${found.map(
          (one) => html`<li>
            <a href=${`/board?${query({ game: one.game, misere: one.misere || null })}`}>${one.title || one.game}</a>
            ${one.misere && html` <span class="badge">misère</span>`} ${one.kind === "theorem" && html` <span class="badge good">stored theorem</span>`}
            <p class="small soft">${one.why}</p>
            ${one.statement && html`<p class="small">${one.statement}</p>`}
          </li>`,
        )}
      </ul>`}
    </div>
  </section>`;
}
