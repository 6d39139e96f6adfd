/** What the page fetches: the typed block (only when it changed), ids in batches, and texts on demand. */
import { answered, headers, Problem, problemOf, reached, request } from "../lib/api.js";
import { decode } from "./decode.js";

const TEXTS_AT_ONCE = 50;

/** The typed block of a space. */
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

  /** The map as `decode` gives it, or null while the hub still has the one that was fetched last. Throws `Problem`. */
  async fetch(signal) {
    const known = this.#etag ? { "If-None-Match": this.#etag } : {};
    const answer = await answered(this.#url, { headers: headers({ Accept: "*/*", ...known }), signal });
    if (answer.status === 304) return null;
    if (!answer.ok) throw problemOf(answer.status, answer.headers.get("Content-Type"), await reached(answer.text()));
    const graph = decode(await reached(answer.arrayBuffer()));
    this.#etag = answer.headers.get("ETag");
    return graph;
  }
}

/** The wire ids of all nodes of a revision, in order; null when the hub has moved on to another one. */
export async function fetchIds(url, revision, signal) {
  const ids = [];
  for (let offset = 0; offset !== null; ) {
    const batch = await request(`${url}?${new URLSearchParams({ revision, offset })}`, { signal });
    if (batch.revision !== revision) return null;
    ids.push(...batch.ids);
    offset = batch.next;
  }
  return ids;
}

/** Texts of nodes by id: asked for once, a batch at a time, and again when the map has changed. */
export class Texts {
  #url;
  #onArrival;
  #known = new Map();
  #wanted = new Set();
  #asking = false;

  constructor(url, onArrival) {
    this.#url = url;
    this.#onArrival = onArrival;
  }

  /** The text of a node: "" when it has none (any more), undefined while it is not known. */
  get(id) {
    return this.#known.get(id);
  }

  /** Ask for the texts of these ids, as far as they are not known. */
  want(ids) {
    for (const id of ids) if (id && !this.#known.has(id)) this.#wanted.add(id);
    if (this.#wanted.size && !this.#asking) this.#ask();
  }

  /** Take in texts that came another way, such as search hits. */
  learn(id, text) {
    this.#known.set(id, text);
  }

  /** Of what is known keep the nodes in `ids` only, and ask anew for their texts: they may have been revised. */
  refresh(ids) {
    const still = new Set(ids);
    for (const id of this.#known.keys()) if (!still.has(id)) this.#known.delete(id);
    for (const id of this.#known.keys()) this.#wanted.add(id);
    if (this.#wanted.size && !this.#asking) this.#ask();
  }

  async #ask() {
    this.#asking = true;
    try {
      while (this.#wanted.size) await this.#askFor([...this.#wanted].slice(0, TEXTS_AT_ONCE));
    } catch (error) {
      // They are asked for with the next ones; what is wrong with the link is said elsewhere.
      if (!(error instanceof Problem)) throw error;
    } finally {
      this.#asking = false;
    }
  }

  async #askFor(ids) {
    const { labels } = await request(`${this.#url}?${new URLSearchParams(ids.map((id) => ["id", id]))}`);
    ids.forEach((id) => this.#wanted.delete(id));
    ids.forEach((id) => this.#known.set(id, labels[id] ?? ""));
    this.#onArrival();
  }
}
