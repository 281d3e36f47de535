/* The search of the atlas: names by their letters, values by a run of numbers, P-positions by their piles; the cards are there without it. */
const field = document.getElementById("atlas-search");
const count = document.getElementById("atlas-count");
const cards = [...document.querySelectorAll(".atlas > a")];

/* Numbers with commas may be piles of positions, or values as lists of sequences have them: either is looked for. */
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
