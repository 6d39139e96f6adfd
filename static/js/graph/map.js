/** The map on its canvas: holds data, view and selection, and draws a frame only when something changed. */
import { centredOn, fit, showing, zoomLimits } from "./camera.js";
import { coasts, shores } from "./coast.js";
import { emptyGraph } from "./decode.js";
import { detailAt, nodeRadius, WIDEST_NODE } from "./detail.js";
import { draw } from "./draw.js";
import { linksOf } from "./links.js";
import { readPalette } from "./palette.js";
import { edgeAt, nodeAt, nodeIndex } from "./pick.js";
import { carriedOver, nothing, selectionOf } from "./select.js";
import { View } from "./view.js";

const MOST_PIXELS = 2; // device pixels per CSS pixel that are drawn at most
const SPROUT = 320;
const READING_SCALE = 1.5;
const ROOM = 70;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class GraphMap {
  #canvas;
  #context;
  #hooks;
  #palette;
  #view;
  #index;
  #links;
  #coasts = null;
  #shore;
  #births = new Map();
  #untouched = true;
  #frame = 0;
  #last = { drawn: 0, missing: [] };
  #frames = 0;
  #size = { width: 0, height: 0 };
  graph = emptyGraph();
  ids = [];
  clusters = [];
  bridges = [];
  selection = nothing();
  hovered = -1;

  /**
   * `hooks`: textOf(node) -> text or undefined; want(nodes) asks for texts; number(value) formats; obstacles() gives
   * the boxes of what floats over the canvas.
   */
  constructor(canvas, hooks) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.#hooks = hooks;
    this.#palette = readPalette(canvas.parentElement);
    this.#view = new View(canvas, (view, byHand) => {
      if (byHand) this.#untouched = false;
      this.redraw();
    });
    this.#setGraph(this.graph);
  }

  /** Clusters and bridges; drawn as plain discs until the nodes are there. */
  setOverview({ clusters, bridges }) {
    this.clusters = [];
    for (const cluster of clusters) this.clusters[cluster.id] = cluster;
    for (let at = 0; at < this.clusters.length; at += 1) this.clusters[at] ??= { role: "omitted", name: "", count: 0, hue: 0, x: 0, y: 0, r: 0 };
    this.bridges = bridges;
    this.#landChanged();
  }

  /** Nodes and edges with their ids; what was chosen stays chosen, and nodes that are new grow. */
  setGraph(graph, ids) {
    const known = new Set(this.ids);
    const before = this.ids;
    const selection = this.selection;
    this.#setGraph(graph);
    this.setIds(ids);
    this.selection = carriedOver(selection, before, ids, graph, this.#links);
    if (known.size && !still.matches) {
      const now = performance.now();
      ids.forEach((id, node) => known.has(id) || this.#births.set(node, now));
    }
    this.#landChanged();
  }

  setIds(ids) {
    this.ids = ids;
  }

  #setGraph(graph) {
    this.graph = graph;
    this.hovered = -1;
    this.#births.clear();
    this.#index = nodeIndex(graph);
    this.#links = linksOf(graph);
  }

  #landChanged() {
    this.#coasts = this.graph.n ? coasts(this.graph, this.clusters) : null;
    this.#shore = shores(this.graph, this.clusters);
    if (this.#untouched) this.fit({ flight: false });
    this.redraw();
  }

  /** Take the size of the canvas's box; while nobody has moved the map it is fitted anew. */
  resize() {
    const { width, height } = this.#canvas.parentElement.getBoundingClientRect();
    if (!width || !height) return;
    const ratio = Math.min(devicePixelRatio || 1, MOST_PIXELS);
    this.#size = { width, height };
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.#untouched) this.fit({ flight: false });
    else if (this.selection.node >= 0) this.reveal(this.selection.node);
    this.#draw();
  }

  /** Read the colours anew. */
  repaint() {
    this.#palette = readPalette(this.#canvas.parentElement);
    this.redraw();
  }

  /** All of the map in the window, clear of what floats over it. */
  fit({ flight = true } = {}) {
    if (!this.#size.width) return;
    const discs = this.clusters.filter(({ r }) => r > 0);
    const view = fit(discs, this.#size, this.#hooks.obstacles());
    this.#view.limit(zoomLimits(view));
    this.#view.go(view, { flight });
    this.#untouched = true;
  }

  zoomBy(factor) {
    this.#untouched = false;
    this.#view.zoomBy(factor);
  }

  pan({ dx, dy }) {
    this.#untouched = false;
    this.#view.pan(dx, dy);
  }

  /** Bring a node into the middle, near enough to read. */
  flyTo(node) {
    this.#untouched = false;
    const k = Math.max(this.#view.current.k, READING_SCALE);
    this.#view.go(centredOn(this.#placeOf(node), k, this.#size), { flight: true });
  }

  /** Move the map no more than it takes to have a node in the window. */
  reveal(node) {
    this.#untouched = false;
    const view = showing(this.#placeOf(node), this.#view.current, this.#size, ROOM);
    if (view.x !== this.#view.current.x || view.y !== this.#view.current.y) this.#view.go(view, { flight: true });
  }

  choose(node) {
    this.selection = selectionOf(this.graph, this.#links, node);
    if (this.selection.node >= 0) this.#untouched = false;
    this.redraw();
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.redraw();
  }

  /** What is at a point of the canvas: {node, edge}, -1 where there is none. */
  at(x, y) {
    const { k } = this.#view.current;
    const detail = detailAt(k);
    const point = this.toMap(x, y);
    const lit = (node) => node === this.selection.node || this.selection.near.has(node);
    const reach = (node) => (detail.nodes || lit(node) ? (nodeRadius(this.graph, node, detail.size) + 4) / k : 0);
    const node = nodeAt(this.#index, this.graph, point, (WIDEST_NODE * detail.size + 6) / k, reach);
    if (node >= 0) return { node, edge: -1 };
    const edges = this.selection.node >= 0 ? this.selection.edges : detail.edges ? this.graph.source.keys() : [];
    return { node: -1, edge: edgeAt(this.graph, edges, point, k) };
  }

  toMap(x, y) {
    const view = this.#view.current;
    return { x: (x - view.x) / view.k, y: (y - view.y) / view.k };
  }

  /** The map point in the middle of the window. */
  middle() {
    return this.toMap(this.#size.width / 2, this.#size.height / 2);
  }

  #placeOf(node) {
    return { x: this.graph.x[node], y: this.graph.y[node] };
  }

  /** Draw before the next frame is shown. */
  redraw() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#size.width) return;
    this.#frames += 1;
    const now = performance.now();
    this.#last = draw(this.#context, this.#scene(now), this.#palette);
    if (this.#last.missing.length) this.#hooks.want(this.#last.missing);
    for (const [node, born] of this.#births) if (now - born > SPROUT) this.#births.delete(node);
    if (this.#births.size) this.redraw();
  }

  #scene(now) {
    const births = this.#births;
    return {
      graph: this.graph,
      clusters: this.clusters,
      bridges: this.bridges,
      coasts: this.#coasts,
      shore: this.#shore,
      view: this.#view.current,
      ...this.#size,
      detail: detailAt(this.#view.current.k),
      selection: this.selection,
      hovered: this.hovered,
      obstacles: this.#hooks.obstacles(),
      hueOf: (node) => this.clusters[this.graph.cluster[node]]?.hue ?? 0,
      textOf: this.#hooks.textOf,
      number: this.#hooks.number,
      grown: (node) => (births.size && births.has(node) ? Math.max((now - births.get(node)) / SPROUT, 0.02) ** 0.5 : 1),
    };
  }

  /** Plain figures for tests and the curious; `finite` tells that no place and no view holds NaN or Infinity. */
  stats() {
    const { k, x, y } = this.#view.current;
    return {
      nodes: this.graph.n,
      edges: this.graph.m,
      total: this.graph.total,
      revision: this.graph.revision,
      islands: this.clusters.filter(({ role }) => role === "island").length,
      ids: this.ids.length,
      drawn: this.#last.drawn,
      frames: this.#frames,
      view: { k, x, y },
      detail: detailAt(k),
      chosen: this.ids[this.selection.node] ?? null,
      near: this.selection.near.size,
      finite: [k, x, y, ...this.graph.x, ...this.graph.y].every(Number.isFinite),
    };
  }

  /** Where the node with that id is in the browser window: {x, y, visible}, or null when it is not on the map. */
  screenOf(id) {
    const node = this.ids.indexOf(id);
    if (node < 0) return null;
    const { k, x, y } = this.#view.current;
    const at = { x: this.graph.x[node] * k + x, y: this.graph.y[node] * k + y };
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    return { x: left + at.x, y: top + at.y, visible: at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height };
  }

  release() {
    cancelAnimationFrame(this.#frame);
    this.#view.release();
  }
}
