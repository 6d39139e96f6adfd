/** The older versions of what is chosen, as a stack of ghosts under it: links to where two versions are compared. */
import { Problem, request } from "../lib/api.js";
import { MEMORY } from "./decode.js";
import { sentence } from "./explain.js";
import { extended } from "./wire.js";

const PAUSE = 120;
const MOST = 5;
const SHIFT = 5; // pixels by which each ghost stands out of the one above it
const ASIDE = 12; // pixels by which it begins left of the middle of what is chosen
const GAP = 10; // pixels between what is chosen and the first

export class Ghosts {
  #map;
  #labels;
  #list;
  #url;
  #words;
  #node = -1;
  #timer;

  /** `list` takes the links; `onOpen(row)` hears which row of the panel of what is chosen compares two versions. */
  constructor(map, labels, list, url, { words, onOpen, signal }) {
    [this.#map, this.#labels, this.#list, this.#url, this.#words] = [map, labels, list, url, words];
    list.addEventListener("click", (event) => this.#open(event, onOpen), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Another node is chosen, or none with -1; `again` asks anew for the same one. */
  choose(node, { again = false } = {}) {
    if (node === this.#node && !again) return;
    clearTimeout(this.#timer);
    this.#node = node;
    if (!this.#list.hidden) this.#show([], 0);
    if (node >= 0 && this.#map.graph.kind[node] === MEMORY) this.#timer = setTimeout(() => this.#ask(node), PAUSE);
  }

  /** Stand under what is chosen, wherever that is in the window now. */
  place() {
    if (!this.#list.childElementCount) return;
    const { x, y, r } = this.#map.spotOf(this.#node);
    this.#list.style.translate = `${Math.round(x - ASIDE)}px ${Math.round(y + r + GAP)}px`;
  }

  /** The room the stack takes in the window, as a list of one box or none. */
  boxes() {
    if (this.#list.hidden || this.#map.selection.node !== this.#node) return [];
    const { x, y, r } = this.#map.spotOf(this.#node);
    return [{ left: x - ASIDE, top: y + r + GAP, width: this.#list.offsetWidth, height: this.#list.offsetHeight }];
  }

  /** Go into the stack; whether there is one. */
  focus() {
    const first = this.#list.querySelector("a");
    first?.focus();
    return first !== null;
  }

  async #ask(node) {
    const id = await this.#labels.idOf(node);
    if (id === undefined || node !== this.#node) return;
    try {
      const { of, older } = await request(extended(this.#url, { node: id }));
      if (node === this.#node) this.#show(older, of);
    } catch (error) {
      // It went meanwhile; what is chosen follows with the next map.
      if (!(error instanceof Problem)) throw error;
    }
  }

  #show(older, of) {
    this.#list.replaceChildren(...older.slice(0, MOST).map((version, nth) => this.#ghost(version, of, nth)));
    if (older.length > MOST) this.#list.append(this.#rest(older.slice(MOST)));
    this.#list.hidden = !older.length;
    this.place();
    this.#map.redraw();
  }

  #ghost({ version, url }, of, nth) {
    const item = linkTo(url, sentence(this.#words, "ghost", { version, of }), sentence(this.#words, "ghostLink", { version, of }));
    item.style.setProperty("--shift", `${nth * SHIFT}px`);
    return item;
  }

  #rest(older) {
    return linkTo(older[0].url, sentence(this.#words, "ghostsMore", { count: older.length }));
  }

  #open(event, onOpen) {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(new URL(link.href).hash.slice(1));
  }
}

function linkTo(url, text, label = text) {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  link.href = url;
  link.textContent = text;
  link.setAttribute("aria-label", label);
  item.append(link);
  return item;
}
