/** The papers page: every claim with its verdict and expandable evidence. */
import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { get } from "../api.js";
import { useRequest } from "../request.js";
import { show } from "../shell.js";
import { addressOf, readAddress } from "./address.js";
import { VERDICTS, passes } from "./claims.js";
import { Evidence } from "./evidence.js";
import { Filters } from "./filters.js";

/**
 * @typedef {import("./address.js").Address} Address
 * @typedef {import("./claims.js").Claim} Claim
 * @typedef {import("api-types").PapersResponse} PapersResponse
 */

function Papers() {
  const [address, setAddress] = useState(readAddress);
  const { value, error } = useRequest((signal) => get("/api/v1/papers", {}, signal), []);
  const papers = /** @type {PapersResponse | null} */ (value);
  const claims = useMemo(() => (papers?.claims ?? []).filter((claim) => passes(claim, address)), [papers, address.paper, address.verdict, address.text]);
  /** @param {Partial<Address>} some */
  const change = (some) => {
    const next = { ...address, ...some };
    setAddress(next);
    history.replaceState(null, "", addressOf(next));
  };
  useEffect(() => {
    if (papers && address.claim) document.getElementById(address.claim)?.scrollIntoView({ block: "start" });
  }, [papers]);
  return html`<header class="papers-head">
      <h1>Papers</h1>
      <p class="soft">Every claim of five papers on pile games, checked by computation: verified, corrected or refuted, up to which size, and proved for all positions where possible.</p>
    </header>
    ${error && html`<p class="notice bad" role="alert">${error.message}</p>`}
    ${papers && html`<${Filters} papers=${papers.papers} claims=${papers.claims} address=${address} onChange=${change} />
      <p class="small soft" role="status">${claims.length} of ${papers.claims.length} claims</p>
      ${papers.papers.map((paper) => {
        const its = claims.filter((claim) => claim.paper === paper.id);
        return its.length > 0 && html`<section key=${paper.id} class="paper" aria-labelledby=${`paper-${paper.id}`}>
          <h2 id=${`paper-${paper.id}`}>${paper.title}</h2>
          <ul>${its.map((claim) => html`<${ClaimLine} key=${claim.id} claim=${claim} open=${address.claim === claim.id}
            onOpen=${(/** @type {boolean} */ open) => change({ claim: open ? claim.id : "" })} />`)}</ul>
        </section>`;
      })}
      ${claims.length === 0 && html`<p class="notice">No claim matches. <button class="button" type="button" onClick=${() => change({ paper: "", verdict: "", text: "" })}>Show all</button></p>`}`}`;
}

/** @param {{claim: Claim, open: boolean, onOpen: (open: boolean) => void}} properties */
function ClaimLine({ claim, open, onOpen }) {
  const verdict = VERDICTS[claim.verdict];
  return html`<li class="card claim" id=${claim.id}>
    <h3><button type="button" aria-expanded=${open} onClick=${() => onOpen(!open)}>
      <span class="claim-head"><span class="badge ${verdict?.badge ?? ""}">${claim.verdict}</span>
        ${claim.proved && html`<span class="badge good">proved</span>`}
        <span class="claim-name">${claim.id.split("/").slice(1).join("/")}</span></span>
      <span class="claim-statement">${claim.statement}</span>
    </button></h3>
    ${open && html`<${Evidence} id=${claim.id} />`}
  </li>`;
}

show("papers", html`<${Papers} />`);
