/** Level of detail: what is drawn at a scale, and how large. Spacing is the distance of neighbours in pixels. */
import { DOCUMENT } from "./decode.js";

const SPACING = 13; // map units between neighbours on an island

/** What a view of scale `k` shows of nodes that stand so many map units apart. */
export function detailAt(k, apart = SPACING) {
  const spacing = apart * k;
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

/** The same of what is chosen, which is larger and never tiny. */
export const chosenRadius = (graph, node, size) => Math.max(nodeRadius(graph, node, size) * 1.3, 5);

export const CHOSEN_RING = 4.5; // pixels between the chosen node and the ring round it
export const WIDEST_NODE = 2.1 + 0.72 * 10;
