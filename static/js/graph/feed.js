/** What the hub has of the map: its blocks, overview and ids, fetched as one version and put on the map. */
import { announce } from "../lib/announce.js";
import { Problem, request } from "../lib/api.js";
import { complain } from "../lib/complain.js";
import { aroundIn } from "./around.js";
import { DOCUMENT, noEdges } from "./decode.js";
import { nodesMoved, patchedIds, patchedOverview } from "./delta.js";
import { Block, clustersOf, extended, fetchIds, partsOf, requestHere } from "./wire.js";

const TRIES = 3;
const IDS_AT_ONCE = 5_000; // of larger maps ids are fetched only as they are needed

export class Feed {
  #map;
  #worker;
  #labels;
  #lens;
  #pins;
  #urls;
  #hooks;
  #signal;
  #blocks;
  #overview;
  #loading = null;
  #again = false;
  #arrivals;

  /**
   * `parts` are map, worker, labels, lens, arrivals and pins; `urls` name nodes, edges, ids, overview, changes and around.
   * `hooks`: words; onOverview(clusters) hears of the islands, onFirst() when the first map is there, onMap() of every
   * map, and onLost() when what was chosen is on it no longer; onGone() tells whether there is another map to fetch now
   * that the one asked for is none any more.
   */
  constructor({ map, worker, labels, lens, arrivals, pins }, urls, hooks, signal) {
    [this.#map, this.#worker, this.#labels] = [map, worker, labels];
    [this.#lens, this.#arrivals, this.#pins] = [lens, arrivals, pins];
    [this.#urls, this.#hooks, this.#signal] = [urls, hooks, signal];
    this.#blocks = { nodes: new Block(urls.nodes), edges: new Block(urls.edges) };
  }

  /** Fetch what changed; while a fetch is under way, once more after it. */
  load() {
    if (this.#loading) this.#again = true;
    else this.#loading = this.#refresh().finally(() => this.#loaded());
    return this.#loading;
  }

  /** Fetch another map, which the address asks for now. */
  turn() {
    this.#outdated();
    this.#overview = null;
    return this.load();
  }

  /** What is pinned has changed: fetch it anew, once no map is on its way. */
  async repin() {
    while (this.#loading) await this.#loading;
    this.#loading = this.#pinAgain().catch(complain).finally(() => this.#loaded());
    return this.#loading;
  }

  async #pinAgain() {
    const pins = isLocal() ? null : await this.#pins.fetch(this.#labels.version);
    // Of another version they come with that.
    if (pins) this.#map.setPins(await this.#worker.pins(pins));
  }

  #loaded() {
    this.#loading = null;
    if (!this.#again || this.#signal.aborted) return null;
    this.#again = false;
    return this.load();
  }

  async #refresh() {
    try {
      for (let tries = 0; tries < TRIES; tries += 1) if ((await this.#follow()) || (await this.#fetchOnce())) return;
    } catch (error) {
      // A map that is there stays as it is; the offline bar says why.
      if (error instanceof Problem && !error.status && this.#map.graph.n) return;
      if (error instanceof Problem && error.status === 404 && this.#hooks.onGone()) this.turn();
      else complain(error);
    }
  }

  /** Bring the map at hand up to date; false where the hub cannot tell how, and the whole is to be fetched. */
  async #follow() {
    const { version } = this.#labels;
    if (!version || isLocal() || !this.#isWhole(this.#map.graph)) return false;
    const delta = await request(extended(this.#urls.changes, { version }), { signal: this.#signal });
    if (delta?.whole) return false;
    return !delta || (await this.#take(delta));
  }

  async #take(delta) {
    const pins = await this.#pins.fetch(delta.version);
    if (!pins) return this.#outdated();
    const places = nodesMoved(this.#map.graph.n, delta);
    const ids = patchedIds(this.#labels.ids, places, delta);
    this.#arrivals.take(places, delta);
    const given = { ...(await this.#worker.delta(delta)), ...(await this.#worker.pins(pins)) };
    const look = await this.#lens.at(given.graph, delta.version);
    if (!look) return this.#outdated();
    const { node } = this.#map.selection; // it may be another one by now
    this.#labels.begin(delta.version, ids, (each) => given.graph.kind[each] === DOCUMENT);
    this.#map.steadily(() => this.#put({ ...given, ...look }, patchedOverview(this.#overview, delta), node < 0 ? null : places[node]));
    this.#lens.follow();
    await this.#hooks.onMap();
    return true;
  }

  /** One fetch of blocks, overview and ids; false when the hub moved on between them. */
  async #fetchOnce() {
    const nodes = await this.#blocks.nodes.fetch(this.#signal);
    if (!nodes) return true;
    const coming = this.#blocks.edges.fetch(this.#signal);
    const [found, pins] = await Promise.all([this.#worker.nodes(nodes.buffer), isLocal() ? [] : this.#pins.fetch(nodes.version)]);
    if (!pins) return this.#outdated();
    const given = { ...found, ...(await this.#worker.pins(pins)) };
    const first = this.#map.graph.n === 0;
    this.#arrivals.forget();
    if (first && !isLocal()) {
      const look = await this.#lens.at(given.graph, nodes.version);
      if (!look) return this.#outdated();
      this.#map.setGraph({ ...given, ...look, graph: { ...given.graph, ...noEdges() } }, []);
    }
    const [edges, ids, overview, rings] = await Promise.all([
      coming,
      given.graph.n > IDS_AT_ONCE ? [] : fetchIds(this.#urls.ids, nodes.version, this.#signal),
      this.#isWhole(given.graph) ? this.#overview : requestHere(this.#urls.overview, null, { signal: this.#signal }),
      isLocal() ? requestHere(this.#urls.around, null, { signal: this.#signal }) : null,
    ]);
    if (edges?.version !== nodes.version || ids === null || overview.revision !== given.graph.revision || (rings && rings.version !== nodes.version)) return this.#outdated();
    const linked = await this.#worker.edges(edges.buffer);
    const { grid = given.grid, radii, ...places } = rings ? await this.#worker.rings(rings) : {};
    const look = await this.#lens.at(given.graph, nodes.version);
    if (!look) return this.#outdated();
    const land = first || rings ? null : given.land; // else it is there already
    const graph = { ...given.graph, ...linked.edges, ...places };
    await this.#adopt({ ...given, ...linked, ...look, graph, grid, land, rings: rings && { ...rings, radii } }, nodes.version, ids, overview);
    if (first) await this.#hooks.onFirst();
    else this.#lens.follow();
    await this.#hooks.onMap();
    return true;
  }

  /** What is at hand is of several versions: fetch all of it again. */
  #outdated() {
    this.#labels.version = "";
    Object.values(this.#blocks).forEach((block) => block.forget());
    return false;
  }

  /** Whether the overview at hand tells all of a map. */
  #isWhole({ revision }) {
    const { clusters, bridges, parts } = this.#overview?.omitted ?? {};
    return this.#overview?.revision === revision && clusters + bridges + parts === 0;
  }

  /** Without `counted` islands have no counts: what is left of them is known only when the mask is there. */
  setOverview(overview, { counted = true } = {}) {
    this.#overview = overview;
    const clusters = clustersOf(overview).map((cluster) => (counted ? cluster : { ...cluster, count: null }));
    this.#hooks.onOverview(clusters);
    this.#map.setOverview({ clusters, bridges: overview.bridges, parts: partsOf(overview) });
  }

  async #adopt(given, version, ids, overview) {
    const id = this.#labels.ids[this.#map.selection.node];
    this.#labels.begin(version, ids);
    this.#put(given, overview, id ? await this.#labels.find(id) : null);
  }

  /** Put a map in the place of the one at hand; `chosen` is where what was chosen stands now, null where nothing was. */
  #put(given, overview, chosen) {
    this.setOverview(overview);
    this.#map.setGraph(given, this.#labels.ids, chosen ?? -1);
    this.#lens.count();
    if (chosen !== -1) return;
    announce(this.#hooks.words.gone);
    this.#hooks.onLost();
  }
}

/** Whether the address asks for what lies around one node, of which the hub tells no changes. */
const isLocal = () => aroundIn(location.search).length > 0;
