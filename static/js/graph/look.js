/** How the address has the map looked at: which nodes are left, and what their colour says. Fetched once per version. */
import { RELATIONS } from "./decode.js";
import { unpacked } from "./mask.js";
import { byAge, byKind } from "./tint.js";
import { Block, extended } from "./wire.js";

const FACETS = ["kind", "state", "relation", "trait", "confidence", "key", "source"];
const TIMES = ["since", "until"];

/** The part of the address that hides nodes; without the times on request. */
function narrowing({ timeless = false } = {}) {
  const names = timeless ? FACETS : [...FACETS, ...TIMES];
  return new URLSearchParams([...new URLSearchParams(location.search)].filter(([name, value]) => value && names.includes(name)));
}

/** Whether the address hides nodes. */
export const narrows = () => narrowing().size > 0;

/** What the address has colours say. */
export const colourNow = () => new URLSearchParams(location.search).get("colour") || "cluster";

export class Look {
  #urls;
  #worker;
  #signal;
  #blocks = new Map();
  #version = "";
  /** Nodes that are left out whatever the address says, and those of them that it leaves. */
  held = new Set();
  waiting = [];

  /** `urls` of {mask, times}; `worker` as WorkerClient, with the map of which `at` and `between` are asked. */
  constructor(urls, worker, signal) {
    [this.#urls, this.#worker, this.#signal] = [urls, worker, signal];
  }

  /**
   * {masked, tint} of the map at that version as the address asks, each null where it asks for none; null when the hub
   * has moved on to another version.
   */
  at(graph, version) {
    if (version !== this.#version) this.#blocks.clear();
    this.#version = version;
    return unlessStale(async () => {
      const [tint, bits] = [await this.#tint(graph), await this.#bits(narrowing())];
      const masked = await this.#worker.mask(this.#kept(graph.n, bits), relationsNow());
      return { masked, tint };
    });
  }

  /** The part of the map that is left by all but the times of the address, and made from bin `since` to before `until`. */
  between(graph, { since, until }) {
    return unlessStale(async () => {
      const [bins, bits] = [await this.#block(this.#urls.times), await this.#bits(narrowing({ timeless: true }))];
      const kept = this.#kept(graph.n, bits) ?? new Uint8Array(graph.n).fill(1);
      for (let node = 0; node < graph.n; node += 1) kept[node] &= bins[node] >= since && bins[node] < until;
      return this.#worker.mask(kept, relationsNow());
    });
  }

  /** One byte per node, 1 for one that is shown; null where all are. */
  #kept(n, bits) {
    this.waiting = [...this.held];
    if (!bits && !this.held.size) return null;
    const kept = bits ? unpacked(bits, n) : new Uint8Array(n).fill(1);
    this.waiting = this.waiting.filter((node) => kept[node]);
    for (const node of this.held) kept[node] = 0;
    return kept;
  }

  /** Hues per node; null where the colour is that of the island. */
  async #tint(graph) {
    const colour = colourNow();
    if (colour === "kind") return byKind(graph);
    if (colour !== "age") return null;
    const bins = await this.#block(this.#urls.times);
    return byAge(bins, bins.reduce((last, bin) => Math.max(last, bin), 0) + 1);
  }

  /** The bits of a mask; null where everything is shown. */
  #bits(query) {
    return query.size ? this.#block(extended(this.#urls.mask, query)) : null;
  }

  /** The bytes of a block of the version at hand. */
  async #block(url) {
    const known = this.#blocks.get(url);
    if (known) return known;
    const { buffer, version } = await new Block(url).fetch(this.#signal);
    if (version !== this.#version) throw new Stale();
    const bytes = new Uint8Array(buffer);
    this.#blocks.set(url, bytes);
    return bytes;
  }
}

class Stale extends Error {}

/** What `ask` promises, or null when it came upon a block of another version. */
async function unlessStale(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stale) return null;
    throw error;
  }
}

/** Kinds of edges that are drawn, or null for all. */
function relationsNow() {
  const chosen = narrowing().getAll("relation");
  return chosen.length ? new Set(chosen.map((name) => RELATIONS.indexOf(name))) : null;
}
