// Sets the stored theme before the page is drawn; a plain script in the head of every page.
(() => {
  try {
    const theme = localStorage.getItem("sprague-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // The browser may forbid storage; then the theme of the system applies.
  }
})();
