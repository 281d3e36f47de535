/** Whether the page is dark: by the theme that was chosen, or by what the system says. */
import { useEffect, useState } from "../vendor/preact.js";

const system = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const theme = document.documentElement.dataset["theme"];
  return theme === "dark" || (theme !== "light" && system.matches);
}

/** Whether the page is dark, as long as it is shown. */
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
