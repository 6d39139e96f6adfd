/**
 * Entry of the map of all spaces, built into one file. <space-map>: `data-overview` names a JSON block of the page with
 * clusters and bridges, one cluster for each `[data-space]` item, whose link leads into the space. The links lie on the
 * islands: keys and readers use them, while the pointer is on the canvas. `[data-map-deed]` buttons do what a key does.
 */
import { islandAhead } from "./compass.js";
import { SpaceFinder } from "./space_finder.js";
import { deedOf } from "./keyboard.js";
import { GraphMap } from "./map.js";
import { clustersOf } from "./wire.js";
import "./twin.js";
import "../console.js";

const FLIGHT = 450; // milliseconds, as that of the map
const ROOM = 8; // pixels round an island that is walked to

class SpaceMap extends HTMLElement {
  #canvas;
  #map;
  #spots;
  #islands;
  #bridges;
  #box = { left: 0, top: 0, right: 1, bottom: 1 };
  #at = 0;
  #stop = new AbortController();

  connectedCallback() {
    const { signal } = this.#stop;
    const told = JSON.parse(document.getElementById(this.dataset.overview).textContent);
    [this.#islands, this.#bridges] = [clustersOf(told), told.bridges];
    this.#spots = [...this.querySelectorAll("[data-space]")];
    const canvas = (this.#canvas = this.querySelector("canvas"));
    const number = new Intl.NumberFormat(document.documentElement.lang);
    this.#map = new GraphMap(canvas, {
      palette() {},
      want() {},
      number: (value) => number.format(value),
      onView: (box) => this.#place(box),
      onHand() {},
      onShown() {},
      onDrawn() {},
      ghosts: () => [],
      obstacles: () => this.#floating(),
      covered: () => 0,
    });
    this.graph = Object.freeze({ stats: () => this.#map.stats() });
    this.#listen(canvas, signal);
    this.#map.repaint();
    this.show();
    this.#map.resize();
    document.fonts?.ready.then(() => this.#map.redraw());
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#map.release();
  }

  #listen(canvas, signal) {
    const resized = new ResizeObserver(() => this.#map.resize());
    resized.observe(this);
    signal.addEventListener("abort", () => resized.disconnect());
    canvas.addEventListener("click", (event) => this.#go(this.#under(event)), { signal });
    canvas.addEventListener("pointermove", (event) => this.#light(this.#under(event)), { signal });
    canvas.addEventListener("pointerleave", () => this.#light(-1), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.addEventListener("focusin", ({ target }) => this.#reached(this.#spots.indexOf(target.closest("[data-space]"))), { signal });
    this.addEventListener("click", ({ target }) => this.#do(target.closest("[data-map-deed]")?.dataset.mapDeed), { signal });
    document.addEventListener("spaces:find", () => this.show(), { signal });
    document.addEventListener("theme:change", () => this.#map.repaint(), { signal });
    // Coming back from a space that was flown into.
    addEventListener("pageshow", ({ persisted }) => persisted && this.#map.fit({ flight: false }), { signal });
  }

  /** Draw those that are not hidden, and fit the window to them. */
  show() {
    const shown = this.#islands.filter(({ id }) => !this.#spots[id].hidden);
    this.#map.setOverview({ clusters: shown, bridges: this.#bridges, parts: [] });
    this.#map.fit();
    if (shown.length && this.#spots[this.#at].hidden) this.#at = shown[0].id;
    this.#rove();
  }

  /** One of the links is in the order of Tab; arrows lead to the others. */
  #rove() {
    this.#spots.forEach((spot, index) => (spot.firstElementChild.tabIndex = index === this.#at ? 0 : -1));
  }

  get #scale() {
    return this.#canvas.clientWidth / (this.#box.right - this.#box.left);
  }

  #place(box) {
    this.#box = box;
    const k = this.#scale;
    this.#islands.forEach(({ id, x, y, r }) => {
      const { style } = this.#spots[id];
      style.inlineSize = style.blockSize = `${2 * r * k}px`;
      style.transform = `translate(${(x - r - box.left) * k}px, ${(y - r - box.top) * k}px)`;
    });
  }

  /** The island under the pointer, or -1. */
  #under({ offsetX, offsetY, buttons = 0, type }) {
    if (buttons && type === "pointermove") return -1;
    const x = this.#box.left + offsetX / this.#scale;
    const y = this.#box.top + offsetY / this.#scale;
    return this.#islands.findIndex((island) => !this.#spots[island.id].hidden && Math.hypot(island.x - x, island.y - y) <= island.r);
  }

  #light(index) {
    this.#spots.forEach((spot, at) => spot.classList.toggle("under", at === index));
    this.#canvas.classList.toggle("on-node", index >= 0);
  }

  /** A link has the focus: it is brought into the window. */
  #reached(index) {
    if (index < 0) return;
    this.#at = index;
    this.#rove();
    const { x, y, r } = this.#islands[index];
    const rim = r + ROOM / this.#scale;
    const { left, top, right, bottom } = this.#box;
    if (x - rim < left || x + rim > right || y - rim < top || y + rim > bottom) this.#map.centre({ x, y });
  }

  /** Fly to an island and open its map. */
  #go(index) {
    if (index < 0) return;
    const { href } = this.#spots[index].firstElementChild;
    this.#map.fit({ islands: [this.#islands[index]] });
    setTimeout(() => location.assign(href), matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : FLIGHT);
  }

  #deeds = {
    go: (way) => this.#walk(way),
    pan: (way) => this.#map.pan(way),
    zoom: (factor) => this.#map.zoomBy(factor),
    in: () => this.#map.zoomBy(1.5),
    out: () => this.#map.zoomBy(1 / 1.5),
    fit: () => this.#map.fit(),
    enter: () => this.#go(this.#at),
    leave: () => document.activeElement.blur(),
  };

  #walk(way) {
    const shown = this.#islands.map(({ id, x, y, r }) => ({ x, y, r: this.#spots[id].hidden ? 0 : r, count: 1 }));
    const next = islandAhead(shown, this.#islands[this.#at], way);
    if (next >= 0) this.#spots[next].firstElementChild.focus();
  }

  #do(name, argument) {
    this.#deeds[name]?.(argument);
  }

  #key(event) {
    if (!event.target.closest("[data-space]")) return;
    const [name, argument] = deedOf(event) ?? [];
    if (!(name in this.#deeds)) return;
    event.preventDefault();
    this.#do(name, argument);
  }

  #floating() {
    const own = this.getBoundingClientRect();
    return [...this.querySelectorAll("[data-float]")]
      .map((part) => part.getBoundingClientRect())
      .map(({ left, top, width, height }) => ({ left: left - own.left, top: top - own.top, width, height }));
  }
}

const form = document.querySelector("[data-space-find]");
if (form) new SpaceFinder(form);
customElements.define("space-map", SpaceMap);
