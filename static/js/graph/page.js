/**
 * <memory-graph>: the graph page. Data attributes: `data-overview` and `data-words` name JSON blocks of the page;
 * `data-{nodes,edges,ids,labels,search,overview,changes,mask,times,facets,around,versions}-url` and `data-{edge,path,island}-url` (panels), and those of `data-pins-url`, are read from the hub; `data-memory-url` and `data-document-url` are
 * panels, with `{id}` for the node; `data-node` is chosen at first. Needs `data-live-refresh`, so that the live link
 * tells it what changed. It holds a canvas, a `[data-still]` picture that stands there until the canvas is drawn, `[data-tip]`, `[data-minimap]`, `[data-float]` parts that the map keeps clear of, and
 * `[data-map-deed]` buttons, which do what a key does (see `#deeds`); `[data-graph-search]` and `[data-graph-count]` may stand anywhere on the page.
 *
 * For tests and the curious, read only: `element.graph.stats()`, `.shown()` and `.screenOf(id)` (see map.js).
 */
import { complain } from "../lib/complain.js";
import { closeInspector } from "../parts/inspector.js";
import { Arrivals } from "./arrivals.js";
import { Chosen } from "./chosen.js";
import { RELATIONS } from "./decode.js";
import { MOST_SHAPES } from "./drawing.js";
import { sentence } from "./explain.js";
import { Feed } from "./feed.js";
import { nodeNear } from "./compass.js";
import { deedOf } from "./keyboard.js";
import { Ghosts } from "./ghosts.js";
import { Lens } from "./lens.js";
import { Local } from "./local.js";
import { narrows } from "./look.js";
import { GraphMap } from "./map.js";
import { Minimap } from "./minimap.js";
import { Picking } from "./picking.js";
import { Pins } from "./pins.js";
import { Pointer } from "./pointer.js";
import { Replay } from "./replay.js";
import { offer } from "./snapshot.js";
import { Search } from "./search.js";
import { Labels } from "./wire.js";
import { Walk } from "./walk.js";
import { Ways } from "./ways.js";
import { Whereabouts } from "./whereabouts.js";
import { WorkerClient } from "./worker_client.js";

class MemoryGraph extends HTMLElement {
  #canvas;
  #map;
  #worker;
  #labels;
  #feed;
  #lens;
  #arrivals;
  #chosen;
  #picking;
  #pins;
  #pointer;
  #ways;
  #walk;
  #where;
  #replay;
  #local;
  #ghosts;
  #words;
  #stop = new AbortController();

  connectedCallback() {
    // What the page brought along is seen before the script takes its time.
    requestAnimationFrame(() => setTimeout(() => this.isConnected && this.#begin()));
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.#chosen?.wait();
    this.#map?.release();
    this.#worker?.release();
  }

  #begin() {
    const { signal } = this.#stop;
    const urls = this.dataset;
    const words = (this.#words = jsonOf(urls.words));
    const canvas = (this.#canvas = this.querySelector("canvas"));
    this.#worker = new WorkerClient((land) => this.#map.setLand(land));
    this.#labels = new Labels(urls.labelsUrl, { idsUrl: urls.idsUrl, onArrival: () => this.#textsArrived(), onStale: () => this.load() });
    const minimap = new Minimap(this.querySelector("[data-minimap]"), { onMove: (point) => this.#map.centre(point), signal });
    this.#map = this.#mapOn(canvas, minimap);
    this.graph = Object.freeze({ stats: () => this.#map.stats(), shown: () => this.#map.shownIds(), screenOf: (id) => this.#map.screenOf(id) });
    this.#chosen = new Chosen(this.#map, this.#labels, { memory: urls.memoryUrl, document: urls.documentUrl }, words);
    this.#picking = new Picking(this, this.#map, this.#labels, signal);
    const pinned = { words, url: urls.pinsUrl, button: this.querySelector("[data-pin-button]"), onChange: () => this.#feed.repin(), signal };
    this.#pins = new Pins(canvas, this.#map, this.#labels, pinned);
    this.#pointer = new Pointer(canvas, this.#map, this.#labels, { words, tip: this.querySelector("[data-tip]"), signal });
    this.#walk = new Walk(this.#map, this.#chosen, this.#labels, words);
    this.#where = new Whereabouts(this.#map, signal);
    const searched = { onBegin: () => this.#chosen.choose(-1), onStale: () => this.load(), signal };
    this.#replay = new Replay(this.querySelector("[data-replay]"), this.#map, this.#labels, urls.replayUrl, searched);
    this.#ways = new Ways(this.#map, this.#labels, urls, { words, onGo: () => this.#goBack(), signal });
    const looked = { words, version: () => this.#labels.version, onStale: () => this.load(), onHidden: () => this.#hidden() };
    this.#lens = new Lens(this.#map, this.#worker, urls, looked, signal);
    this.#arrivals = new Arrivals(this.querySelector("[data-arrivals]"), { map: this.#map, lens: this.#lens, canvas }, words, signal);
    this.#feed = new Feed(
      { map: this.#map, worker: this.#worker, labels: this.#labels, lens: this.#lens, arrivals: this.#arrivals, pins: this.#pins },
      { nodes: urls.nodesUrl, edges: urls.edgesUrl, ids: urls.idsUrl, overview: urls.overviewUrl, changes: urls.changesUrl, around: urls.aroundUrl },
      {
        words,
        onOverview: (clusters) => minimap.setClusters(clusters),
        onFirst: () => this.#first(urls.node),
        onMap: () => this.#mapThere(),
        onGone: () => this.#local.leave(),
        onLost: () => this.#chosen.drop(),
      },
      signal,
    );
    this.#local = new Local(this.#map, this.#labels, this.#feed, { words, more: this.querySelector("[data-local-more]"), signal });
    const stack = this.querySelector("[data-ghosts]");
    this.#ghosts = new Ghosts(this.#map, this.#labels, stack, urls.versionsUrl, { words, onOpen: (row) => this.#chosen.openAt(row), signal });
    this.#listen(canvas, signal);
    this.#lens.paint();
    this.#feed.setOverview(jsonOf(urls.overview), { counted: !narrows() });
    this.#map.resize();
    this.#where.restore();
    this.querySelector("[data-still]")?.remove();
    requestAnimationFrame(() => setTimeout(() => this.isConnected && this.load()));
  }

  #mapOn(canvas, minimap) {
    const number = new Intl.NumberFormat(document.documentElement.lang);
    return new GraphMap(canvas, {
      picture: (window) => this.#worker.picture(window),
      palette: (palette) => this.#worker.palette(palette),
      textOf: (node) => this.#labels.textOf(node),
      wordOf: (relation) => this.#words[RELATIONS[relation]],
      want: (nodes) => this.#labels.want(nodes),
      number: (value) => number.format(value),
      onView: (box) => this.#viewed(box, minimap),
      onDrawn: () => this.#drawn(),
      onHand: () => this.#where.keep(),
      onShown: () => this.#picking.follow().catch(complain),
      obstacles: () => this.#floating(),
      covered: () => this.#covered(),
      ghosts: () => this.#ghosts?.boxes() ?? [],
    });
  }

  #viewed(box, minimap) {
    minimap.setFrame(box);
    this.#ghosts?.place();
  }

  #drawn() {
    this.#local?.choose(this.#chosen.node);
    this.#ghosts?.choose(this.#chosen.node);
    this.#ghosts?.place();
  }

  #listen(canvas, signal) {
    const resized = new ResizeObserver(() => this.#sized());
    resized.observe(this);
    signal.addEventListener("abort", () => resized.disconnect());
    canvas.addEventListener("click", (event) => this.#click(event), { signal });
    canvas.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.addEventListener("click", ({ target }) => this.#do(target.closest("[data-map-deed]")?.dataset.mapDeed), { signal });
    this.addEventListener("live:refresh", () => this.load(), { signal });
    document.addEventListener("theme:change", () => this.#lens.paint(), { signal });
    canvas.addEventListener("blur", () => this.#walk.leave(), { signal });
    document.addEventListener("inspector:close", () => this.#closed(), { signal });
    addEventListener("popstate", () => this.#goBack(), { signal });
    document.fonts?.ready.then(() => this.#map.redraw());
    const picture = document.querySelector("[data-map-png]");
    if (picture) offer(picture, () => this.#map.still, () => this.#told(), { signal });
    const search = document.querySelector("[data-graph-search]");
    if (search) new Search(search, this.dataset.searchUrl, { onHits: (hits) => this.#known(hits), onChoose: (hit) => this.#found(hit), signal });
  }

  #sized() {
    this.#map.resize();
    this.#where.settle();
  }

  /** What a file of the view says of itself. */
  #told() {
    return { title: document.title, shown: this.#lens.count(), pictured: sentence(this.#words, "pictured", { most: MOST_SHAPES }) };
  }

  /** Fetch what changed. */
  load() {
    return this.#feed.load();
  }

  #mapThere() {
    this.#pins.begin();
    this.#pointer.hide();
    const empty = this.querySelector("[data-empty]");
    if (empty) empty.hidden = this.#map.graph.n > 0;
    this.dispatchEvent(new CustomEvent("graph:change", { bubbles: true }));
    this.#ghosts.choose(this.#chosen.node, { again: true });
    return Promise.all([this.#ways.light(), this.#replay.follow()]);
  }

  /** The nodes are there: choose what the address names, and look where it says, else at that node. */
  async #first(id) {
    await this.#chosen.chooseId(id);
    if (this.#where.restore() || this.#local.isOn) return;
    if (this.#chosen.node >= 0) this.#map.flyTo(this.#chosen.node);
    else await this.#ways.goToIsland();
  }

  /** The panel is closed; who was in it goes on on the map. */
  #closed() {
    if (document.activeElement === document.body) this.#canvas.focus();
  }

  /** What was chosen is not among what is shown any more. */
  #hidden() {
    this.#pointer.hide();
    this.#chosen.drop();
  }

  #textsArrived() {
    this.#map.redraw();
    this.#pointer.again();
  }

  #floating() {
    const own = this.getBoundingClientRect();
    return [...this.querySelectorAll("[data-float]")]
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .map(({ left, top, width, height }) => ({ left: left - own.left, top: top - own.top, width, height }));
  }

  /** In a narrow window the inspector lies over the map. */
  #covered() {
    const inspector = document.getElementById("inspector");
    if (!inspector?.childElementCount) return 0;
    const covered = this.getBoundingClientRect().right - inspector.getBoundingClientRect().left;
    return covered < this.clientWidth ? Math.max(covered, 0) : 0;
  }

  /** What can be asked of the map, by keys (see keyboard.js) and by buttons. */
  #deeds = {
    go: (way) => this.#walk.go(way),
    next: (step) => this.#walk.next(step),
    enter: () => this.#walk.enter(),
    pan: (way) => this.#map.pan(way),
    zoom: (factor) => this.#map.zoomBy(factor),
    in: () => this.#map.zoomBy(1.5),
    out: () => this.#map.zoomBy(1 / 1.5),
    fit: () => this.#fit(),
    arrivals: () => this.#arrivals.show(),
    edge: (step) => this.#showEdge(this.#ways.next(step)),
    path: () => this.#path(),
    around: () => this.#local.show(this.#chosen.node),
    expand: (node = this.#chosen.node) => this.#local.expand(node),
    collapse: () => this.#local.collapse(this.#chosen.node),
    versions: () => this.#ghosts.focus(),
    pick: () => this.#picking.toggle(this.#chosen.node),
    pickNear: () => this.#picking.near(this.#chosen.node),
    pin: () => this.#pins.toggle(),
    shift: (way) => this.#pins.nudge(way) || this.#walk.go(way),
    island: () => this.#showIsland(this.#islandHere()),
    pickIsland: () => this.#picking.island(this.#chosen.node),
    pickView: () => this.#picking.view(),
    pickAll: () => this.#picking.everything(),
    box: () => this.#picking.hold("box"),
    lasso: () => this.#picking.hold("lasso"),
    leave: () => this.#leave(),
  };

  /** Do a deed; false where it leaves the key to the browser. */
  #do(name, argument) {
    return name ? this.#deeds[name](argument) : false;
  }

  #key(event) {
    const deed = deedOf(event);
    if (deed && this.#do(...deed) !== false) event.preventDefault();
  }

  /** The panel of what was just chosen does not come over that of the path to it. */
  #path() {
    if (this.#ways.press()) this.#chosen.wait();
  }

  #fit() {
    this.#map.fit();
    this.#where.drop();
  }

  /** One step back: from what is ringed, what is selected, the panel, what is chosen, the map. */
  #leave() {
    if (this.#walk.leave() || this.#picking.leave() || this.#chosen.close()) return;
    if (this.#chosen.node >= 0) this.#chosen.choose(-1);
    else this.#canvas.blur();
  }

  /** A click chooses; with Shift, or after "path from here", it is where the path leads; with Ctrl it selects. */
  #click(event) {
    const { offsetX, offsetY, shiftKey } = event;
    const marked = this.#map.markAt(offsetX, offsetY);
    if (marked >= 0) {
      this.#do("expand", marked);
      return;
    }
    const { node, edge, island } = this.#map.at(offsetX, offsetY);
    if (this.#picking.click(node, event)) return;
    if (this.#ways.leadsTo(node, shiftKey)) return;
    if (island >= 0) this.#showIsland(island);
    else if (edge >= 0) this.#showEdge(edge);
    else this.#chosen.choose(node);
  }

  #showIsland(island) {
    this.#chosen.wait();
    this.#ways.showIsland(island);
  }

  /** The island that is ringed, else that of what is chosen, else of what is nearest to the middle; -1 without any. */
  #islandHere() {
    const { pointed, selection, grid, graph } = this.#map;
    if (pointed.island >= 0) return pointed.island;
    return graph.cluster[selection.node >= 0 ? selection.node : nodeNear(grid, graph, this.#map.middle())] ?? -1;
  }

  #showEdge(edge) {
    if (edge < 0) return;
    this.#chosen.wait();
    this.#ways.showEdge(edge);
  }

  /** Back and forward: the map is looked at as the address says, and what it says is chosen, with its panel. */
  async #goBack() {
    await this.#local.follow();
    await this.#lens.again();
    this.#replay.follow();
    const way = await this.#ways.follow();
    if (!way) await this.#chosen.chooseId(new URLSearchParams(location.search).get("node"));
    if (!this.#where.restore() && !way && this.#chosen.node < 0) this.#map.fit({ flight: false });
    if (way) return;
    if (this.#chosen.node >= 0) this.#chosen.show();
    else closeInspector();
  }

  /** Search hits as they are listed: with the kind in words, and whether they are on the map. */
  #known({ version, hits }) {
    return hits.map((hit) => {
      if (version === this.#labels.version) this.#labels.learn(hit.index, hit.id, hit.label);
      return { ...hit, kind: this.#words[hit.kind] ?? hit.kind, shown: hit.index !== null };
    });
  }

  async #found({ id }) {
    const node = await this.#labels.find(id);
    if (node < 0) return;
    this.#chosen.choose(node);
    this.#map.flyTo(node);
    this.#where.drop();
    this.#canvas.focus();
  }
}

const jsonOf = (id) => JSON.parse(document.getElementById(id).textContent);

customElements.define("memory-graph", MemoryGraph);
