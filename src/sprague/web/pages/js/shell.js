/**
 * The shell around every page: skip link, header, navigation, theme switch, main column, footer, toasts.
 *
 *     import { show } from "./shell.js";
 *     show("board", html`<${Board} />`);
 *
 * A page's HTML loads `js/theme.js`, `css/base.css`, `css/shell.css` and one module that calls `show`.
 */
import { html, render } from "../vendor/preact.js";
import { backEnd } from "./api.js";
import { TermTip } from "./glossary/term.js";
import { ThemeSwitch } from "./theme_switch.js";
import { Toasts } from "./toasts.js";

export { toast, toastError } from "./toasts.js";

/** @typedef {"gallery" | "learn" | "board" | "explorer" | "laboratory" | "papers" | "worksheet" | "glossary" | "try"} PageName */

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
  const { home, navigation, note, links } = backEnd();
  return html`
    <a class="skip" href="#content" onClick=${skip}>Skip to the content</a>
    <header class="header">
      <a class="wordmark" href=${home}><${Mark} />Sprague</a>
      <nav aria-label="Pages">
        <ul class="navigation">
          ${navigation.map(
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
      <span>${note}</span>
      <span class="row">${links.map(({ title, href }) => html`<a href=${href}>${title}</a>`)}</span>
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
  // On narrow screens, the navigation may be wider than the screen.
  document.querySelector(".navigation [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
