/** What the page fetches: typed blocks (only when they changed), ids in batches, and ids and texts on demand. */
import { answered, headers, Problem, problemOf, reached, request } from "../lib/api.js";
import { aroundIn } from "./around.js";
import { ROLES } from "./decode.js";

const LABELS_AT_ONCE = 50;
const PLACES_AT_ONCE = 200; // as many as the hub tells at once
const IDS_PER_BATCH = 2_000; // see wire.py

/** An address with more parameters, which may have some already. */
export function extended(url, parameters) {
  return `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams(parameters)}`;
}

/** An address of the map's data, for what the page's own address has shown of it: all, or what lies around a node. */
function here(url) {
  const part = aroundIn(location.search);
  return part.length ? extended(url, part) : url;
}

/** `request` for the map that the page's address asks for. */
export const requestHere = (url, parameters, options) => request(parameters ? extended(here(url), parameters) : here(url), options);

/** A typed block of a space. */
export class Block {
  #url;
  #etag = null;

  constructor(url) {
    this.#url = url;
  }

  /** Have the next fetch bring the block whatever it is. */
  forget() {
    this.#etag = null;
  }

  /** {buffer, version}, or null while the hub still has the one that was fetched last. Throws `Problem`. */
  async fetch(signal) {
    const known = this.#etag ? { "If-None-Match": this.#etag } : {};
    const answer = await answered(here(this.#url), { headers: headers({ Accept: "*/*", ...known }), signal });
    if (answer.status === 304) return null;
    if (!answer.ok) throw problemOf(answer.status, answer.headers.get("Content-Type"), await reached(answer.text()));
    const buffer = await reached(answer.arrayBuffer());
    this.#etag = answer.headers.get("ETag");
    // A proxy that packs once more marks the tag as weak.
    return { buffer, version: this.#etag?.replace(/^W\/|"/g, "") ?? "" };
  }
}

/** Clusters of an overview as objects; payload.py describes the rows. A field has its half height as `h`. */
export function clustersOf({ clusters }) {
  return clusters.map(([id, name, role, count, hue, x, y, r, h]) => ({ id, name, role: ROLES[role], count, hue, x, y, r, h }));
}

/** Parts of islands of an overview as objects, the largest first. */
export function partsOf({ parts }) {
  return parts.map(([cluster, name, count, x, y, r]) => ({ cluster, name, count, x, y, r }));
}

/** The wire ids of all nodes of a version, in order; null when the hub has moved on to another one. */
export async function fetchIds(url, version, signal) {
  const ids = [];
  for (let offset = 0; offset !== null; ) {
    const batch = await requestHere(url, { offset }, { signal });
    if (batch.version !== version) return null;
    ids.push(...batch.ids);
    offset = batch.next;
  }
  return ids;
}

/** Ids and texts of nodes by index: asked for once, a batch at a time, and again when the map has changed. */
export class Labels {
  #url;
  #idsUrl;
  #onArrival;
  #onStale;
  #texts = new Map();
  #places = new Map();
  #wanted = new Set();
  #untold = new Set(); // asked for, and the hub says nothing of them
  #asking = null;
  #stale = false;
  version = "";
  ids = [];

  /** `url` tells labels, `idsUrl` ids in batches. `onArrival()` hears when there is more to show, `onStale()` when the hub has moved on to another version. */
  constructor(url, { idsUrl, onArrival, onStale }) {
    this.#url = url;
    this.#idsUrl = idsUrl;
    this.#onArrival = onArrival;
    this.#onStale = onStale;
  }

  /** The text of a node: "" when it has none (any more), undefined while it is not known. */
  textOf(node) {
    return this.#untold.has(node) ? "" : this.#texts.get(this.ids[node]);
  }

  /** Where the node with that id stands, -1 when it is not on the map, undefined while that is not known. */
  placeOf(id) {
    return this.#places.get(id);
  }

  /** Ask for ids and texts of these nodes, as far as they are not known. */
  want(nodes) {
    for (const node of nodes) if (this.textOf(node) === undefined) this.#wanted.add(node);
    if (this.#wanted.size && !this.#stale) this.#asking ??= this.#ask().finally(() => (this.#asking = null));
  }

  /** Take in what came another way, such as search hits; `node` is its index, or null when it is not on the map. */
  learn(node, id, text) {
    this.#places.set(id, node ?? -1);
    this.#texts.set(id, text);
    if (node !== null) this.ids[node] = id;
  }

  /** The place of the node with that id; asks the hub where it is not known. */
  async find(id) {
    const known = this.placeOf(id);
    if (known !== undefined || !id) return known ?? -1;
    const { version, labels } = await requestHere(this.#url, { id });
    if (version !== this.version) return -1;
    labels.forEach((label) => this.learn(label.index, label.id, label.text));
    return this.placeOf(id) ?? -1;
  }

  /** The id of a node; asks the hub where it is not known. */
  async idOf(node) {
    if (this.ids[node] === undefined) {
      this.want([node]);
      await this.#asking;
    }
    return this.ids[node];
  }

  /** The text of a node, "" when it has none; asks the hub where it is not known. */
  async tell(node) {
    if (this.textOf(node) === undefined) {
      this.want([node]);
      await this.#asking;
    }
    return this.textOf(node) ?? "";
  }

  /** The ids of nodes, in their order; asks for batches of them where they are not known. Null when the map moved on. */
  async idsOf(nodes) {
    const { version } = this;
    for (const node of nodes) {
      if (this.ids[node] !== undefined) continue;
      const offset = node - (node % IDS_PER_BATCH);
      const batch = await request(extended(this.#idsUrl, { offset }));
      if (batch.version !== version || version !== this.version) return null;
      batch.ids.forEach((id, at) => {
        this.ids[offset + at] = id;
        this.#places.set(id, offset + at);
      });
    }
    return nodes.map((node) => this.ids[node]);
  }

  /** Learn where the nodes with these ids stand; those that are nowhere are known to be so afterwards. */
  async findAll(ids) {
    const unknown = ids.filter((id) => this.placeOf(id) === undefined);
    for (let at = 0; at < unknown.length; at += PLACES_AT_ONCE) {
      const asked = unknown.slice(at, at + PLACES_AT_ONCE);
      const { version, labels } = await request(extended(this.#url, asked.map((id) => ["id", id])));
      if (version !== this.version) return;
      labels.forEach((label) => this.learn(label.index, label.id, label.text));
      for (const id of asked) if (!this.#places.has(id)) this.#places.set(id, -1);
    }
  }

  /**
   * Begin with another version of the map, of which these `ids` are known. Texts of nodes that are known to be on it stay
   * until they have been asked for anew, those for which `mayDiffer(node)`: they may have been revised.
   */
  begin(version, ids, mayDiffer = () => true) {
    const asked = [...this.#texts.keys()];
    this.version = version;
    this.#stale = false;
    this.#untold.clear();
    this.ids = ids.slice();
    this.#places = new Map();
    ids.forEach((id, node) => this.#places.set(id, node));
    for (const id of asked) if (!this.#places.has(id)) this.#texts.delete(id);
    this.#wanted = new Set(asked.filter((id) => this.#places.has(id)).map((id) => this.#places.get(id)).filter(mayDiffer));
    this.want([]);
  }

  async #ask() {
    try {
      while (this.#wanted.size && !this.#stale) await this.#askFor([...this.#wanted].slice(0, LABELS_AT_ONCE));
    } catch (error) {
      // They are asked for with the next ones; what is wrong with the link is said elsewhere.
      if (!(error instanceof Problem)) throw error;
    }
  }

  async #askFor(nodes) {
    const version = this.version;
    const answer = await requestHere(this.#url, [["version", version], ...nodes.map((node) => ["index", node])]);
    if (version !== this.version) return;
    if (answer.version !== version) {
      this.#stale = true;
      this.#onStale();
      return;
    }
    answer.labels.forEach(({ index, id, text }) => this.learn(index, id, text));
    const told = new Set(answer.labels.map(({ index }) => index));
    for (const node of nodes) {
      this.#wanted.delete(node);
      if (!told.has(node)) this.#untold.add(node);
    }
    this.#onArrival();
  }
}
