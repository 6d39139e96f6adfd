/**
 * Edges, paths and islands of the map: their panels, their addresses, and what is lit for them. A panel in #inspector says so
 * itself: `data-graph-lit` has the ids of the nodes in their order. Links with `data-graph-go` lead to another address
 * of the page without leaving it.
 */
import { announce } from "../lib/announce.js";
import { go } from "./address.js";
import { RELATIONS } from "./decode.js";

export const CHOICES = ["node", "edge", "from", "to", "island", "part"];

/** The address of the page with this choice, such as {node: id}, in place of any other. */
export function addressOf(choice, here = location.href) {
  const address = new URL(here);
  for (const name of CHOICES) address.searchParams.delete(name);
  for (const [name, value] of Object.entries(choice)) address.searchParams.set(name, value);
  return address.href;
}

/** Whether the page's address has this choice and no other. */
export function isChosen(choice, search = location.search) {
  const given = new URLSearchParams(search);
  return CHOICES.every((name) => given.get(name) === (choice[name] ?? null));
}

/** What an address says is chosen: {edge}, {island}, {part}, {from, to}, or null where it names none of them. */
export function wayIn(search) {
  const given = new URLSearchParams(search);
  for (const name of ["edge", "island", "part"]) if (given.get(name)) return { [name]: given.get(name) };
  return given.get("from") && given.get("to") ? { from: given.get("from"), to: given.get("to") } : null;
}

/** A node of an island that is shown, the best linked one; -1 where there is none. */
export function memberOf({ graph, nodes }, cluster) {
  const better = (best, node) => (graph.cluster[node] === cluster && (best < 0 || graph.degree[node] > graph.degree[best]) ? node : best);
  return nodes.reduce(better, -1);
}

export class Ways {
  #map;
  #labels;
  #urls;
  #words;
  #from = -1; // where a path begins whose end is yet to be chosen
  #node = -1; // whose edges are gone through, and which of them was last
  #at = -1;

  constructor(map, labels, { edgeUrl, pathUrl, islandUrl }, { words, onGo, signal }) {
    [this.#map, this.#labels, this.#words, this.#urls] = [map, labels, words, { edge: edgeUrl, path: pathUrl, island: islandUrl }];
    document.addEventListener("htmx:afterSwap", ({ target }) => target.id === "inspector" && this.light(), { signal });
    document.addEventListener(
      "click",
      (event) => {
        const link = event.target.closest("a[data-graph-go]");
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const choice = Object.fromEntries(new URL(link.href).searchParams);
        go(addressOf(choice));
        onGo();
      },
      { signal },
    );
  }

  /** Light what the panel at hand is about, as far as it is on the map. */
  async light() {
    const ids = document.querySelector("#inspector [data-graph-lit]")?.dataset.graphLit.split(" ").filter(Boolean);
    if (!ids?.length || !this.#map.graph.n) return;
    const nodes = await Promise.all(ids.map((id) => this.#labels.find(id)));
    // Who went back meanwhile has chosen something else.
    if (!wayIn(location.search) || !nodes.every((node) => node >= 0)) return;
    // What was chosen stays so, whichever end of the edge it is.
    this.#map.light(nodes.at(-1) === this.#map.selection.node ? nodes.reverse() : nodes);
  }

  /** Show the panel that the address names; whether it names one. */
  async follow() {
    const way = wayIn(location.search);
    if (way) await this.#show(way);
    return way !== null;
  }

  async showEdge(edge) {
    const { source, target, relation } = this.#map.graph;
    const [from, to] = await Promise.all([this.#labels.idOf(source[edge]), this.#labels.idOf(target[edge])]);
    if (from && to) await this.#go({ edge: [from, to, RELATIONS[relation[edge]]].join(".") });
  }

  /** Show the panel of an island, by a node that is there; fields have none. */
  async showIsland(cluster) {
    if (this.#map.clusters[cluster]?.role !== "island") return announce(this.#words.noIsland);
    const node = memberOf(this.#map, cluster);
    const island = node >= 0 ? await this.#labels.idOf(node) : undefined;
    return island && this.#go({ island });
  }

  /** The island that the address names fills the window. */
  async goToIsland() {
    const { island, part } = wayIn(location.search) ?? {};
    const node = island || part ? await this.#labels.find(island ?? part) : -1;
    if (node >= 0) this.#map.lookInto(this.#map.graph.cluster[node]);
  }

  /** The next edge (or with -1 the one before) of what is chosen, -1 where it has none. */
  next(step) {
    const { node } = this.#map.selection;
    if (this.#node !== node) [this.#node, this.#at] = [node, step > 0 ? -1 : 0];
    const edges = this.#map.edgesOf(node);
    if (!edges.length) return -1;
    this.#at = (this.#at + step + edges.length) % edges.length;
    return edges[this.#at];
  }

  /** "Path from here", or where one was begun: to here. Whether one is shown. */
  press() {
    const { node } = this.#map.selection;
    if (node >= 0 && this.#from >= 0 && this.#from !== node) return this.leadsTo(node, false);
    this.#begin(this.#from === node ? -1 : node);
    if (this.#from >= 0) announce(this.#words.pathFrom);
    return false;
  }

  /** Whether `node` is where a path leads, which then is shown; with `shift` it is one from what is chosen. */
  leadsTo(node, shift) {
    const from = this.#from >= 0 ? this.#from : shift ? this.#map.selection.node : -1;
    this.#begin(-1);
    if (from < 0 || node < 0 || node === from) return false;
    this.#showPath(from, node);
    return true;
  }

  #begin(node) {
    this.#from = node;
    document.querySelector("[data-map-deed=path]")?.setAttribute("aria-pressed", String(node >= 0));
  }

  async #showPath(start, end) {
    const [from, to] = await Promise.all([this.#labels.idOf(start), this.#labels.idOf(end)]);
    if (from && to) await this.#go({ from, to });
  }

  async #go(choice) {
    if (!isChosen(choice)) go(addressOf(choice));
    await this.#show(choice);
  }

  async #show(way) {
    const address = new URL(this.#urls[way.edge ? "edge" : way.from ? "path" : "island"], location.href);
    // Of an island what is shown is told, so that filters go along.
    if (!way.edge && !way.from) address.search = new URL(addressOf({})).search;
    for (const [name, value] of Object.entries(way)) address.searchParams.set(name, value);
    // A hub that does not answer has been spoken of by parts/requests.js.
    await globalThis.htmx?.ajax("GET", address.pathname + address.search, { target: "#inspector", swap: "innerHTML" }).catch(() => {});
    const said = document.querySelector("#inspector :is([data-graph-lit], [data-graph-said])")?.innerText;
    if (said) announce(said.replace(/\s+/g, " ").trim());
  }
}
