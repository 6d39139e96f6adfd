/** What the hub has of the map: its blocks, overview and ids, fetched as one version and put on the map. */
import { announce } from "../lib/announce.js";
import { Problem } from "../lib/api.js";
import { complain } from "../lib/complain.js";
import { aroundIn } from "./around.js";
import { noEdges } from "./decode.js";
import { Block, clustersOf, fetchIds, partsOf, requestHere } from "./wire.js";

const TRIES = 3;
const IDS_AT_ONCE = 5_000; // of larger maps ids are fetched only as they are needed

export class Feed {
  #map;
  #worker;
  #labels;
  #lens;
  #urls;
  #hooks;
  #signal;
  #blocks;
  #overview;
  #loading = null;
  #again = false;

  /**
   * `parts` are map, worker, labels and lens; `urls` name nodes, edges, ids, overview and around. `hooks`: words;
   * onOverview(clusters) hears of the islands, onFirst() when the first map is there, onMap() of every map;
   * onGone() tells whether there is another map to fetch now that the one asked for is none any more.
   */
  constructor({ map, worker, labels, lens }, urls, hooks, signal) {
    [this.#map, this.#worker, this.#labels, this.#lens] = [map, worker, labels, lens];
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

  #loaded() {
    this.#loading = null;
    if (!this.#again || this.#signal.aborted) return null;
    this.#again = false;
    return this.load();
  }

  async #refresh() {
    try {
      for (let tries = 0; tries < TRIES; tries += 1) if (await this.#fetchOnce()) return;
    } catch (error) {
      // A map that is there stays as it is; the offline bar says why.
      if (error instanceof Problem && !error.status && this.#map.graph.n) return;
      if (error instanceof Problem && error.status === 404 && this.#hooks.onGone()) this.turn();
      else complain(error);
    }
  }

  /** One fetch of blocks, overview and ids; false when the hub moved on between them. */
  async #fetchOnce() {
    const nodes = await this.#blocks.nodes.fetch(this.#signal);
    if (!nodes) return true;
    const coming = this.#blocks.edges.fetch(this.#signal);
    const given = await this.#worker.nodes(nodes.buffer);
    const first = this.#map.graph.n === 0;
    const isLocal = aroundIn(location.search).length > 0;
    if (first && !isLocal) {
      const look = await this.#lens.at(given.graph, nodes.version);
      if (!look) return this.#outdated();
      this.#map.setGraph({ ...given, ...look, graph: { ...given.graph, ...noEdges() } }, []);
    }
    const [edges, ids, overview, rings] = await Promise.all([
      coming,
      given.graph.n > IDS_AT_ONCE ? [] : fetchIds(this.#urls.ids, nodes.version, this.#signal),
      this.#isWhole(given.graph) ? this.#overview : requestHere(this.#urls.overview, null, { signal: this.#signal }),
      isLocal ? requestHere(this.#urls.around, null, { signal: this.#signal }) : null,
    ]);
    if (edges?.version !== nodes.version || ids === null || overview.revision !== given.graph.revision || (rings && rings.version !== nodes.version)) return this.#outdated();
    const linked = await this.#worker.edges(edges.buffer);
    const { grid = given.grid, radii, ...places } = isLocal ? await this.#worker.rings(rings) : {};
    const look = await this.#lens.at(given.graph, nodes.version);
    if (!look) return this.#outdated();
    const land = first || isLocal ? null : given.land; // else it is there already
    const graph = { ...given.graph, ...linked.edges, ...places };
    await this.#adopt({ ...linked, ...look, graph, grid, land, rings: rings && { ...rings, radii } }, nodes.version, ids, overview);
    if (first) await this.#hooks.onFirst();
    else this.#lens.follow();
    await this.#hooks.onMap();
    return true;
  }

  /** The blocks at hand are of several versions: fetch them all again. */
  #outdated() {
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
    const chosen = id ? await this.#labels.find(id) : -1;
    this.setOverview(overview);
    this.#map.setGraph(given, this.#labels.ids, chosen);
    if (id && chosen < 0) announce(this.#hooks.words.gone);
    this.#lens.count();
  }
}
