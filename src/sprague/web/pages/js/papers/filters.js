/** The filters of the claims: by paper, by verdict, and by words. */
import { html } from "../../vendor/preact.js";
import { Segmented } from "../segmented.js";
import { VERDICTS, passes } from "./claims.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @param {{papers: import("./claims.js").Paper[], claims: import("./claims.js").Claim[], address: Address,
 *   onChange: (change: Partial<Address>) => void}} properties
 */
export function Filters({ papers, claims, address, onChange }) {
  const among = claims.filter((claim) => passes(claim, { ...address, verdict: "" }));
  /** @param {string} verdict */
  const count = (verdict) => among.filter((claim) => !verdict || claim.verdict === verdict).length;
  return html`<search class="filters" aria-label="Filter the claims">
    <label class="field"><span>Paper</span>
      <select class="select" value=${address.paper} onChange=${(/** @type {Event} */ event) => onChange({ paper: valueOf(event) })}>
        <option value="">All five papers</option>
        ${papers.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}
      </select></label>
    <label class="field"><span>Words</span>
      <input class="input" type="search" value=${address.text} placeholder="period, misère, 2.1 …"
        onInput=${(/** @type {Event} */ event) => onChange({ text: valueOf(event) })} /></label>
    <${Segmented} legend="Verdict" name="verdict" value=${address.verdict} onChange=${(/** @type {string} */ verdict) => onChange({ verdict })}
      choices=${["", ...Object.keys(VERDICTS)].map((verdict) => ({
        value: verdict,
        title: html`<span>${verdict || "all"} <span class="count">${count(verdict)}</span></span>`,
        hint: VERDICTS[verdict]?.words,
      }))} />
  </search>`;
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;
