/** A pile of chips; bright chips can be clicked, dragged, or chosen with the arrow keys. */
import { html, useLayoutEffect, useState } from "../../vendor/preact.js";
import { shown } from "./match.js";

/** Higher piles are shown as numbers with a slider. */
export const MOST_CHIPS = 32;

/**
 * @typedef {import("./match.js").Pile} PileData
 * @typedef {import("./match.js").Change} Change
 *
 * @typedef {object} PileProperties
 * @property {PileData} pile
 * @property {number} place
 * @property {number} id
 * @property {string} label  "2nd pile"
 * @property {string} caption
 * @property {boolean} active
 * @property {boolean} isFree  whether any height can be set because there are too many moves to list
 * @property {Map<number, Set<number>>} heights  the possible new heights
 * @property {readonly number[] | undefined} drafted
 * @property {import("./move_selection.js").Cut | null} cut
 * @property {Change | undefined} moving
 * @property {boolean} grows  whether heights above the top of the pile can be chosen
 * @property {readonly number[] | undefined} preview  the heights that the pile becomes in the previewed move
 * @property {import("./match.js").Entry | undefined} was  the height before the last move, if that move changed the pile
 * @property {boolean} [isGrouped]  whether gaps separate the chips into groups of powers of 2
 * @property {boolean} isTarget  whether chips are being dragged onto this pile
 * @property {number} tabIndex
 * @property {(place: number, height: number | null) => void} onLook
 * @property {(place: number, height: number) => void} onChoose
 * @property {(event: PointerEvent, place: number, height: number) => void} onGrab
 */

/** The range of chips that are removed when a pile becomes these parts. @param {number} height @param {readonly number[]} parts */
function gone(height, parts) {
  const [below = 0, above = 0] = parts;
  return { from: below, to: height - above };
}

/** @param {PileProperties} properties */
export function Pile({ pile, place, id, label, caption, active, isFree, heights, drafted, cut, moving, grows, preview, was, isGrouped, isTarget, tabIndex, onLook, onChoose, onGrab }) {
  const [hovered, setHovered] = useState(/** @type {number | null} */ (null));
  useLayoutEffect(() => setHovered(null), [active, pile.height, drafted]);
  const height = Number(pile.height);
  const reach = grows ? Math.min(Math.max(height, ...heights.keys()), height + MOST_CHIPS) : height;
  const look = (/** @type {number | null} */ at) => {
    setHovered(at);
    onLook(place, at);
  };
  const goes = moving?.after.map(Number) ?? drafted ?? preview ?? becomesAt(hovered, heights, cut, place, height);
  const { from, to } = goes ? gone(height, goes) : { from: height, to: height };
  const arrives = goes && goes.length === 1 && (goes[0] ?? 0) > height ? (goes[0] ?? 0) : height;
  const levels = Array.from({ length: Math.max(reach, arrives) }, (_, level) => level);

  const legal = [...heights.keys()].sort((one, other) => one - other);
  const step = (/** @type {KeyboardEvent} */ event) => {
    const current = hovered ?? height;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const next = event.key === "ArrowUp" ? legal.find((one) => one > current) : legal.findLast((one) => one < current);
      look(next ?? (event.key === "ArrowUp" && current < height ? null : hovered));
    } else if ((event.key === "Enter" || event.key === " ") && hovered !== null && !drafted) onChoose(place, hovered);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const value = hovered ?? drafted?.[0] ?? height;
  const chip = (/** @type {number} */ level) => {
    const isChip = level < height;
    const names = [
      "chip",
      isChip ? "" : "ghost",
      active && (isFree || heights.has(isChip ? level : level + 1) || isEnd(cut, place, height, level)) ? "lit" : "",
      isChip && level >= from && level < to ? "going" : "",
      !isChip && level < arrives ? "coming" : "",
      goes && isChip && level >= to && to > from ? "split" : "",
      isGrouped && isGroupStart(level, height) ? "group-start" : "",
    ];
    return html`<div key=${level} class=${names.filter(Boolean).join(" ")} data-level=${level}></div>`;
  };
  const over = (/** @type {Event} */ event) => levelAt(event, height);
  return html`<div
    class=${`pile ${isTarget ? "target" : ""} ${was === undefined ? "" : "recent"} ${drafted ? "drafted" : ""}`}
    data-place=${place}
    data-id=${id}
    role="spinbutton"
    tabindex=${tabIndex}
    aria-label=${label}
    aria-valuenow=${value}
    aria-valuemin="0"
    aria-valuemax=${Math.max(height, ...legal)}
    aria-valuetext=${valueText(value, height)}
    aria-disabled=${!active}
    onKeyDown=${step}
    onBlur=${() => look(null)}
    onPointerOver=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && look(over(event))}
    onPointerLeave=${() => look(null)}
    onPointerDown=${(/** @type {PointerEvent} */ event) => {
      const at = over(event);
      if (at !== null && at < height) onGrab(event, place, at);
    }}
    onClick=${(/** @type {MouseEvent} */ event) => {
      const at = over(event);
      if (at !== null) onChoose(place, at);
    }}
  >
    <div class="chips">${levels.map(chip)}</div>
    <div class="count">${goes && !moving ? html`<s>${shown(height)}</s> ${goes.map(shown).join(" + ")}` : shown(height)}</div>
    <div class="caption">${was === undefined ? caption : `was ${shown(was)}`}</div>
  </div>`;
}

/** The new height after a click: a click on a chip removes it and all chips above; a click above the pile raises it. @param {Event} event @param {number} height */
function levelAt(event, height) {
  const chip = event.target instanceof Element ? event.target.closest("[data-level]") : null;
  if (!(chip instanceof HTMLElement)) return null;
  const level = Number(chip.dataset["level"]);
  return level < height ? level : level + 1;
}

/** The heights that the pile becomes at the chip under the pointer or keyboard focus, if they are determined. @param {number | null} hovered @param {Map<number, Set<number>>} heights @param {import("./move_selection.js").Cut | null} cut @param {number} place @param {number} height */
function becomesAt(hovered, heights, cut, place, height) {
  if (cut?.pile === place) {
    const above = hovered === null ? Math.max(...cut.above) : height - hovered - 1;
    return hovered !== null && hovered >= cut.below && cut.above.has(above) ? [cut.below, above] : [cut.below, height - cut.below];
  }
  if (hovered === null) return undefined;
  const above = heights.get(hovered);
  return above ? [hovered, ...(above.has(0) ? [] : [Math.max(...above)])] : undefined;
}

/** Whether a chip can be the topmost chip that is removed from the middle of a heap. @param {import("./move_selection.js").Cut | null} cut @param {number} place @param {number} height @param {number} level */
const isEnd = (cut, place, height, level) =>
  cut?.pile === place && level >= cut.below && cut.above.has(height - level - 1);

/** Whether a chip is the lowest of a group, if a pile is split into powers of 2, the largest at the bottom. @param {number} level @param {number} height */
const isGroupStart = (level, height) => level > 0 && level < height && height - level < (level & -level);

/** @param {number} value @param {number} height */
function valueText(value, height) {
  const chips = (/** @type {number} */ count) => (count === 1 ? "1 chip" : `${count} chips`);
  return value === height ? chips(height) : `becomes ${chips(value)}, from ${height}`;
}
