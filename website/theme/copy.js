/* The buttons that copy a text of the page. A plain script, because browsers load modules only from a server, not from files. */
(() => {
  /** Selects the text of an element, and copies the selection with the older command; returns whether this worked. */
  const copySelected = (element) => {
    getSelection()?.selectAllChildren(element);
    return document.execCommand("copy");
  };
  for (const button of document.querySelectorAll("button[data-copy]")) {
    const source = document.getElementById(button.dataset.copy);
    const note = button.nextElementSibling;
    button.hidden = false; // without JavaScript, the button stays hidden
    button.addEventListener("click", async () => {
      note.textContent = ""; // so that a screen reader announces the second copy, too
      const copied = await (navigator.clipboard?.writeText(source.textContent) ?? Promise.reject()).then(
        () => true,
        () => copySelected(source),
      );
      note.textContent = copied ? "Copied" : "The browser does not allow copying. Select the text instead.";
    });
  }
})();
