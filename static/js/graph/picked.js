/**
 * What is selected of the graph, by id: shared by map and outline (of one tab), counted in the bar `form[data-picked]`,
 * which says its words in its data attributes, and sent with its buttons.
 */
import { announce } from "../lib/announce.js";

export const MOST = 5_000; // ids in one form; more are "everything shown"
const PAUSE = 150; // milliseconds until what was selected is told

export class Picked {
  #bar;
  #place;
  #number = new Intl.NumberFormat(document.documentElement.lang);
  #onChange;
  #timer;
  #shown;
  #open = false;
  /** Kind, memory or document, by id. */
  nodes = new Map();
  /** Whether everything that is shown is selected, which then needs no ids. */
  all = false;

  /** `onChange()` hears when a button or what was kept changed the selection. */
  constructor(bar, { onChange, signal }) {
    [this.#bar, this.#onChange, this.#place] = [bar, onChange, `picked:${bar.dataset.picked}`];
    this.#shown = Number(bar.dataset.shown);
    bar.querySelector("[data-picked-choices]").hidden = false;
    const kept = JSON.parse(sessionStorage.getItem(this.#place) ?? "null");
    if (kept) [this.nodes, this.all] = [new Map(kept.nodes), kept.all];
    bar.addEventListener("click", ({ target }) => this.#press(target), { signal });
    bar.addEventListener("keydown", (event) => this.#key(event), { signal });
    document.addEventListener("htmx:configRequest", (event) => this.#address(event), { signal });
    this.#draw();
  }

  get size() {
    return this.all ? this.#shown : this.nodes.size;
  }

  /** Select these, [id, kind] each, and no others. */
  set(nodes) {
    [this.nodes, this.all] = [new Map(nodes), false];
    this.#changed();
  }

  add(nodes) {
    this.set([...this.nodes, ...nodes]);
  }

  toggle(id, kind) {
    const nodes = new Map(this.nodes);
    if (!nodes.delete(id)) nodes.set(id, kind);
    this.set(nodes);
  }

  /** Everything that is shown; `nodes` are its [id, kind] where it is not too much to be named. */
  everything() {
    [this.nodes, this.all] = [new Map(), true];
    this.#changed();
  }

  clear() {
    this.set([]);
  }

  /** Nodes that are no longer shown leave the selection, and so many of them are told. */
  keep(isShown) {
    const left = [...this.nodes].filter(([id]) => isShown(id));
    const gone = this.nodes.size - left.length;
    if (!gone) return;
    this.nodes = new Map(left);
    this.#changed({ also: this.#say("left", { count: gone }) });
  }

  /** How many nodes the page shows. */
  showing(count) {
    if (count === this.#shown) return;
    this.#shown = count;
    if (this.all) this.#changed();
    else this.#draw();
  }

  /** Have the bar there also while nothing is selected, as long as a tool is in hand. */
  open(isOpen) {
    this.#open = isOpen;
    this.#draw();
  }

  #press(target) {
    if (target.closest("[data-picked-clear]")) this.clear();
    else if (target.closest("[data-picked-all]")) this.everything();
    else return;
    this.#onChange();
  }

  #key(event) {
    if (event.key !== "Escape" || !this.size) return;
    event.preventDefault();
    this.clear();
    this.#onChange();
  }

  /** Deeds are done under the filters of the moment. */
  #address(event) {
    if (event.detail.elt.closest("[data-picked]") !== this.#bar) return;
    event.detail.path = event.detail.path.split("?")[0] + location.search;
  }

  #changed({ also = "" } = {}) {
    sessionStorage.setItem(this.#place, JSON.stringify({ nodes: [...this.nodes], all: this.all }));
    this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => announce([also, this.#told()].filter(Boolean).join(" ")), PAUSE);
  }

  #draw() {
    const bar = this.#bar;
    bar.hidden = !this.#open && !this.size;
    bar.querySelector("[data-picked-said]").textContent = this.#told();
    bar.querySelector("[data-picked-all]").textContent = this.#say("all", { count: this.#shown });
    bar.querySelector("[data-picked-nodes]").value = this.all ? "" : [...this.nodes.keys()].join(" ");
    bar.querySelector("[data-picked-all-field]").value = this.all ? "1" : "";
    bar.querySelector("[data-picked-clear]").hidden = !this.size;
    bar.querySelector("[data-picked-deeds]").hidden = !this.size || (!this.all && this.nodes.size > MOST);
  }

  #told() {
    if (this.all) return this.#say("everything", { count: this.#shown });
    if (!this.nodes.size) return this.#bar.dataset.none;
    const documents = [...this.nodes.values()].filter((kind) => kind === "document").length;
    const memories = this.nodes.size - documents;
    const kinds = { memories: this.#say(memories === 1 ? "memory" : "memories", { count: memories }), documents: this.#say(documents === 1 ? "document" : "documents", { count: documents }) };
    const parts = memories && documents ? this.#say("both", kinds) : memories ? kinds.memories : kinds.documents;
    const told = this.#say("one", { count: this.nodes.size, parts });
    return this.nodes.size > MOST ? `${told}. ${this.#say("many", { count: MOST })}` : told;
  }

  #say(name, figures) {
    return this.#bar.dataset[name].replace(/%\((\w+)\)s/g, (_, figure) => {
      const value = figures[figure];
      return typeof value === "number" ? this.#number.format(value) : value;
    });
  }
}
