/** Level of detail: what is drawn at a scale, and how large. Spacing is the distance of neighbours in pixels. */
import { DOCUMENT } from "./decode.js";

const SPACING = 13; // map units between neighbours on an island

/** What a view of scale `k` shows. */
export function detailAt(k) {
  const spacing = SPACING * k;
  return {
    nodes: spacing >= 3.2,
    edges: spacing >= 4.5,
    dashes: spacing >= 17,
    labels: spacing >= 26,
    size: k < 1 ? Math.max(k ** 0.85, 0.5) : Math.min(k ** 0.6, 3),
  };
}

/** Radius of a node in pixels at a detail's `size`: by its relations, documents a little larger. */
export function nodeRadius(graph, node, size) {
  const root = Math.sqrt(Math.min(graph.degree[node], 100));
  return (graph.kind[node] === DOCUMENT ? 2.6 + 0.62 * root : 2.1 + 0.72 * root) * size;
}

export const CHOSEN_RING = 4.5; // pixels between the chosen node and the ring round it
export const WIDEST_NODE = 2.1 + 0.72 * 10;
