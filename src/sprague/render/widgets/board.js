// A match: the position, what has been said, and a button for each option; Python makes the moves.
function render({ model, el }) {
  const said = document.createElement("p"), buttons = document.createElement("div");
  el.append(said, buttons);
  const draw = () => {
    said.textContent = model.get("said");
    buttons.replaceChildren();
    model.get("options").forEach((text, number) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", () => { model.set("chosen", number); model.save_changes(); });
      buttons.append(button);
    });
  };
  for (const name of ["said", "options"]) model.on(`change:${name}`, draw);
  draw();
}

export default { render };
