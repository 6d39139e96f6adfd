/** The pointer on the map: what lies under it is lit, and told on a sheet beside it. */
import { concerned, explained } from "./explain.js";
import { Tip } from "./tip.js";

export class Pointer {
  #canvas;
  #map;
  #labels;
  #words;
  #tip;
  #at = null;

  constructor(canvas, map, labels, { words, tip, signal }) {
    [this.#canvas, this.#map, this.#labels, this.#words, this.#tip] = [canvas, map, labels, words, new Tip(tip)];
    canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
    canvas.addEventListener("pointerleave", () => this.#leave(), { signal });
  }

  #move({ offsetX: x, offsetY: y, buttons }) {
    if (buttons) return this.hide();
    this.#at = { x, y };
    const found = this.#map.at(x, y);
    this.#map.hover(found.node);
    this.#canvas.classList.toggle("on-node", found.node >= 0 || found.edge >= 0 || found.island >= 0);
    return this.#explain(found);
  }

  #leave() {
    this.#at = null;
    this.#map.hover(-1);
    this.hide();
  }

  hide() {
    this.#tip.hide();
  }

  /** Texts have come: what lies under the pointer may be told by now. */
  again() {
    if (this.#at) this.#explain(this.#map.at(this.#at.x, this.#at.y));
  }

  #explain(found) {
    const { graph } = this.#map;
    this.#labels.want(concerned(graph, found));
    const told = explained(this.#words, graph, found, (node) => this.#labels.textOf(node));
    if (!told || !this.#at) return this.hide();
    return this.#tip.show(told.title, told.note, this.#at, { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight });
  }
}
