/** The page's side of worker.js: asks, and hears the answers. */

export class WorkerClient {
  #worker = null;
  #onLand;
  #palette = null;
  #waiting = new Map();
  #asked = 0;
  #broken = null;

  /** `onLand(land)` hears of the coasts of a large map, which come after its nodes. */
  constructor(onLand) {
    this.#onLand = onLand;
  }

  /** Start the worker, which is not needed before the first block of nodes. */
  #start() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => (data.land ? this.#onLand(data.land) : this.#answered(data)));
    // A script that does not load or does not parse answers nothing.
    this.#worker.addEventListener("error", (event) => this.#failed(new Error(event.message || "The worker did not start.")));
    this.#ask("palette", this.#palette);
  }

  /** What the worker makes of a block of nodes: {graph, grid, land}; `land` is null where it follows later. */
  nodes(buffer) {
    if (!this.#worker) this.#start();
    return this.#ask("nodes", { buffer }, [buffer]);
  }

  /** What it makes of a block of edges between the nodes sent last: {edges, links, lanes}. */
  edges(buffer) {
    return this.#ask("edges", { buffer }, [buffer]);
  }

  /** Lay the nodes sent last out as a local graph: {x, y, radii, grid}; `rings` as the hub tells them. */
  rings(rings) {
    return this.#ask("rings", { rings });
  }

  /** What it makes of a delta of the map at hand: {graph, grid, links, lanes, land}. */
  delta(delta) {
    return this.#ask("delta", { delta });
  }

  /** Leave all but the `kept` nodes and kinds of `relations` out: what masked of mask.js gives; null for all of the map. */
  mask(kept, relations) {
    return this.#ask("mask", { kept, relations }).then(({ masked }) => masked);
  }

  /** What pins [{node, x, y}] make of the map: {pins, homes, grid}, the homes being the hub's places of these nodes. */
  pins(pins) {
    return this.#ask("pins", { pins });
  }

  /** Paint nodes in hues of their own, one each; null for those of their islands. */
  tint(tint) {
    return this.#ask("tint", { tint });
  }

  /** Paint in these colours from now on. */
  palette(palette) {
    this.#palette = palette;
    if (this.#worker) this.#ask("palette", palette);
  }

  /** {bitmap, view} of a window {view, width, height, ratio, clusters, bridges}. */
  picture(wanted) {
    return this.#ask("picture", wanted);
  }

  release() {
    this.#worker?.terminate();
    this.#waiting.clear();
  }

  #ask(deed, given, transfer = []) {
    if (this.#broken) return Promise.reject(this.#broken);
    const id = (this.#asked += 1);
    this.#worker.postMessage({ id, deed, ...given }, transfer);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #answered({ id, answer, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(error);
    else waiting?.resolve(answer);
  }

  #failed(error) {
    this.#broken = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
