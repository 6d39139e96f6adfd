/**
 * <memory-graph>: the graph page. Data attributes: `data-overview` and `data-words` name JSON blocks of the page;
 * `data-{nodes,edges,ids,labels,search,overview,mask,times,facets}-url` and `data-{edge,path}-url` (panels) are read from the hub; `data-memory-url` and `data-document-url` are
 * panels, with `{id}` for the node; `data-node` is chosen at first. Needs `data-live-refresh`, so that the live link
 * tells it what changed. It holds a canvas, `[data-tip]`, `[data-minimap]`, `[data-float]` parts that the map keeps clear of, and
 * `[data-map-deed=in|out|fit]` buttons; `[data-graph-search]` and `[data-graph-count]` may stand anywhere on the page.
 *
 * For tests and the curious, read only: `element.graph.stats()` and `element.graph.screenOf(id)` (see map.js).
 */
import { announce } from "../lib/announce.js";
import { Problem, request } from "../lib/api.js";
import { complain } from "../lib/complain.js";
import { closeInspector } from "../parts/inspector.js";
import { DOCUMENT, noEdges, RELATIONS } from "./decode.js";
import { concerned, explained, noteOf } from "./explain.js";
import { deedOf } from "./keyboard.js";
import { Lens } from "./lens.js";
import { narrows } from "./look.js";
import { GraphMap } from "./map.js";
import { Minimap } from "./minimap.js";
import { offer } from "./snapshot.js";
import { Search } from "./search.js";
import { nearestTo, step } from "./select.js";
import { Tip } from "./tip.js";
import { Block, clustersOf, fetchIds, Labels, partsOf } from "./wire.js";
import { addressOf, Ways } from "./ways.js";
import { WorkerClient } from "./worker_client.js";

const PANEL_PAUSE = 120;
const TRIES = 3;
const IDS_AT_ONCE = 5_000; // of larger maps ids are fetched only as they are needed

class MemoryGraph extends HTMLElement {
  #map;
  #worker;
  #blocks;
  #labels;
  #tip;
  #minimap;
  #words;
  #overview;
  #panelTimer;
  #panelOf = -1;
  #panelComing = null;
  #loading = null;
  #again = false;
  #pointer = null;
  #lens;
  #ways;
  #stop = new AbortController();

  connectedCallback() {
    const canvas = this.querySelector("canvas");
    const number = new Intl.NumberFormat(document.documentElement.lang);
    this.#words = jsonOf(this.dataset.words);
    this.#overview = jsonOf(this.dataset.overview);
    this.#worker = new WorkerClient((land) => this.#map.setLand(land));
    this.#blocks = { nodes: new Block(this.dataset.nodesUrl), edges: new Block(this.dataset.edgesUrl) };
    this.#labels = new Labels(this.dataset.labelsUrl, { onArrival: () => this.#textsArrived(), onStale: () => this.load() });
    this.#minimap = new Minimap(this.querySelector("[data-minimap]"), { onMove: (point) => this.#map.centre(point), signal: this.#stop.signal });
    this.#tip = new Tip(this.querySelector("[data-tip]"));
    this.#map = new GraphMap(canvas, {
      picture: (window) => this.#worker.picture(window),
      palette: (palette) => this.#worker.palette(palette),
      textOf: (node) => this.#labels.textOf(node),
      wordOf: (relation) => this.#words[RELATIONS[relation]],
      want: (nodes) => this.#labels.want(nodes),
      number: (value) => number.format(value),
      onView: (box) => this.#minimap.setFrame(box),
      obstacles: () => this.#floating(),
      covered: () => this.#covered(),
    });
    this.graph = Object.freeze({ stats: () => this.#map.stats(), screenOf: (id) => this.#map.screenOf(id) });
    this.#lens = new Lens(this.#map, this.#worker, this.dataset, {
      words: this.#words,
      version: () => this.#labels.version,
      onStale: () => this.load(),
      onHidden: () => this.#hidden(),
    }, this.#stop.signal);
    this.#listen(canvas);
    this.#lens.paint();
    this.#setOverview(this.#overview, { counted: !narrows() });
    // What the page brought along is seen before anything else is started.
    this.#map.resize();
    requestAnimationFrame(() => setTimeout(() => this.isConnected && this.load()));
  }

  disconnectedCallback() {
    this.#stop.abort();
    clearTimeout(this.#panelTimer);
    this.#map.release();
    this.#worker.release();
  }

  #listen(canvas) {
    const { signal } = this.#stop;
    const resized = new ResizeObserver(() => this.#map.resize());
    resized.observe(this);
    signal.addEventListener("abort", () => resized.disconnect());
    canvas.addEventListener("pointermove", (event) => this.#point(event), { signal });
    canvas.addEventListener("pointerleave", () => this.#leave(), { signal });
    canvas.addEventListener("click", (event) => this.#click(event), { signal });
    canvas.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.addEventListener("click", (event) => this.#deed(event.target.closest("[data-map-deed]")), { signal });
    this.addEventListener("live:refresh", () => this.load(), { signal });
    document.addEventListener("theme:change", () => this.#lens.paint(), { signal });
    document.addEventListener("inspector:close", () => this.#map.choose(-1), { signal });
    addEventListener("popstate", () => this.#goBack(), { signal });
    this.#ways = new Ways(this.#map, this.#labels, this.dataset, { words: this.#words, onGo: () => this.#goBack(), signal });
    document.fonts?.ready.then(() => this.#map.redraw());
    const picture = document.querySelector("[data-map-png]");
    if (picture) offer(picture, (width) => this.#map.snapshot(width), { signal });
    const search = document.querySelector("[data-graph-search]");
    if (search) new Search(search, this.dataset.searchUrl, { onHits: (hits) => this.#known(hits), onChoose: (hit) => this.#found(hit), signal });
  }

  /** Fetch what changed; while a fetch is under way, once more after it. */
  load() {
    if (this.#loading) this.#again = true;
    else this.#loading = this.#refresh().finally(() => this.#loaded());
    return this.#loading;
  }

  #loaded() {
    this.#loading = null;
    if (!this.#again || !this.isConnected) return;
    this.#again = false;
    this.load();
  }

  async #refresh() {
    try {
      for (let tries = 0; tries < TRIES; tries += 1) if (await this.#fetchOnce()) return;
    } catch (error) {
      // A map that is there stays as it is; the offline bar says why.
      if (error instanceof Problem && !error.status && this.#map.graph.n) return;
      complain(error);
    }
  }

  /** One fetch of blocks, overview and ids; false when the hub moved on between them. */
  async #fetchOnce() {
    const { signal } = this.#stop;
    const nodes = await this.#blocks.nodes.fetch(signal);
    if (!nodes) return true;
    const coming = this.#blocks.edges.fetch(signal);
    const given = await this.#worker.nodes(nodes.buffer);
    const first = this.#map.graph.n === 0;
    if (first) {
      const look = await this.#lens.at(given.graph, nodes.version);
      if (!look) return this.#outdated();
      this.#map.setGraph({ ...given, ...look, graph: { ...given.graph, ...noEdges() } }, []);
    }
    const [edges, ids, overview] = await Promise.all([
      coming,
      given.graph.n > IDS_AT_ONCE ? [] : fetchIds(this.dataset.idsUrl, nodes.version, signal),
      this.#isWhole(given.graph) ? this.#overview : request(this.dataset.overviewUrl, { signal }),
    ]);
    if (edges?.version !== nodes.version || ids === null || overview.revision !== given.graph.revision) return this.#outdated();
    const linked = await this.#worker.edges(edges.buffer);
    const look = await this.#lens.at(given.graph, nodes.version);
    if (!look) return this.#outdated();
    const land = first ? null : given.land; // else it is there already
    await this.#adopt({ ...given, ...linked, ...look, land, graph: { ...given.graph, ...linked.edges } }, nodes.version, ids, overview);
    if (first) await this.#chooseId(this.dataset.node, { flight: true });
    else this.#lens.follow();
    await this.#ways.light();
    return true;
  }

  /** What was chosen is not among what is shown any more. */
  #hidden() {
    this.#tip.hide();
    clearTimeout(this.#panelTimer);
    closeInspector(withNode(null));
  }

  /** The blocks at hand are of several versions: fetch them all again. */
  #outdated() {
    Object.values(this.#blocks).forEach((block) => block.forget());
    return false;
  }

  /** Whether the overview at hand tells all of a map. */
  #isWhole({ revision }) {
    const { clusters, bridges, parts } = this.#overview.omitted;
    return this.#overview.revision === revision && clusters + bridges + parts === 0;
  }

  /** Without `counted` islands have no counts: what is left of them is known only when the mask is there. */
  #setOverview(overview, { counted = true } = {}) {
    this.#overview = overview;
    const clusters = clustersOf(overview).map((cluster) => (counted ? cluster : { ...cluster, count: null }));
    this.#minimap.setClusters(clusters);
    this.#map.setOverview({ clusters, bridges: overview.bridges, parts: partsOf(overview) });
  }

  async #adopt(given, version, ids, overview) {
    const id = this.#labels.ids[this.#map.selection.node];
    this.#labels.begin(version, ids);
    const chosen = id ? await this.#labels.find(id) : -1;
    this.#setOverview(overview);
    this.#map.setGraph(given, this.#labels.ids, chosen);
    this.#tip.hide();
    if (id && chosen < 0) announce(this.#words.gone);
    this.#lens.count();
    const empty = this.querySelector("[data-empty]");
    if (empty) empty.hidden = given.graph.n > 0;
    this.dispatchEvent(new CustomEvent("graph:change", { bubbles: true }));
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

  #point({ offsetX: x, offsetY: y, buttons }) {
    if (buttons) return this.#tip.hide();
    this.#pointer = { x, y };
    const found = this.#map.at(x, y);
    this.#map.hover(found.node);
    this.querySelector("canvas").classList.toggle("on-node", found.node >= 0 || found.edge >= 0);
    return this.#explain(found);
  }

  #leave() {
    this.#pointer = null;
    this.#map.hover(-1);
    this.#tip.hide();
  }

  #textsArrived() {
    this.#map.redraw();
    if (this.#pointer) this.#explain(this.#map.at(this.#pointer.x, this.#pointer.y));
  }

  /** The sheet beside the pointer for what lies there. */
  #explain(found) {
    const { graph } = this.#map;
    this.#labels.want(concerned(graph, found));
    const told = explained(this.#words, graph, found, (node) => this.#labels.textOf(node));
    if (!told || !this.#pointer) return this.#tip.hide();
    return this.#tip.show(told.title, told.note, this.#pointer, { width: this.clientWidth, height: this.clientHeight });
  }

  #key(event) {
    const deed = deedOf(event, this.#map.selection.node >= 0);
    if (!deed) return;
    const [name, argument] = deed;
    // Escape also closes the inspector, which listens further up.
    if (name !== "leave") event.preventDefault();
    if (name === "walk") this.#choose(step(this.#map.graph, this.#map.selection, argument, this.#map.nodes), { keep: true });
    else if (name === "start") this.#choose(nearestTo(this.#map.graph, this.#map.middle(), this.#map.nodes), { keep: true });
    else if (name === "pan") this.#map.pan(argument);
    else if (name === "zoom") this.#map.zoomBy(argument);
    else if (name === "fit") this.#map.fit();
    else if (name === "open") this.#open();
    else if (name === "edge") this.#showEdge(this.#ways.next(argument));
    else if (name === "path") this.#ways.press();
    else if (this.#map.selection.node >= 0) this.#choose(-1);
    else event.target.blur();
  }

  #deed(button) {
    const deed = button?.dataset.mapDeed;
    if (deed === "fit") this.#map.fit();
    else if (deed === "path") this.#ways.press();
    else if (deed) this.#map.zoomBy(deed === "in" ? 1.5 : 1 / 1.5);
  }

  /** A click chooses; with Shift, or after "path from here", it is where the path leads. */
  #click({ offsetX, offsetY, shiftKey }) {
    const { node, edge } = this.#map.at(offsetX, offsetY);
    if (this.#ways.leadsTo(node, shiftKey)) return;
    if (edge >= 0) this.#showEdge(edge);
    else this.#choose(node);
  }

  #showEdge(edge) {
    if (edge < 0) return;
    clearTimeout(this.#panelTimer);
    this.#ways.showEdge(edge);
  }

  /** Choose a node, or nothing with -1. With `keep`, -1 leaves things as they are: there is no way in that direction. */
  #choose(node, { keep = false } = {}) {
    if (node < 0 && keep) return;
    this.#map.choose(node);
    clearTimeout(this.#panelTimer);
    if (node < 0) {
      closeInspector(withNode(null));
      return;
    }
    this.#map.reveal(node);
    this.#panelTimer = setTimeout(() => this.#showPanel(node), PANEL_PAUSE);
  }

  /** Show the panel of a node. While another is on its way this one follows it, and nothing in between is fetched. */
  #showPanel(node) {
    this.#panelOf = node;
    this.#panelComing ??= this.#fetchPanels().finally(() => (this.#panelComing = null));
    return this.#panelComing;
  }

  async #fetchPanels() {
    for (let shown = -1; shown !== this.#panelOf; ) {
      shown = this.#panelOf;
      await this.#fetchPanel(shown);
    }
    if (this.#map.selection.node < 0) closeInspector();
  }

  async #fetchPanel(node) {
    const id = await this.#labels.idOf(node);
    if (id === undefined || node !== this.#map.selection.node) return;
    if (location.href !== withNode(id)) history.pushState(null, "", withNode(id));
    const template = this.#map.graph.kind[node] === DOCUMENT ? this.dataset.documentUrl : this.dataset.memoryUrl;
    // A hub that does not answer has been spoken of by parts/requests.js.
    await globalThis.htmx?.ajax("GET", template.replace("{id}", id), { target: "#inspector", swap: "innerHTML" }).catch(() => {});
    if (node === this.#map.selection.node) this.#map.reveal(node);
    announce([this.#labels.textOf(node), noteOf(this.#words, this.#map.graph, node)].filter(Boolean).join(". "));
  }

  async #open() {
    clearTimeout(this.#panelTimer);
    await this.#showPanel(this.#map.selection.node);
    document.querySelector("#inspector :is(a, button, [tabindex])")?.focus();
  }

  /** Back and forward: the map is looked at as the address says, and what it says is chosen, with its panel. */
  async #goBack() {
    await this.#lens.again();
    if (await this.#ways.follow()) return;
    await this.#chooseId(new URLSearchParams(location.search).get("node"));
    if (this.#map.selection.node >= 0) this.#showPanel(this.#map.selection.node);
    else closeInspector();
  }

  async #chooseId(id, { flight = false } = {}) {
    const node = await this.#labels.find(id);
    this.#map.choose(node);
    if (node >= 0 && flight) this.#map.flyTo(node);
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
    this.#choose(node);
    this.#map.flyTo(node);
    this.querySelector("canvas").focus();
  }
}

/** The address of the page with that node chosen, or with none. */
const withNode = (id) => addressOf(id ? { node: id } : {});

const jsonOf = (id) => JSON.parse(document.getElementById(id).textContent);

customElements.define("memory-graph", MemoryGraph);
