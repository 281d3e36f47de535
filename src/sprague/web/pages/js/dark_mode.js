/** Dark mode: follows the chosen theme or, without a choice, the setting of the system. */
import { useEffect, useState } from "../vendor/preact.js";

const system = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const theme = document.documentElement.dataset["theme"];
  return theme === "dark" || (theme !== "light" && system.matches);
}

/** Hook that returns whether the page is dark, and updates when the theme changes. */
export function useDark() {
  const [dark, setDark] = useState(isDark);
  useEffect(() => {
    const look = () => setDark(isDark());
    document.addEventListener("themechange", look);
    system.addEventListener("change", look);
    return () => {
      document.removeEventListener("themechange", look);
      system.removeEventListener("change", look);
    };
  }, []);
  return dark;
}
