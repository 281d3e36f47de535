// A match: the position, a message, and a button for each option; Python makes the moves.
function render({ model, el }) {
  const message = document.createElement("p"), buttons = document.createElement("div");
  el.append(message, buttons);
  const draw = () => {
    message.textContent = model.get("message");
    buttons.replaceChildren();
    model.get("options").forEach((text, number) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.addEventListener("click", () => { model.set("chosen", number); model.save_changes(); });
      buttons.append(button);
    });
  };
  for (const name of ["message", "options"]) model.on(`change:${name}`, draw);
  draw();
}

export default { render };
