/** The map: data, view and selection, and what can be done with them. The stage draws it. */
import { drawable, roundShore, shoreOf } from "./coast.js";
import { CHOSEN_RING, chosenRadius, detailAt, nodeRadius, WIDEST_NODE } from "./detail.js";
import { LANE } from "./draw_edges.js";
import { markAt } from "./draw_rings.js";
import { boxInView, countIn, nodesIn } from "./grid.js";
import { edgesAmong, edgesOf, neighbours } from "./links.js";
import { edgeAt, islandAt, nodeAt } from "./pick.js";
import { Picture } from "./picture.js";
import { nothing, selectionOf, wayOf } from "./select.js";
import { SPACING } from "./rings.js";
import { Shown } from "./shown.js";
import { Sprouts } from "./sprouts.js";
import { Stage } from "./stage.js";
import { Viewpoint } from "./viewpoint.js";

const MOST_SHAPES = 5_000; // nodes in view that are drawn one by one; of more the worker paints a picture
const DRAWN_AT_ONCE = 400; // nodes that are drawn afresh in each frame of a move

export class GraphMap extends Viewpoint {
  #canvas;
  #hooks;
  #stage;
  #picture;
  #coasts = null;
  #shore = roundShore([]);
  #finite = true;
  #sprouts = new Sprouts();
  #shown = new Shown();
  ids = [];
  parts = [];
  selection = nothing();
  marked = new Set();
  markedAll = false;
  hovered = -1;
  pointed = { node: -1, island: -1 };
  rings = null;
  #replay = null;

  /**
   * `hooks`: picture(window) asks the worker for one, and palette(palette) tells it the colours; textOf(node) -> text or
   * undefined; wordOf(relation) names one; want(nodes) asks for texts; number(value) formats; onView(box) hears which
   * part of the map the window shows, and onShown() that another part of it is left; ghosts() gives boxes
   * that no label may cover, and onDrawn() hears of every full drawing; and those of viewpoint.js.
   */
  constructor(canvas, hooks) {
    super(canvas, hooks);
    this.#canvas = canvas;
    this.#hooks = hooks;
    this.#stage = new Stage(canvas, (now) => this.#scene(now), (missing) => this.#drawn(missing));
    this.#picture = new Picture((window) => this.#pictureOf(window), () => this.redraw());
  }

  get size() {
    return this.#stage.size;
  }

  /** What is shown of the map. */
  get graph() {
    return this.#shown.graph;
  }

  get clusters() {
    return this.#shown.clusters;
  }

  /** The grid and the links of what is shown, and its nodes by index. */
  get grid() {
    return this.#shown.grid;
  }

  get links() {
    return this.#shown.links;
  }

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
   * there; with `masked` and `tint` as `setLook` takes them, `pins` and `homes` as `setPins` does. `ids` are known ids by index, `chosen` is the node that
   * stays chosen; nodes that are new grow. With `rings` (see rings.js) it is a local graph.
   */
  setGraph(given, ids, chosen = -1) {
    const before = this.ids;
    // Another middle or depth is another map to look at; what is expanded is not.
    if (ids[given.rings?.centre] !== before[this.rings?.centre] || given.rings?.depth !== this.rings?.depth) this.isUntouched = true;
    this.rings = given.rings ?? null;
    this.#shown.take(given);
    this.#finite = this.graph.x.every(Number.isFinite) && this.graph.y.every(Number.isFinite);
    this.ids = ids;
    this.hovered = -1;
    this.pointed = { node: -1, island: -1 };
    this.selection = selectionOf(this.graph, this.#shown.links, this.#shown.has(chosen) ? chosen : -1);
    this.#sprouts.plant(before, ids);
    if (given.land) this.setLand(given.land);
    this.#changed();
    this.#hooks.onShown();
  }

  /**
   * Show only what `masked` (see mask.js) leaves, all with null: the rest is not drawn, found, walked to or labelled,
   * and nothing moves. `tint` has hues of the nodes, else they have those of their islands. What is hidden is not chosen.
   */
  setLook(look) {
    this.#shown.look(look);
    this.hovered = -1;
    this.pointed = { node: -1, island: -1 };
    const { node } = this.selection;
    this.selection = selectionOf(this.graph, this.#shown.links, this.#shown.has(node) ? node : -1);
    this.#picture.expire();
    this.redraw();
    this.#hooks.onShown();
  }

  /** Put what is pinned in its place (see `Shown.pin`); all else stands where the hub has it. */
  setPins(pinned) {
    this.#shown.pin(pinned);
    this.#picture.expire();
    this.redraw();
  }

  /** The pinned nodes that are shown. */
  get pinned() {
    return this.#shown.pinned;
  }

  /** Coasts and shores of the nodes at hand. */
  setLand({ coasts, reach }) {
    this.#coasts = drawable(coasts);
    this.#shore = shoreOf(reach);
    this.#picture.expire();
    this.redraw();
  }

  /** Let nodes grow into their places. */
  grow(nodes) {
    this.#sprouts.grow(nodes);
    this.redraw();
  }

  #changed() {
    this.#picture.expire();
    if (this.isUntouched) this.fit({ flight: false });
    this.redraw();
  }

  /** Take the size of the canvas's box; while nobody has moved the map it is fitted anew. */
  resize() {
    if (!this.#stage.resize()) return;
    if (this.isUntouched) this.fit({ flight: false });
    else if (this.selection.node >= 0) this.reveal(this.selection.node);
    this.#hooks.onView(this.box);
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

  /** Another view. */
  moved() {
    this.#hooks.onView(this.box);
    if (this.graph.n > DRAWN_AT_ONCE) this.#stage.move();
    else this.#stage.redraw();
  }

  /** What the window is fitted to: {x, y, r, h}. */
  get discs() {
    return this.rings ? [{ x: 0, y: 0, r: this.rings.radii.at(-1) }] : this.clusters;
  }

  choose(node) {
    this.selection = selectionOf(this.graph, this.#shown.links, this.#shown.has(node) ? node : -1);
    if (this.selection.node >= 0) this.isUntouched = false;
    this.redraw();
  }

  /** Ring a node or an island, {node} or {island}, and name it, as a pointer does; neither for {}. */
  point({ node = -1, island = -1 }) {
    this.pointed = { node, island };
    this.redraw();
  }

  /** Mark a step of a replayed search (see replay.js), or nothing with null. */
  showStep(replay) {
    this.#replay = replay;
    this.redraw();
  }

  /** Whether nodes are too many or too far to be told apart. */
  get isFar() {
    const { nodes, crowded } = this.#detail();
    return crowded || !nodes;
  }

  /** Whether nodes are large enough to be meant one by one. */
  get isNear() {
    return this.#detail().labels;
  }

  /** The edges of a node, by index. */
  edgesOf(node) {
    return node >= 0 ? edgesOf(this.#shown.links, node) : [];
  }

  /** Ring these nodes as selected; with `all` everything is, which is not ringed one by one. */
  mark(nodes, all) {
    this.marked = nodes;
    this.markedAll = all;
    if (nodes.size) this.isUntouched = false;
    this.redraw();
  }

  isShown(node) {
    return this.#shown.has(node);
  }

  neighboursOf(node) {
    return neighbours(this.graph, this.#shown.links, node);
  }

  /** The nodes inside a box of map units, and those in the window. */
  within(box) {
    return nodesIn(this.#shown.grid, this.graph, box);
  }

  inView() {
    return this.within(boxInView(this.view, this.open));
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

  /** What is at a point of the canvas: {node, edge, island}, -1 where there is none; an island is there by its name. */
  at(x, y) {
    const { k } = this.view;
    const detail = this.#detail();
    const point = this.toMap(x, y);
    const lit = (node) => node === this.selection.node || this.selection.near.has(node);
    const reach = (node) => (detail.nodes || lit(node) ? (nodeRadius(this.graph, node, detail.size) + 4) / k : 0);
    const node = nodeAt(this.#shown.grid, this.graph, point, (WIDEST_NODE * detail.size + 6) / k, reach);
    if (node >= 0) return { node, edge: -1, island: -1 };
    const island = islandAt(this.#stage.namesIn(this.view), this.clusters, x, y);
    if (island >= 0) return { node: -1, edge: -1, island };
    const edges = this.selection.node >= 0 ? this.selection.edges : detail.edges && !detail.crowded ? edgesAmong(this.graph, this.#shown.links, this.within(this.box)) : [];
    return { node: -1, edge: edgeAt(this.graph, edges, point, k, this.#shown.lanes, LANE), island: -1 };
  }

  /** The node whose mark of what is not shown is at a point of the canvas, or -1. */
  markAt(x, y) {
    if (!this.rings) return -1;
    return markAt(this.#canvas.getContext("2d"), this.#scene(0), this.nodes, { x, y }, this.#stage.palette.font);
  }

  /** Where a chosen node is in the window, and how much room it takes: {x, y, r}. */
  spotOf(node) {
    return { ...this.toScreen(this.placeOf(node)), r: chosenRadius(this.graph, node, this.#detail().size) + CHOSEN_RING };
  }

  /** What the view shows; a crowded one shows nodes at any scale, as a picture. */
  #detail() {
    const detail = detailAt(this.view.k, this.rings ? SPACING : undefined);
    const crowded = this.graph.n > MOST_SHAPES && countIn(this.#shown.grid, this.box) > MOST_SHAPES;
    return { ...detail, crowded, nodes: detail.nodes || crowded };
  }

  placeOf(node) {
    return { x: this.graph.x[node], y: this.graph.y[node] };
  }

  #scene(now) {
    const detail = this.#detail();
    const view = this.view;
    return {
      graph: this.graph,
      grid: this.#shown.grid,
      links: this.#shown.links,
      lanes: this.#shown.lanes,
      clusters: this.clusters,
      bridges: this.#shown.bridges,
      parts: this.parts,
      rings: this.rings,
      coasts: this.#coasts,
      shore: this.#shore,
      view,
      ...this.#stage.size,
      detail,
      picture: detail.crowded ? (context) => this.#picture.draw(context, view, this.#stage.size) : null,
      selection: this.selection,
      marked: this.marked,
      hovered: this.hovered,
      pointed: this.pointed,
      pins: this.pinned,
      replay: this.#replay,
      isShown: (node) => this.#shown.has(node),
      hoveredEdges: this.hovered >= 0 ? edgesOf(this.#shown.links, this.hovered) : [],
      obstacles: [...this.#hooks.obstacles(), ...this.#hooks.ghosts()],
      hueAt: (node) => this.#shown.hueAt(node),
      hueOf: (cluster) => this.#shown.hueOf(cluster),
      textOf: this.#hooks.textOf,
      wordOf: this.#hooks.wordOf,
      number: this.#hooks.number,
      grown: this.#sprouts.at(now),
      newPath: () => new Path2D(),
    };
  }

  #pictureOf(window) {
    return this.#hooks.picture({ ...window, clusters: this.clusters, bridges: this.#shown.bridges });
  }

  #drawn(missing) {
    if (missing.length) this.#hooks.want(missing);
    this.#hooks.onDrawn();
    if (this.#sprouts.growing(performance.now())) this.redraw();
  }

  /** The view as snapshot.js takes it. */
  get still() {
    return { scene: this.#scene(performance.now()), palette: this.#stage.palette, pictureOf: (window) => this.#pictureOf(window) };
  }

  /** Plain figures for tests and the curious; `finite` tells that no place and no view holds NaN or Infinity. */
  stats() {
    const { k, x, y } = this.view;
    return {
      nodes: this.graph.n,
      shown: this.nodes.length,
      edges: this.graph.m,
      total: this.graph.total,
      revision: this.graph.revision,
      islands: this.clusters.filter(({ role }) => role === "island").length,
      ids: this.ids.length,
      hovered: this.hovered,
      around: this.rings && { centre: this.ids[this.rings.centre], hops: [...this.rings.hops] },
      picture: { took: this.#picture.took, isSharp: this.#picture.isSharp(this.view, this.#stage.size) },
      drawn: this.#stage.drawn,
      frames: this.#stage.frames,
      took: this.#stage.took,
      view: { k, x, y },
      detail: this.#detail(),
      chosen: this.ids[this.selection.node] ?? null,
      near: this.selection.near.size,
      pinned: this.pinned.length,
      marked: this.markedAll ? this.nodes.length : this.marked.size,
      finite: this.#finite && [k, x, y].every(Number.isFinite),
    };
  }

  /** Ids of the nodes that are shown, as far as they are known. */
  shownIds() {
    return Array.from(this.nodes, (node) => this.ids[node]).filter(Boolean);
  }

  /** Where the node with that id is in the browser window: {x, y, visible}, or null when it is not on the map. */
  screenOf(id) {
    const node = this.ids.indexOf(id);
    if (node < 0) return null;
    const at = this.toScreen(this.placeOf(node));
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    return { x: left + at.x, y: top + at.y, visible: at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height };
  }

  release() {
    this.#stage.release();
    this.#picture.drop();
    super.release();
  }
}
