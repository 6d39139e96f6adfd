/** The map: data, view and selection, and what can be done with them. The stage draws it. */
import { centredOn, fit, showing, zoomLimits } from "./camera.js";
import { drawable, roundShore, shoreOf } from "./coast.js";
import { detailAt, nodeRadius, WIDEST_NODE } from "./detail.js";
import { LANE } from "./draw_edges.js";
import { boxInView, countIn, nodesIn } from "./grid.js";
import { edgesAmong, edgesOf } from "./links.js";
import { edgeAt, nodeAt } from "./pick.js";
import { Picture } from "./picture.js";
import { snapshot } from "./snapshot.js";
import { nothing, selectionOf, wayOf } from "./select.js";
import { Shown } from "./shown.js";
import { Sprouts } from "./sprouts.js";
import { Stage } from "./stage.js";
import { View } from "./view.js";

const MOST_SHAPES = 5_000; // nodes in view that are drawn one by one; of more the worker paints a picture
const DRAWN_AT_ONCE = 400; // nodes that are drawn afresh in each frame of a move
const READING_SCALE = 1.5;
const ROOM = 70; // pixels between a node that is brought into view and the rim of the window

export class GraphMap {
  #canvas;
  #hooks;
  #stage;
  #view;
  #picture;
  #coasts = null;
  #shore = roundShore([]);
  #finite = true;
  #sprouts = new Sprouts();
  #shown = new Shown();
  #untouched = true;
  ids = [];
  parts = [];
  selection = nothing();
  hovered = -1;

  /**
   * `hooks`: picture(window) asks the worker for one, and palette(palette) tells it the colours; textOf(node) -> text or
   * undefined; wordOf(relation) names one; want(nodes) asks for texts; number(value) formats; onView(box) hears which
   * part of the map the window shows; obstacles() gives the boxes of what floats over the canvas, and covered() how many
   * pixels at its right the inspector hides.
   */
  constructor(canvas, hooks) {
    this.#canvas = canvas;
    this.#hooks = hooks;
    this.#stage = new Stage(canvas, (now) => this.#scene(now), (missing) => this.#drawn(missing));
    this.#view = new View(canvas, (_, byHand) => this.#moved(byHand));
    this.#picture = new Picture((window) => this.#pictureOf(window), () => this.redraw());
  }

  /** What is shown of the map. */
  get graph() {
    return this.#shown.graph;
  }

  get clusters() {
    return this.#shown.clusters;
  }

  /** The nodes that are shown, by index. */
  get nodes() {
    return this.#shown.grid.order;
  }

  /** Clusters, bridges and parts of islands; drawn as plain discs until the nodes are there. */
  setOverview({ clusters, bridges, parts }) {
    this.#shown.setOverview({ clusters, bridges });
    this.parts = parts;
    if (!this.#coasts) this.#shore = roundShore(this.clusters);
    this.#changed();
  }

  /**
   * Nodes and edges as the worker gives them: {graph, grid, links, lanes, land}, without links before the edges are
   * there; with `masked` and `tint` as `setLook` takes them. `ids` are known ids by index, `chosen` is the node that
   * stays chosen; nodes that are new grow.
   */
  setGraph(given, ids, chosen = -1) {
    const before = this.ids;
    this.#shown.take(given);
    this.#finite = this.graph.x.every(Number.isFinite) && this.graph.y.every(Number.isFinite);
    this.ids = ids;
    this.hovered = -1;
    this.selection = selectionOf(this.graph, this.#shown.links, this.#shown.has(chosen) ? chosen : -1);
    this.#sprouts.plant(before, ids);
    if (given.land) this.setLand(given.land);
    else this.#changed();
  }

  /**
   * Show only what `masked` (see mask.js) leaves, all with null: the rest is not drawn, found, walked to or labelled,
   * and nothing moves. `tint` has hues of the nodes, else they have those of their islands. What is hidden is not chosen.
   */
  setLook(look) {
    this.#shown.look(look);
    this.hovered = -1;
    const { node } = this.selection;
    this.selection = selectionOf(this.graph, this.#shown.links, this.#shown.has(node) ? node : -1);
    this.#picture.expire();
    this.redraw();
  }

  /** Coasts and shores of the nodes at hand. */
  setLand({ coasts, reach }) {
    this.#coasts = drawable(coasts);
    this.#shore = shoreOf(reach);
    this.#changed();
  }

  #changed() {
    this.#picture.expire();
    if (this.#untouched) this.fit({ flight: false });
    this.redraw();
  }

  /** Take the size of the canvas's box; while nobody has moved the map it is fitted anew. */
  resize() {
    if (!this.#stage.resize()) return;
    if (this.#untouched) this.fit({ flight: false });
    else if (this.selection.node >= 0) this.reveal(this.selection.node);
    this.#hooks.onView(this.#box());
    this.#stage.drawNow();
  }

  redraw() {
    this.#stage.redraw();
  }

  /** Read the colours anew; `ramp` says whether those of nodes are steps of age. */
  repaint(look) {
    this.#stage.repaint(look);
    this.#hooks.palette(this.#stage.palette);
    this.#picture.expire();
  }

  #moved(byHand) {
    if (byHand) this.#untouched = false;
    this.#hooks.onView(this.#box());
    if (this.graph.n > DRAWN_AT_ONCE) this.#stage.move();
    else this.#stage.redraw();
  }

  /** All of the map in the window, clear of what floats over it. */
  fit({ flight = true } = {}) {
    if (!this.#stage.size.width) return;
    const discs = this.clusters.filter(({ r }) => r > 0);
    const view = fit(discs, this.#stage.size, this.#hooks.obstacles());
    this.#view.limit(zoomLimits(view));
    this.#view.go(view, { flight });
    this.#untouched = true;
  }

  /** Zoom about what is chosen, else about the middle. */
  zoomBy(factor) {
    this.#untouched = false;
    const { node } = this.selection;
    const { k, x, y } = this.#view.current;
    this.#view.zoomBy(factor, node >= 0 ? [this.graph.x[node] * k + x, this.graph.y[node] * k + y] : undefined);
  }

  pan({ dx, dy }) {
    this.#untouched = false;
    this.#view.pan(dx, dy);
  }

  /** Bring a node into the middle, near enough to read. */
  flyTo(node) {
    this.#untouched = false;
    const k = Math.max(this.#view.current.k, READING_SCALE);
    this.#view.go(centredOn(this.#placeOf(node), k, this.#open()), { flight: true });
  }

  /** Bring a map point into the middle, at the scale at hand. */
  centre(point) {
    this.#untouched = false;
    this.#view.go(centredOn(point, this.#view.current.k, this.#open()));
  }

  /** Move the map no more than it takes to have a node in the window. */
  reveal(node) {
    this.#untouched = false;
    const view = showing(this.#placeOf(node), this.#view.current, this.#open(), ROOM);
    if (view.x !== this.#view.current.x || view.y !== this.#view.current.y) this.#view.go(view, { flight: true });
  }

  choose(node) {
    this.selection = selectionOf(this.graph, this.#shown.links, this.#shown.has(node) ? node : -1);
    if (this.selection.node >= 0) this.#untouched = false;
    this.redraw();
  }

  /** The edges of a node, by index. */
  edgesOf(node) {
    return node >= 0 ? edgesOf(this.#shown.links, node) : [];
  }

  /** Light a way through nodes, one after the other, and move so that its ends are in view. */
  light(nodes) {
    this.selection = wayOf(this.graph, this.#shown.links, nodes);
    for (const end of [nodes.at(-1), nodes[0]]) if (end !== undefined) this.reveal(end);
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
    const detail = this.#detail();
    const point = this.#toMap(x, y);
    const lit = (node) => node === this.selection.node || this.selection.near.has(node);
    const reach = (node) => (detail.nodes || lit(node) ? (nodeRadius(this.graph, node, detail.size) + 4) / k : 0);
    const node = nodeAt(this.#shown.grid, this.graph, point, (WIDEST_NODE * detail.size + 6) / k, reach);
    if (node >= 0) return { node, edge: -1 };
    const edges = this.selection.node >= 0 ? this.selection.edges : detail.edges && !detail.crowded ? this.#edgesInView() : [];
    return { node: -1, edge: edgeAt(this.graph, edges, point, k, this.#shown.lanes, LANE) };
  }

  #edgesInView() {
    return edgesAmong(this.graph, this.#shown.links, nodesIn(this.#shown.grid, this.graph, this.#box()));
  }

  #box() {
    return boxInView(this.#view.current, this.#stage.size);
  }

  /** What the view shows; a crowded one shows nodes at any scale, as a picture. */
  #detail() {
    const detail = detailAt(this.#view.current.k);
    const crowded = this.graph.n > MOST_SHAPES && countIn(this.#shown.grid, this.#box()) > MOST_SHAPES;
    return { ...detail, crowded, nodes: detail.nodes || crowded };
  }

  /** The map point in the middle of the window. */
  middle() {
    const { width, height } = this.#open();
    return this.#toMap(width / 2, height / 2);
  }

  #toMap(x, y) {
    const view = this.#view.current;
    return { x: (x - view.x) / view.k, y: (y - view.y) / view.k };
  }

  /** The part of the window that the inspector does not cover. */
  #open() {
    const { width, height } = this.#stage.size;
    return { width: Math.max(width - this.#hooks.covered(), 1), height };
  }

  #placeOf(node) {
    return { x: this.graph.x[node], y: this.graph.y[node] };
  }

  #scene(now) {
    const detail = this.#detail();
    const view = this.#view.current;
    return {
      graph: this.graph,
      grid: this.#shown.grid,
      links: this.#shown.links,
      lanes: this.#shown.lanes,
      clusters: this.clusters,
      bridges: this.#shown.bridges,
      parts: this.parts,
      coasts: this.#coasts,
      shore: this.#shore,
      view,
      ...this.#stage.size,
      detail,
      picture: detail.crowded ? (context) => this.#picture.draw(context, view, this.#stage.size) : null,
      selection: this.selection,
      hovered: this.hovered,
      hoveredEdges: this.hovered >= 0 ? edgesOf(this.#shown.links, this.hovered) : [],
      obstacles: this.#hooks.obstacles(),
      hueAt: (node) => this.#shown.hueAt(node),
      hueOf: (cluster) => this.clusters[cluster]?.hue ?? 0,
      textOf: this.#hooks.textOf,
      wordOf: this.#hooks.wordOf,
      number: this.#hooks.number,
      grown: this.#sprouts.at(now),
    };
  }

  #pictureOf(window) {
    return this.#hooks.picture({ ...window, clusters: this.clusters, bridges: this.#shown.bridges });
  }

  #drawn(missing) {
    if (missing.length) this.#hooks.want(missing);
    if (this.#sprouts.growing(performance.now())) this.redraw();
  }

  /** The view as a PNG that is so many pixels wide. */
  snapshot(width) {
    return snapshot(this.#scene(performance.now()), this.#stage.palette, width, (window) => this.#pictureOf(window));
  }

  /** Plain figures for tests and the curious; `finite` tells that no place and no view holds NaN or Infinity. */
  stats() {
    const { k, x, y } = this.#view.current;
    return {
      nodes: this.graph.n,
      shown: this.nodes.length,
      edges: this.graph.m,
      total: this.graph.total,
      revision: this.graph.revision,
      islands: this.clusters.filter(({ role }) => role === "island").length,
      ids: this.ids.length,
      hovered: this.hovered,
      picture: { took: this.#picture.took, isSharp: this.#picture.isSharp(this.#view.current, this.#stage.size) },
      drawn: this.#stage.drawn,
      frames: this.#stage.frames,
      took: this.#stage.took,
      view: { k, x, y },
      detail: this.#detail(),
      chosen: this.ids[this.selection.node] ?? null,
      near: this.selection.near.size,
      finite: this.#finite && [k, x, y].every(Number.isFinite),
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
    this.#stage.release();
    this.#picture.drop();
    this.#view.release();
  }
}
