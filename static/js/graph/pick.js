/** What lies under the pointer: the nearest node by quadtree, else the nearest drawn edge. */
import { quadtree } from "../../dist/d3.js";

const EDGE_REACH = 5;

/** An index over the nodes of a map. */
export function nodeIndex(graph) {
  return quadtree(
    Array.from({ length: graph.n }, (_, node) => node),
    (node) => graph.x[node],
    (node) => graph.y[node],
  );
}

/**
 * The node at a map point, or -1: the nearest within `reach(node)` map units of its middle. `widest` bounds the search.
 */
export function nodeAt(index, graph, point, widest, reach) {
  const node = index.find(point.x, point.y, widest);
  if (node === undefined) return -1;
  return Math.hypot(graph.x[node] - point.x, graph.y[node] - point.y) <= reach(node) ? node : -1;
}

/** The edge among `edges` that passes nearest to a map point, within a few pixels at scale `k`, or -1. */
export function edgeAt(graph, edges, point, k) {
  let best = -1;
  let least = EDGE_REACH / k;
  for (const e of edges) {
    const distance = distanceTo(graph, graph.source[e], graph.target[e], point);
    if (distance <= least) [best, least] = [e, distance];
  }
  return best;
}

/** Distance of a point from the line between two nodes. */
function distanceTo(graph, from, to, point) {
  const dx = graph.x[to] - graph.x[from];
  const dy = graph.y[to] - graph.y[from];
  const px = point.x - graph.x[from];
  const py = point.y - graph.y[from];
  const along = Math.min(Math.max((px * dx + py * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(px - along * dx, py - along * dy);
}
