/** The switch between the light theme, the dark theme and the theme of the system. */
import { html, useState } from "../vendor/preact.js";
import { Icon } from "./icons.js";

/** @typedef {"system" | "light" | "dark"} Theme */

const KEY = "sprague-theme";
/** @type {Record<Theme, {next: Theme, icon: string, words: string}>} */
const THEMES = {
  system: { next: "light", icon: "system", words: "system" },
  light: { next: "dark", icon: "sun", words: "light" },
  dark: { next: "system", icon: "moon", words: "dark" },
};

/** @returns {Theme} */
function chosen() {
  const theme = document.documentElement.dataset["theme"];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** @param {Theme} theme */
function choose(theme) {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    if (theme === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // The browser may forbid storage; then the choice lasts until the page is closed.
  }
  document.dispatchEvent(new CustomEvent("themechange"));
}

/** A button that cycles through the three themes. Canvases listen for `themechange` on the document. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(chosen());
  const { next, icon, words } = THEMES[theme];
  const change = () => {
    choose(next);
    setTheme(next);
  };
  const label = `Theme: ${words}. Change to: ${THEMES[next].words}`;
  return html`<button class="button quiet square theme" aria-label=${label} title=${label} onClick=${change}>
    <${Icon} name=${icon} />
  </button>`;
}
