/** What is chosen on the map: its panel, its place in the address, and what is said of it. */
import { announce } from "../lib/announce.js";
import { closeInspector } from "../parts/inspector.js";
import { go } from "./address.js";
import { DOCUMENT } from "./decode.js";
import { noteOf, spoken } from "./explain.js";
import { addressOf, isChosen } from "./ways.js";

const PANEL_PAUSE = 120;

export class Chosen {
  #map;
  #labels;
  #urls;
  #words;
  #timer;
  #panelOf = -1;
  #panelComing = null;

  /** `urls` are the panels of a memory and of a document, with `{id}` for the node. */
  constructor(map, labels, urls, words) {
    [this.#map, this.#labels, this.#urls, this.#words] = [map, labels, urls, words];
  }

  get node() {
    return this.#map.selection.node;
  }

  /** Choose a node, or nothing with -1. */
  choose(node) {
    this.#map.choose(node);
    if (this.node < 0) {
      this.drop();
      return;
    }
    this.wait();
    this.#map.reveal(node);
    this.#timer = setTimeout(() => this.show(), PANEL_PAUSE);
  }

  /** Choose the node with that id without opening its panel. */
  async chooseId(id) {
    this.#map.choose(await this.#labels.find(id));
  }

  /** Fetch no panel after all: something else is shown. */
  wait() {
    clearTimeout(this.#timer);
  }

  /** Nothing is chosen any more: close the panel, and go to the address without. */
  drop() {
    this.wait();
    closeInspector();
    if (!isChosen({})) go(addressOf({}));
  }

  /** Close the panel and stay with what is chosen; whether there was one. */
  close() {
    const isOpen = Boolean(document.getElementById("inspector")?.childElementCount);
    this.wait();
    closeInspector();
    return isOpen;
  }

  /**
   * Show the panel of what is chosen. While another is on its way this one follows it, and nothing in between is
   * fetched.
   */
  show() {
    this.wait();
    this.#panelOf = this.node;
    this.#panelComing ??= this.#fetchAll().finally(() => (this.#panelComing = null));
    return this.#panelComing;
  }

  /** Show the panel, and go into it. */
  async open() {
    await this.show();
    document.querySelector("#inspector :is(a, button, [tabindex])")?.focus();
  }

  /** Show the panel, and go to the part of it that has that id. */
  async openAt(id) {
    if (!inPanel(id)) await this.show();
    inPanel(id)?.focus();
  }

  async #fetchAll() {
    for (let shown = -1; shown !== this.#panelOf; ) {
      shown = this.#panelOf;
      await this.#fetch(shown);
    }
    if (this.node < 0) closeInspector();
  }

  async #fetch(node) {
    const id = await this.#labels.idOf(node);
    if (id === undefined || node !== this.node) return;
    if (!isChosen({ node: id })) go(addressOf({ node: id }));
    const template = this.#map.graph.kind[node] === DOCUMENT ? this.#urls.document : this.#urls.memory;
    // A hub that does not answer has been spoken of by parts/requests.js.
    await globalThis.htmx?.ajax("GET", template.replace("{id}", id), { target: "#inspector", swap: "innerHTML" }).catch(() => {});
    if (node === this.node) this.#map.reveal(node);
    announce(spoken(this.#labels.textOf(node), noteOf(this.#words, this.#map.graph, node)));
  }
}

const inPanel = (id) => document.querySelector(`#inspector #${CSS.escape(id)}`);
