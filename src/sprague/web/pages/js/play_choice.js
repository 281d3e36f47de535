/** The choice between normal and misère play. */
import { html } from "../vendor/preact.js";
import { Segmented } from "./segmented.js";

const CHOICES = [
  { value: "normal", title: "Normal", hint: "whoever makes the last move wins" },
  { value: "misere", title: "Misère", hint: "whoever makes the last move loses" },
];

/** @param {{misere: boolean, onChange: (misere: boolean) => void}} properties */
export function PlayChoice({ misere, onChange }) {
  const change = (/** @type {string} */ value) => onChange(value === "misere");
  return html`<${Segmented} legend="Play" name="play" value=${misere ? "misere" : "normal"} choices=${CHOICES} onChange=${change} />`;
}
