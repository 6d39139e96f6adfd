/** The window on the map: where it looks, and all ways to look elsewhere. */
import { centredOn, fit, including, meets, showing, zoomLimits } from "./camera.js";
import { boxInView } from "./grid.js";
import { View } from "./view.js";

const READING_SCALE = 1.5;
const AIR = 30; // map units round nodes that are brought into view together
const ROOM = 70; // pixels between a node that is brought into view and the rim of the window

/** Whoever extends it has `clusters`, `discs`, `selection`, `size` of the window, `placeOf(node)` and `moved()`. */
export class Viewpoint {
  #hooks;
  #view;
  #limits = [0, Infinity];
  isUntouched = true; // the map is fitted, and will be anew when it changes

  /**
   * `hooks`: onHand() hears when somebody has chosen what the window shows; obstacles() gives the boxes of what floats
   * over the canvas, and covered() how many pixels at its right the inspector hides.
   */
  constructor(canvas, hooks) {
    this.#hooks = hooks;
    this.#view = new View(canvas, (_, byHand) => {
      if (byHand) this.#taken();
      this.moved();
    });
  }

  /** {k, x, y} as camera.js has it. */
  get view() {
    return this.#view.current;
  }

  #taken() {
    this.isUntouched = false;
    this.#hooks.onHand();
  }

  /** All of the map in the window, or some of its islands, clear of what floats over it. */
  fit({ flight = true, islands = this.discs } = {}) {
    if (!this.size.width) return;
    const discs = islands.filter(({ r }) => r > 0);
    const view = fit(discs, this.size, this.#hooks.obstacles());
    this.#limits = zoomLimits(view);
    this.#view.limit(this.#limits);
    this.#view.go(view, { flight });
    this.isUntouched = true;
  }

  /** Zoom about what is chosen, else about the middle. */
  zoomBy(factor) {
    this.#taken();
    const { node } = this.selection;
    const { x, y } = node >= 0 ? this.toScreen(this.placeOf(node)) : {};
    this.#view.zoomBy(factor, node >= 0 ? [x, y] : undefined);
  }

  pan({ dx, dy }) {
    this.#taken();
    this.#view.pan(dx, dy);
  }

  /** Bring a node into the middle, near enough to read. */
  flyTo(node) {
    this.isUntouched = false;
    const k = Math.max(this.view.k, READING_SCALE);
    this.#view.go(centredOn(this.placeOf(node), k, this.open), { flight: true });
  }

  /** Bring a map point into the middle, at the scale at hand. */
  centre(point) {
    this.#taken();
    this.#view.go(centredOn(point, this.view.k, this.open));
  }

  /** An island in the window, as large as can be. */
  flyInto(island) {
    this.#taken();
    this.#around([this.clusters[island]]);
  }

  /** The same where the address asked for it, which then needs not say where the map is looked at. */
  lookInto(island) {
    if (!this.clusters[island]?.r) return;
    this.isUntouched = false;
    this.#around([this.clusters[island]]);
  }

  /** The same for nodes. */
  flyAround(nodes) {
    this.isUntouched = false;
    this.#around(nodes.map((node) => ({ ...this.placeOf(node), r: AIR })));
  }

  #around(discs) {
    this.#view.go(fit(discs, this.open, this.#hooks.obstacles()), { flight: true });
  }

  /** What is looked at: the map point {x, y} in the middle of the window, and the scale. */
  get place() {
    return { ...this.middle(), k: this.view.k };
  }

  /** Look at a place as `place` gives it; false, and nothing is done, where there is no map. */
  lookAt({ x, y, k }) {
    const view = centredOn({ x, y }, Math.min(Math.max(k, this.#limits[0]), this.#limits[1]), this.open);
    if (!meets(this.discs, boxInView(view, this.size))) return false;
    this.isUntouched = false;
    this.#view.go(view);
    return true;
  }

  /** Move the map no more than it takes to have a node in the window. */
  reveal(node) {
    this.show(this.placeOf(node));
  }

  /** The same for a map point. */
  show(point) {
    this.isUntouched = false;
    const view = showing(point, this.view, this.open, ROOM);
    if (view.x !== this.view.x || view.y !== this.view.y) this.#view.go(view, { flight: true });
  }

  /** Move so that all of these nodes are in the window, if any is not. */
  bringIntoView(nodes) {
    const discs = nodes.map((node) => ({ ...this.placeOf(node), r: ROOM / this.view.k }));
    const view = including(discs, this.view, this.open);
    if (!view) return;
    this.isUntouched = false;
    this.#view.go(view, { flight: true });
  }

  /** Let `change` make another map of this one without moving the picture. */
  steadily(change) {
    const { isUntouched } = this;
    this.isUntouched = false;
    change();
    this.isUntouched = isUntouched;
  }

  /** The part of the map in the window. */
  get box() {
    return boxInView(this.view, this.size);
  }

  /** The map point in the middle of the window. */
  middle() {
    const { width, height } = this.open;
    return this.toMap(width / 2, height / 2);
  }

  /** The map point at a point of the canvas. */
  toMap(x, y) {
    const view = this.view;
    return { x: (x - view.x) / view.k, y: (y - view.y) / view.k };
  }

  /** The point of the canvas at a map point. */
  toScreen({ x, y }) {
    const view = this.view;
    return { x: x * view.k + view.x, y: y * view.k + view.y };
  }

  /** The part of the window that the inspector does not cover. */
  get open() {
    const { width, height } = this.size;
    return { width: Math.max(width - this.#hooks.covered(), 1), height };
  }

  release() {
    this.#view.release();
  }
}
