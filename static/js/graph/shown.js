/** The map as it was given, and what is shown of it: all, or what a mask (see mask.js) leaves. Nothing moves by that. */
import { emptyGraph } from "./decode.js";
import { gridOf } from "./grid.js";
import { linksOf } from "./links.js";
import { gridWithin } from "./mask.js";

const OMITTED = { role: "omitted", name: "", count: 0, hue: 0, x: 0, y: 0, r: 0 };

export class Shown {
  #whole;
  #masked = null;
  #tint = null;
  #homes = []; // where the hub has what is pinned
  graph;
  grid;
  links;
  lanes;
  clusters = [];
  bridges = [];

  constructor() {
    const graph = emptyGraph();
    this.take({ graph, grid: gridOf(graph) });
  }

  /** Another map: {graph, grid, links, lanes}, without links before the edges are there; `masked` and `tint` as in `look`, `pins` and `homes` as in `pin`. */
  take({ graph, grid, links = linksOf(graph), lanes = new Float32Array(graph.m), masked = null, tint = null, pins = [], homes = [] }) {
    const { clusters = [], bridges = [] } = this.#whole ?? {};
    this.#whole = { graph, grid, links, lanes, clusters, bridges };
    this.#homes = homes;
    this.#put(pins);
    this.look({ masked, tint });
  }

  /** The islands of the map, with gaps where an overview leaves some out. */
  setOverview({ clusters, bridges }) {
    const most = clusters.reduce((last, { id }) => Math.max(last, id + 1), 0);
    this.#whole.clusters = Array.from({ length: most }, () => OMITTED);
    for (const cluster of clusters) this.#whole.clusters[cluster.id] = cluster;
    this.#whole.bridges = bridges;
    this.#show();
  }

  /** Show only what `masked` leaves, all with null; `tint` has hues of the nodes, else they have those of their islands. */
  look({ masked, tint = this.#tint }) {
    [this.#masked, this.#tint] = [masked, tint];
    this.#show();
  }

  /** Put `pins` [{node, x, y}] in their places, all else where it belongs; `homes` are their own, `grid` is of that map. */
  pin({ pins, homes, grid }) {
    this.#put(this.#homes);
    this.#homes = homes;
    this.#put(pins);
    this.#whole.grid = grid;
    if (this.#masked) this.#masked = { ...this.#masked, grid: gridWithin(grid, this.#masked.kept) };
    this.#show();
  }

  #put(places) {
    for (const { node, x, y } of places) [this.#whole.graph.x[node], this.#whole.graph.y[node]] = [x, y];
  }

  /** The pinned nodes that are shown. */
  get pinned() {
    return this.#homes.map(({ node }) => node).filter((node) => this.has(node));
  }

  #show() {
    const { edges = {}, counts } = this.#masked ?? {};
    const { grid, links, lanes, bridges } = { ...this.#whole, ...this.#masked };
    Object.assign(this, { grid, links, lanes, bridges, graph: { ...this.#whole.graph, ...edges } });
    this.clusters = this.#whole.clusters.map((cluster, index) => ({
      ...cluster,
      count: counts?.[index] ?? cluster.count,
      hue: this.#tint ? 0 : cluster.hue,
    }));
  }

  has(node) {
    return node >= 0 && (!this.#masked || this.#masked.kept[node] === 1);
  }

  hueAt(node) {
    return this.#tint?.[node] ?? this.hueOf(this.graph.cluster[node]);
  }

  /** The hue of an island; of one that is not drawn the nodes tell it. */
  hueOf(cluster) {
    return this.clusters[cluster]?.hue ?? (this.#tint ? 0 : (this.graph.hue[cluster] ?? 0));
  }
}
