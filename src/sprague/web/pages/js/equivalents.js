/** The current request as a command and as Python code, with buttons that copy them. */
import { html, useEffect, useState } from "../vendor/preact.js";
import { copyText } from "./clipboard.js";
import { Icon } from "./icons.js";
import { toast } from "./toasts.js";

const LASTS = 1600; // milliseconds for which a button shows "Copied"

/** A button that copies a text. @param {{text: string, name: string}} properties `name` describes the text in the label */
export function Copy({ text, name }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), LASTS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    copyText(text).then((done) => (done ? setCopied(true) : toast("The browser does not allow copying. Select the text instead.", "bad")));
  const words = copied ? "Copied" : `Copy ${name}`;
  return html`<button class="button quiet square" type="button" aria-label=${words} title=${words} onClick=${copy}>
    <${Icon} name=${copied ? "check" : "copy"} />
  </button>`;
}

/** @param {{command: string, python: string}} properties */
export function Equivalents({ command, python }) {
  const ways = [
    { name: "the command", title: "On the command line", text: command },
    { name: "the Python code", title: "In Python", text: python },
  ];
  return html`<details class="same card">
    <summary>The same on the command line and in Python</summary>
    <dl>
      ${ways.map(
        ({ name, title, text }) => html`<div>
          <dt>${title}</dt>
          <dd><code>${text}</code><${Copy} text=${text} name=${name} /></dd>
        </div>`,
      )}
    </dl>
  </details>`;
}
