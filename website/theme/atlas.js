/* The search of the atlas, by name, by consecutive values, or by P-positions. Without this script all cards are shown. */
const field = document.getElementById("atlas-search");
const count = document.getElementById("atlas-count");
const cards = [...document.querySelectorAll(".atlas > a")];

/* Numbers with commas can be positions or lists of values, so the search tries both. */
function fits(card, typed) {
  const numbers = typed.match(/\d+/g);
  if (numbers && !/[a-zà-ÿ]/i.test(typed)) {
    const positions = typed.replace(/,\s+/g, ",").match(/\d+(,\d+)+/g) ?? [null];
    const known = new Set(card.dataset.positions.split(" "));
    const run = ` ${numbers.join(" ")} `;
    return (
      positions.every((position) => known.has(position)) ||
      card.dataset.values.split(";").some((values) => ` ${values.trim()} `.includes(run))
    );
  }
  return typed.split(/\s+/).every((word) => card.dataset.text.includes(word));
}

function search() {
  const typed = field.value.trim().toLowerCase();
  let shown = 0;
  for (const card of cards) {
    card.hidden = typed !== "" && !fits(card, typed);
    shown += card.hidden ? 0 : 1;
  }
  count.textContent = typed === "" ? "" : `${shown} of ${cards.length}`;
}

if (field) field.addEventListener("input", search);
