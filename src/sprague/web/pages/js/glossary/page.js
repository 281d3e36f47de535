/** The glossary page: all terms, those of the lessons first, with a search. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { show } from "../shell.js";
import { GLOSSARY } from "./entries.js";
import { TERMS } from "./terms.js";

/** @typedef {import("./entries.js").Entry} Entry */

const SECTIONS = [{ subject: "The first terms to know", entries: Object.values(TERMS) }, ...GLOSSARY];

/** The id of an entry, for links such as /glossary#p-position. @param {string} term */
const idOf = (term) => term.toLowerCase().replace(/[^\p{L}\d]+/gu, "-");

/** A text in which `code` is marked by backquotes. @param {{text: string}} properties */
const Coded = ({ text }) => html`${text.split("`").map((part, place) => (place % 2 ? html`<code>${part}</code>` : part))}`;

function Glossary() {
  const [words, setWords] = useState("");
  useEffect(() => {
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, []);
  const sought = words.trim().toLowerCase();
  const isFound = ({ term, meaning } = /** @type {Entry} */ ({})) => `${term} ${meaning}`.toLowerCase().includes(sought);
  const sections = SECTIONS.map(({ subject, entries }, place) => ({ subject, entries: place === 0 && sought ? [] : entries.filter(isFound), isFirst: place === 0 })).filter(({ entries }) => entries.length);
  return html`<div class="glossary-page">
    <header class="stack">
      <h1>Glossary</h1>
      <p class="soft">Each term is explained in a sentence, with an example. The <a href="/learn">lessons</a> explain the first terms step by step.</p>
      <label class="field"><span>Search</span><input class="input" type="search" value=${words} autocomplete="off" onInput=${(/** @type {Event} */ event) => setWords(/** @type {HTMLInputElement} */ (event.target).value)} /></label>
    </header>
    ${sections.length === 0 && html`<p role="status">No term contains these words.</p>`}
    ${sections.map(
      ({ subject, entries, isFirst }) => html`<section class=${`card terms ${isFirst ? "first" : ""}`} key=${subject} aria-label=${subject}>
        <h2>${subject}</h2>
        <dl>
          ${entries.map(
            ({ term, meaning, example }) => html`<div key=${term} id=${isFirst || !(term in TERMS) ? idOf(term) : undefined}>
              <dt>${term}</dt>
              <dd><${Coded} text=${meaning} /> <span class="example">Example: <${Coded} text=${example} /></span></dd>
            </div>`,
          )}
        </dl>
      </section>`,
    )}
  </div>`;
}

show("glossary", html`<${Glossary} />`);
