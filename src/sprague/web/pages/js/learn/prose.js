/** Texts of lessons: paragraphs in which `*word*` is emphasised, and terms of the glossary have tooltips. */
import { html } from "../../vendor/preact.js";
import { WithTerms } from "../glossary/term.js";

/** @param {{text: string}} properties */
export function Prose({ text }) {
  return html`${text.split(/\*([^*]+)\*/).map((part, place) => (place % 2 ? html`<em>${part}</em>` : html`<${WithTerms} text=${part} />`))}`;
}
