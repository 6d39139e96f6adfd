/** What has arrived since somebody looked: kept off the map, and counted on a button that puts it there. */
import { announce } from "../lib/announce.js";
import { sentence } from "./explain.js";

const PAUSE = 2_000; // milliseconds; of what arrives one after the other the sum is said once

export class Arrivals {
  #button;
  #map;
  #lens;
  #canvas;
  #words;
  #said = 0;
  #timer;
  #nodes = [];

  /** `button` holds `[data-arrivals-text]`; it is hidden while nothing waits. */
  constructor(button, { map, lens, canvas }, words, signal) {
    [this.#button, this.#map, this.#lens, this.#canvas, this.#words] = [button, map, lens, canvas, words];
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    document.addEventListener("graph:look", () => this.#count(), { signal });
  }

  /** The map becomes another one by a delta that has its nodes go to `places`: what is new waits with what waits. */
  take(places, delta) {
    const waiting = this.#nodes.map((node) => places[node]).filter((node) => node >= 0);
    this.#hold([...waiting, ...delta.new.map(([node]) => node)]);
  }

  /** The map is read whole: everything is on it. */
  forget() {
    this.#hold([]);
  }

  #hold(nodes) {
    this.#nodes = nodes;
    this.#lens.held = new Set(nodes);
  }

  /** Put on the map what waits, as far as filters leave it, and go where it can be seen. */
  async show() {
    const nodes = this.#lens.waiting;
    const hadFocus = this.#button.contains(document.activeElement);
    this.forget();
    await this.#lens.again();
    this.#map.grow(nodes);
    this.#map.bringIntoView(nodes);
    if (hadFocus) this.#canvas.focus();
  }

  #count() {
    const count = this.#lens.waiting.length;
    if (count === this.#said) return;
    const more = count > this.#said;
    this.#said = count;
    this.#button.hidden = count === 0;
    if (count) this.#button.querySelector("[data-arrivals-text]").textContent = sentence(this.#words, "waiting", { count });
    clearTimeout(this.#timer);
    if (more) this.#timer = setTimeout(() => announce(sentence(this.#words, "arrived", { count })), PAUSE);
  }
}
