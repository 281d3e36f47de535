/**
 * The shell around every page: skip link, header, navigation, theme switch, main column, footer, toasts.
 *
 *     import { show } from "./shell.js";
 *     show("board", html`<${Board} />`);
 *
 * A page's HTML loads `js/theme.js`, `css/base.css`, `css/shell.css` and one module that calls `show`.
 */
import { html, render } from "../vendor/preact.js";
import { TermTip } from "./glossary/term.js";
import { ThemeSwitch } from "./theme_switch.js";
import { Toasts } from "./toasts.js";

export { toast, toastError } from "./toasts.js";

/** @typedef {"gallery" | "learn" | "board" | "explorer" | "laboratory" | "papers" | "worksheet" | "glossary"} PageName */

/** @type {{name: PageName, title: string, href: string}[]} */
const PAGES = [
  { name: "gallery", title: "Gallery", href: "/" },
  { name: "learn", title: "Learn", href: "/learn" },
  { name: "board", title: "Board", href: "/board" },
  { name: "explorer", title: "Explorer", href: "/explorer" },
  { name: "laboratory", title: "Laboratory", href: "/laboratory" },
  { name: "papers", title: "Papers", href: "/papers" },
];

/** The logo: three piles of 1, 3 and 2 chips. */
function Mark() {
  const chips = [[1, 18], [9, 18], [9, 12], [9, 6], [17, 18], [17, 12]];
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">
    ${chips.map(([x, y]) => html`<rect x=${x} y=${y} width="6" height="4" rx="1.5" />`)}
  </svg>`;
}

/** @param {{current: PageName, children?: import("../vendor/preact.js").ComponentChildren}} properties */
function Shell({ current, children }) {
  const skip = (/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById("content")?.focus();
  };
  return html`
    <a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <header class="header">
      <a class="wordmark" href="/"><${Mark} />Sprague</a>
      <nav aria-label="Pages">
        <ul class="navigation">
          ${PAGES.map(
            ({ name, title, href }) => html`<li>
              <a href=${href} aria-current=${name === current ? "page" : undefined}>${title}</a>
            </li>`,
          )}
        </ul>
      </nav>
      <${ThemeSwitch} />
    </header>
    <main class="main ${current}" id="content" tabindex="-1">${children}<${TermTip} /></main>
    <footer class="footer">
      <span>Everything is computed by this server; the pages load nothing from other sites.</span>
      <span class="row"><a href="/glossary">Glossary</a><a href="/docs">Web API</a></span>
    </footer>
    <${Toasts} />
  `;
}

/**
 * Renders a page inside the shell.
 * @param {PageName} current
 * @param {import("../vendor/preact.js").VNode} content
 */
export function show(current, content) {
  render(html`<${Shell} current=${current}>${content}<//>`, document.body);
}
