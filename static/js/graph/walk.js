/**
 * Going about the map by keys: arrows from node to node, or from island to island where nodes cannot be told apart; Tab
 * through the neighbours of what is chosen. What is come to is ringed, named and said.
 */
import { announce } from "../lib/announce.js";
import { islandAhead, nodeAhead, nodeNear } from "./compass.js";
import { RELATIONS } from "./decode.js";
import { noteOf, sentence, spoken } from "./explain.js";
import { byStrength } from "./select.js";

export class Walk {
  #map;
  #chosen;
  #labels;
  #words;

  constructor(map, chosen, labels, words) {
    [this.#map, this.#chosen, this.#labels, this.#words] = [map, chosen, labels, words];
  }

  /** To the nearest on a way {dx, dy}: from what is ringed, else from what is chosen, else from the middle. */
  go(way) {
    const { island, node } = this.#map.pointed;
    if (this.#map.isFar) return this.#toIsland(islandAhead(this.#map.clusters, island >= 0 ? this.#map.clusters[island] : this.#begin(node), way));
    const ahead = nodeAhead(this.#map.grid, this.#map.graph, this.#begin(node), way);
    if (ahead < 0) return announce(this.#words.nothingThere);
    this.leave();
    return this.#chosen.choose(ahead);
  }

  #begin(pointed) {
    const node = pointed >= 0 ? pointed : this.#map.selection.node;
    return node >= 0 ? this.#map.placeOf(node) : this.#map.middle();
  }

  #toIsland(island) {
    if (island < 0) return announce(this.#words.nothingThere);
    if (this.#chosen.node >= 0) this.#chosen.choose(-1);
    const { name, count, x, y } = this.#map.clusters[island];
    this.#map.point({ island });
    this.#map.show({ x, y });
    return announce(spoken(name, count === null ? "" : sentence(this.#words, "entries", { count })));
  }

  /** To the next neighbour (or with -1 the one before) of what is chosen; false past the last and before the first. */
  next(step) {
    const { node } = this.#map.selection;
    const near = node < 0 ? [] : byStrength(this.#map.graph, this.#map.links, node);
    const at = near.indexOf(this.#map.pointed.node);
    const to = at + step;
    if (to < -1 || to >= near.length) {
      this.leave();
      return false;
    }
    this.#map.point(to < 0 ? {} : { node: near[to] });
    this.#map.reveal(to < 0 ? node : near[to]);
    this.#tell(to < 0 ? node : near[to], to < 0 ? "" : this.#count(node, near, to));
    return true;
  }

  /** What links a neighbour, and which of how many it is. */
  #count(node, near, at) {
    const { graph, links } = this.#map;
    const edges = [...links.edge.subarray(links.start[node], links.start[node + 1])];
    const tied = edges.filter((e) => graph.source[e] === near[at] || graph.target[e] === near[at]);
    const kind = Math.min(...tied.map((e) => graph.relation[e]));
    const place = near.length === 1 ? this.#words.onlyNeighbour : sentence(this.#words, "neighbours", { at: at + 1, count: near.length });
    return spoken(this.#words[RELATIONS[kind]], place);
  }

  async #tell(node, more) {
    const text = await this.#labels.tell(node);
    announce(spoken(text, noteOf(this.#words, this.#map.graph, node), more));
  }

  /** Open what is ringed or chosen, fly into an island, or choose the node nearest to the middle. */
  enter() {
    const { island, node } = this.#map.pointed;
    this.leave();
    if (island >= 0) return this.#map.flyInto(island);
    if (node >= 0) this.#chosen.choose(node);
    if (this.#chosen.node >= 0) return this.#chosen.open();
    const first = nodeNear(this.#map.grid, this.#map.graph, this.#map.middle());
    return first < 0 ? announce(this.#words.nothingThere) : this.#chosen.choose(first);
  }

  /** Ring nothing any more; whether something was. */
  leave() {
    const { island, node } = this.#map.pointed;
    if (island < 0 && node < 0) return false;
    this.#map.point({});
    return true;
  }
}
