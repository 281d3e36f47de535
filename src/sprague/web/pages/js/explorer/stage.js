/** The controller of the map: keeps the scene, handles gestures and loaded tiles, and requests frames after changes. */
import { GUTTER } from "./axes.js";
import { paintsOf, stored } from "./colours.js";
import { listen } from "./gestures.js";
import { Painter } from "./painter.js";
import { Tiles } from "./tiles.js";
import { fit, keepInSight, pan, reveal, zoom } from "./viewport.js";

/**
 * @typedef {import("./painter.js").Axis} Axis
 * @typedef {import("./painter.js").Cell} Cell
 * @typedef {import("./painter.js").Marks} Marks
 * @typedef {import("./painter.js").Option} Option
 * @typedef {import("./painter.js").Scene} Scene
 * @typedef {import("./tiles.js").Fetch} Fetch
 * @typedef {{across: Axis, down: Axis | null, fetch: Fetch, proved: Fetch | null,
 *   legend: import("./colours.js").Legend, theme: import("./colours.js").Theme, marks: Marks}} Shown
 * @typedef {{hover: (cell: Cell | null, value: number | null | undefined) => void, choose: (cell: Cell) => void,
 *   failed: (error: Error) => void}} Listener
 */

const LEAST = 0.6; // minimum zoom, as a share of the zoom that fits the whole map

export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Listener} listener
   */
  constructor(canvas, listener) {
    this.listener = listener;
    this.painter = new Painter(canvas);
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Shown | null} */
    this.shown = null;
    this.frame = 0;
    this.moved = false; // whether the user has moved the map; if so, resizing does not fit it again
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.deaf = listen(canvas, {
      pan: (right, down) => this.look((view) => pan(view, right, down)),
      zoom: (factor, x, y) => this.look((view) => zoom(view, factor, x - GUTTER.left, y - GUTTER.top, this.least())),
      hover: (x, y) => this.hover(this.cellAt(x, y)),
      leave: () => this.hover(null),
      choose: (x, y) => this.choose(this.cellAt(x, y)),
      step: (columns, rows) => this.step(columns, rows),
      whole: () => this.whole(),
    });
  }

  /** @param {Shown} shown */
  show(shown) {
    const { scene, shown: before } = this;
    const same = before && scene && before.fetch === shown.fetch;
    const sameSize = before?.across.size === shown.across.size && before?.down?.size === shown.down?.size;
    this.shown = shown;
    const paints = paintsOf(shown.legend);
    const tiles = same ? scene.tiles : this.tilesFrom(shown.fetch, paints);
    if (same && before.legend !== shown.legend) void tiles.repaint(paints);
    if (!same) {
      scene?.before?.end();
      if (!sameSize) scene?.tiles.end();
    }
    scene?.proved?.end();
    this.scene = {
      across: shown.across,
      down: shown.down,
      legend: shown.legend,
      theme: shown.theme,
      marks: shown.marks,
      tiles,
      before: same ? scene.before : sameSize ? (scene?.tiles ?? null) : null,
      proved: shown.proved && this.tilesFrom(shown.proved, provedPaints(shown.theme.mark)),
      view: scene && sameSize ? scene.view : this.fitted(shown),
      chosen: scene?.chosen ?? null,
      options: scene?.options ?? [],
      hovered: scene && sameSize ? scene.hovered : null,
    };
    if (!sameSize) this.moved = false;
    this.request();
  }

  /**
   * @param {Cell | null} chosen
   * @param {Option[]} options
   */
  mark(chosen, options) {
    if (!this.scene) return;
    this.scene = { ...this.scene, chosen, options };
    this.request();
  }

  end() {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.deaf();
    this.scene?.tiles.end();
    this.scene?.before?.end();
    this.scene?.proved?.end();
    this.scene = null;
  }

  /** Shows the whole map. */
  whole() {
    if (!this.shown) return;
    const whole = this.fitted(this.shown);
    this.look(() => whole);
    this.moved = false;
  }

  /** Zooms around the middle of the map. @param {number} factor */
  scale(factor) {
    const { width, height } = this.painter.seen;
    this.look((view) => zoom(view, factor, width / 2, height / 2, this.least()));
  }

  // The visible part of the map

  /**
   * @param {Fetch} fetch
   * @param {Uint32Array} paints
   */
  tilesFrom(fetch, paints) {
    const changed = () => {
      this.painter.numbers.forget();
      this.tellHovered();
      this.request();
    };
    return new Tiles(fetch, paints, changed, this.listener.failed);
  }

  /** @param {(view: import("./viewport.js").Viewport) => import("./viewport.js").Viewport} change */
  look(change) {
    if (!this.scene) return;
    const { across, down, view } = this.scene;
    const next = keepInSight(change(view), this.painter.seen, across.size, down?.size ?? 1);
    this.scene = { ...this.scene, view: next };
    this.moved = true;
    this.request();
  }

  /** @param {Shown} shown */
  fitted({ across, down }) {
    const whole = fit(this.painter.seen, across.size, down?.size ?? 1);
    return keepInSight(whole, this.painter.seen, across.size, down?.size ?? 1);
  }

  least() {
    return this.shown ? LEAST * this.fitted(this.shown).scale : 1;
  }

  resize() {
    this.painter.resize();
    if (!this.scene || !this.shown) return;
    if (!this.moved) this.scene = { ...this.scene, view: this.fitted(this.shown) };
    this.draw(); // draw at once because resizing clears the canvas
  }

  request() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.scene && this.painter.draw(this.scene)) this.request();
  }

  // Gestures

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Cell | null}
   */
  cellAt(x, y) {
    if (!this.scene || x < GUTTER.left || y < GUTTER.top) return null;
    const { view, across, down } = this.scene;
    const column = Math.floor(view.left + (x - GUTTER.left) / view.scale);
    const row = Math.floor(view.top + (y - GUTTER.top) / view.rise);
    const inside = column >= 0 && row >= 0 && column < across.size && row < (down?.size ?? 1);
    return inside ? { column, row } : null;
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    if (!this.scene) return;
    const before = this.scene.hovered;
    if (before?.column === cell?.column && before?.row === cell?.row) return;
    this.scene = { ...this.scene, hovered: cell };
    this.tellHovered();
    this.request();
  }

  tellHovered() {
    const cell = this.scene?.hovered ?? null;
    this.listener.hover(cell, cell && this.scene?.tiles.value(cell.column, cell.row));
  }

  /** @param {Cell | null} cell */
  choose(cell) {
    if (cell) this.listener.choose(cell);
  }

  /**
   * Chooses the next cell in a direction.
   * @param {number} columns
   * @param {number} rows
   */
  step(columns, rows) {
    if (!this.scene) return;
    const { chosen, across, down } = this.scene;
    const cell = {
      column: clamp((chosen?.column ?? 0) + (chosen ? columns : 0), across.size),
      row: clamp((chosen?.row ?? 0) + (chosen ? rows : 0), down?.size ?? 1),
    };
    // Update the scene at once because the next key press may come before the page reacts to this one.
    this.scene = { ...this.scene, chosen: cell, options: [] };
    this.look((view) => reveal(view, this.painter.seen, cell.column, cell.row));
    this.choose(cell);
  }
}

/**
 * @param {number} at
 * @param {number} count
 */
const clamp = (at, count) => Math.min(Math.max(at, 0), count - 1);

/** The colours of the proved set: the colour of marks inside the set, transparent outside. @param {string} mark */
function provedPaints(mark) {
  const paints = new Uint32Array(65536);
  paints[0] = stored(mark);
  return paints;
}
