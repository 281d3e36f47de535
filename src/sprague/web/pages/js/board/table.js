/** The piles on the board, grouped by component, with the remembered numbers; piles move smoothly to new places. */
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { shown } from "./match.js";
import { NumberPile } from "./number_pile.js";
import { MOST_CHIPS, Pile } from "./pile.js";
import { useDragAndDrop } from "./drag_and_drop.js";

/**
 * @typedef {import("./match.js").Pile} PileData
 * @typedef {import("./match.js").Change} Change
 */

/** If there are more piles, their names are not shown. */
const NAMED = 8;
const ORDINALS = ["", "st", "nd", "rd"];

/** 1st, 2nd, 3rd, 4th, 11th. @param {number} number */
export function ordinal(number) {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(!teen && ORDINALS[number % 10]) || "th"}`;
}

/**
 * @param {object} properties
 * @param {PileData[]} properties.piles
 * @param {number[]} properties.ids
 * @param {number} properties.highest  the height of the highest pile of the match, so that chips keep their size
 * @param {import("./appearance.js").Appearance} [properties.appearance]  how piles are drawn
 * @param {boolean} properties.isSum  whether the position is a sum of heaps
 * @param {import("./move_selection.js").MoveSelection} properties.selection
 * @param {boolean} properties.isFree
 * @param {ReadonlyMap<number, number>} properties.wanted  the heights that the player has set, if there are too many moves to list
 * @param {ReadonlyMap<number, import("./match.js").Entry>} properties.recent  maps the ids of the piles that the last move changed to their previous heights
 * @param {Change[] | null} properties.moving
 * @param {Change[] | null} properties.preview
 * @param {boolean} [properties.isGrouped]  whether gaps separate the chips into groups of powers of 2
 * @param {(place: number, height: number | null) => void} properties.onLook
 * @param {(place: number, height: number) => void} properties.onChoose
 * @param {(from: number, below: number, to: number) => void} properties.onCarry
 */
export function Table({ appearance = "piles", piles, ids, highest, isSum, selection, isFree, wanted, recent, moving, preview, isGrouped = false, onLook, onChoose, onCarry }) {
  const table = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [focus, setFocus] = useState(0);
  useGliding(table, ids);
  const { grab, target, held, wasDragged } = useDragAndDrop(onCarry);
  const standing = piles.map((pile, place) => ({ pile, place })).filter(({ pile }) => !pile.remembered);
  const heaps = isSum ? "heap" : "pile";

  const walk = (/** @type {KeyboardEvent} */ event) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (!by || event.target instanceof HTMLInputElement) return;
    const at = standing.findIndex(({ place }) => place === focus);
    const next = standing[(at + by + standing.length) % standing.length];
    if (!next) return;
    setFocus(next.place);
    /** @type {HTMLElement | null | undefined} */ (table.current?.querySelector(`[data-place="${next.place}"]`))?.focus();
    event.preventDefault();
    event.stopPropagation();
  };

  const draw = ({ pile, place } = /** @type {{pile: PileData, place: number}} */ ({}), /** @type {number} */ number) => {
    const isLarge = typeof pile.height !== "number" || pile.height > MOST_CHIPS;
    const change = preview?.find((one) => one.pile === place);
    const common = {
      key: ids[place],
      pile,
      place,
      id: ids[place],
      label: `${ordinal(number)} ${heaps}${isSum ? "" : `, ${pile.name}`}`,
      caption: isSum || standing.length > NAMED ? ordinal(number) : `${ordinal(number)} · ${pile.name}`,
      active: selection.active,
      heights: selection.heights(place),
      drafted: isFree ? (wanted.has(place) ? [wanted.get(place)] : undefined) : selection.draft.get(place),
      preview: held?.from === place ? [held.below] : change?.after.map(Number),
      was: recent.get(ids[place] ?? 0),
      isGrouped,
      onLook: (/** @type {number} */ at, /** @type {number | null} */ height) => onLook(at, held ? null : height),
      onChoose: (/** @type {number} */ at, /** @type {number} */ height) => {
        if (!wasDragged()) onChoose(at, height);
      },
    };
    if (isLarge) return html`<${NumberPile} ...${common} isFree=${isFree} />`;
    return html`<${Pile}
      ...${common}
      active=${selection.active || isFree}
      isFree=${isFree}
      cut=${selection.cut}
      moving=${moving?.find((one) => one.pile === place)}
      grows=${selection.draft.size > 0}
      isTarget=${target === place}
      tabIndex=${place === focus || (number === 1 && !standing.some((one) => one.place === focus)) ? 0 : -1}
      onGrab=${grab}
    />`;
  };

  let number = 0;
  const groups = grouped(standing);
  return html`<div
    class=${`table ${groups.length > 1 ? "sum" : ""} ${appearance === "pins" || appearance === "strip" ? `rows ${appearance}` : ""}`}
    ref=${table}
    role="group"
    aria-label=${`The board: ${standing.length} ${heaps}${standing.length === 1 ? "" : "s"}`}
    style=${{ "--highest": highest, "--piles": standing.length }}
    onKeyDown=${walk}
    onFocusIn=${(/** @type {FocusEvent} */ event) => {
      const at = event.target instanceof HTMLElement ? event.target.closest("[data-place]") : null;
      if (at instanceof HTMLElement) setFocus(Number(at.dataset["place"]));
    }}
  >
    ${standing.length === 0 && html`<p class="soft">No chips are left.</p>`}
    ${groups.map(
      (group, place) => html`${place > 0 && html`<div class="plus" aria-hidden="true">+</div>`}
        <div class=${`component ${groups.length > 1 ? "framed" : ""}`}>${group.map((one) => draw(one, (number += 1)))}</div>`,
    )}
    ${piles.some(({ remembered }) => remembered) &&
    html`<div class="remembered">
      ${piles.map((pile, place) => {
        if (!pile.remembered) return null;
        const after = (moving ?? preview)?.find((one) => one.pile === place)?.after;
        return html`<div class="memory" key=${ids[place]}>
          <span class="name">${pile.name}</span>
          <span class="value">${after ? html`<s>${shown(pile.height)}</s> ${after.map(shown).join(" + ")}` : shown(pile.height)}</span>
          <span class="caption">remembered</span>
        </div>`;
      })}
    </div>`}
  </div>`;
}

/** The piles, grouped by component. @param {{pile: PileData, place: number}[]} standing */
function grouped(standing) {
  /** @type {Map<string, typeof standing>} */
  const groups = new Map();
  for (const one of standing) {
    const key = `${one.pile.game} ${one.pile.component}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** Hook that animates piles from their old places to their new places. @param {{current: HTMLDivElement | null}} table @param {number[]} ids */
function useGliding(table, ids) {
  const were = useRef(/** @type {Map<string, number>} */ (new Map()));
  useLayoutEffect(() => {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const left = table.current?.getBoundingClientRect().left ?? 0;
    const are = new Map();
    for (const pile of /** @type {NodeListOf<HTMLElement>} */ (table.current?.querySelectorAll("[data-id]") ?? [])) {
      const id = pile.dataset["id"] ?? "";
      const at = pile.getBoundingClientRect().left - left;
      const was = were.current.get(id);
      if (was !== undefined && Math.abs(was - at) > 1 && !isStill)
        pile.animate([{ transform: `translateX(${was - at}px)` }, { transform: "none" }], { duration: 380, easing: "cubic-bezier(.2,.7,.2,1)" });
      are.set(id, at);
    }
    were.current = are;
  }, [ids.join(" ")]);
}
