/** Texts of lessons: paragraphs in which `*word*` is emphasised. */
import { html } from "../../vendor/preact.js";

/** @param {{text: string}} properties */
export function Prose({ text }) {
  return html`${text.split(/\*([^*]+)\*/).map((part, place) => (place % 2 ? html`<em>${part}</em>` : part))}`;
}
