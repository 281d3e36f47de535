// The theme chosen before, put in place before anything is drawn; loaded as a plain script in the head of every page.
(() => {
  try {
    const theme = localStorage.getItem("sprague-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; then the system's theme it is.
  }
})();
