/** Nodes that have just arrived grow into their place; where motion is not welcome they are simply there. */

const SPROUT = 320; // milliseconds
const SEED = 0.15;
const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export class Sprouts {
  #born = new Map();

  /** Let those of `ids` grow that are not among `before`. A map that was empty is not grown, it appears. */
  plant(before, ids) {
    this.#born.clear();
    if (!before.length || still?.matches) return;
    const known = new Set(before);
    ids.forEach((id, node) => known.has(id) || this.#born.set(node, performance.now()));
  }

  /** Let these nodes grow. */
  grow(nodes) {
    if (!still?.matches) for (const node of nodes) this.#born.set(node, performance.now());
  }

  /** A function node -> share of its size at the time `now`. */
  at(now) {
    const born = this.#born;
    if (!born.size) return () => 1;
    return (node) => (born.has(node) ? Math.max(SEED, 1 - (1 - Math.min((now - born.get(node)) / SPROUT, 1)) ** 3) : 1);
  }

  /** Whether some still grow at the time `now`. */
  growing(now) {
    for (const [node, at] of this.#born) if (now - at > SPROUT) this.#born.delete(node);
    return this.#born.size > 0;
  }
}
