/**
 * The local graph: what lies around one node, asked for by the address. Links marked `data-local` (of the bar) and
 * `data-around` (of panels) change it without leaving the page; Back undoes it. What is chosen can be expanded.
 */
import { announce } from "../lib/announce.js";
import { closeInspector } from "../parts/inspector.js";
import { go, isSame } from "./address.js";
import { around, aroundIn, expanded } from "./around.js";
import { sentence } from "./explain.js";
import { addressOf, CHOICES } from "./ways.js";

const MOST_EXPANDED = 50;
const MOST_AROUND = 2_000; // nodes, as the hub bounds it
const narrow = matchMedia("(width < 700px)");

export class Local {
  #map;
  #labels;
  #feed;
  #words;
  #more;
  #at = { node: -1, rings: null };
  #shown = String(aroundIn(location.search));
  #told = wordsOfBar();

  /** `feed` fetches the map of the address; `more` holds `[data-local-beyond]` and buttons for the deeds below. */
  constructor(map, labels, feed, { words, more, signal }) {
    [this.#map, this.#labels, this.#feed, this.#words, this.#more] = [map, labels, feed, words, more];
    document.addEventListener("click", (event) => this.#click(event), { signal });
    document.addEventListener("filters:swap", () => this.#tell(), { signal });
  }

  /** Whether the page shows a local graph. */
  get isOn() {
    return this.#shown !== "";
  }

  /** Show what lies around a node. */
  async show(node) {
    const id = await this.#labels.idOf(node);
    if (id) await this.#go(around(id, addressOf({ node: id })));
  }

  /** Show the map that the address asks for, if that is another one than is shown. */
  async follow() {
    const wanted = String(aroundIn(location.search));
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    await this.#feed.turn();
  }

  /** Show a page more of what lies beside a node. */
  async expand(node) {
    const { beyond = [], pages = [] } = this.#map.rings ?? {};
    if (node < 0 || !this.isOn) return;
    if (!beyond[node]) announce(this.#words.allBeside);
    else if (this.#isFull(pages[node])) announce(this.#words.full);
    else await this.#put(node, pages[node] + 1);
  }

  /** Take away what was added beside a node. */
  async collapse(node) {
    if (node >= 0 && this.#map.rings?.pages[node]) await this.#put(node, 0);
  }

  /** What the map is around has gone: show all of the map instead. Whether it was that. */
  leave() {
    if (!this.isOn) return false;
    [this.#shown, this.#told] = ["", ""]; // of the bar that goes nothing is said
    history.replaceState(null, "", around(null, addressOf({})));
    announce(this.#words.gone);
    return true;
  }

  /** Say what can be done with what is chosen. */
  choose(node) {
    if (node === this.#at.node && this.#map.rings === this.#at.rings) return;
    this.#at = { node, rings: this.#map.rings };
    const { beyond = [], pages = [] } = this.#map.rings ?? {};
    const [more, less] = [node >= 0 ? (beyond[node] ?? 0) : 0, node >= 0 ? (pages[node] ?? 0) : 0];
    this.#more.hidden = !more && !less;
    this.#more.querySelector("[data-local-beyond]").textContent = sentence(this.#words, "beyond", { count: more });
    this.#more.querySelector("[data-map-deed=expand]").hidden = !more;
    this.#more.querySelector("[data-map-deed=collapse]").hidden = !less;
  }

  #isFull(pages) {
    return this.#map.graph.n >= MOST_AROUND || (!pages && new URLSearchParams(location.search).getAll("expand").length >= MOST_EXPANDED);
  }

  async #put(node, pages) {
    const id = await this.#labels.idOf(node);
    if (id) await this.#go(expanded(id, pages, location.href));
  }

  async #go(address) {
    if (!isSame(address, location.href)) go(address);
    await this.follow();
  }

  #click(event) {
    const link = event.target.closest("a[data-local], a[data-around]");
    if (!link?.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.dataset.around) this.#showAround(link.dataset.around);
    else this.#go(withChoice(link.href));
  }

  /** A panel that covers the map makes way for it. */
  #showAround(id) {
    if (narrow.matches) closeInspector();
    return this.#go(around(id, addressOf(narrow.matches ? {} : { node: id })));
  }

  /** The bar has come anew: say it where it says something else. */
  #tell() {
    const words = wordsOfBar();
    if (words === this.#told) return;
    this.#told = words;
    announce(words || document.querySelector("[data-graph-count]")?.textContent || "");
  }
}

const wordsOfBar = () => document.querySelector("#graph-local .local-words")?.textContent.replace(/\s+/g, " ").trim() ?? "";

/** The address of a link of the bar with what is chosen now, which the link may not know of. */
function withChoice(href) {
  const [address, here] = [new URL(href), new URL(location.href)];
  const choice = [...here.searchParams].filter(([name]) => CHOICES.includes(name));
  return addressOf(Object.fromEntries(choice), address.href);
}
