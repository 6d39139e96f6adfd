/** What lies under the pointer: the nearest node by the grid, the name of an island, or the nearest drawn edge. */
import { nearest } from "./grid.js";

const EDGE_REACH = 5;

/**
 * The node at a map point, or -1: the nearest within `reach(node)` map units of its middle. `widest` bounds the search.
 */
export function nodeAt(grid, graph, point, widest, reach) {
  const node = nearest(grid, graph, point, widest);
  if (node < 0) return -1;
  return Math.hypot(graph.x[node] - point.x, graph.y[node] - point.y) <= reach(node) ? node : -1;
}

/**
 * The edge among `edges` that passes nearest to a map point, within a few pixels at scale `k`, or -1. `lanes` and
 * `width` (of a lane, in pixels) tell how far an edge is bent aside.
 */
export function edgeAt(graph, edges, point, k, lanes, width) {
  let best = -1;
  let least = EDGE_REACH / k;
  for (const e of edges) {
    const distance = distanceTo(graph, e, point, (lanes[e] * width) / k);
    if (distance < least) [best, least] = [e, distance];
  }
  return best;
}

/** The island whose name, among boxes {cluster, left, top, width, height}, is at a point of the canvas, or -1. Fields have none. */
export function islandAt(names, clusters, x, y) {
  const found = names.find(({ left, top, width, height }) => x >= left && y >= top && x <= left + width && y <= top + height);
  return found && clusters[found.cluster]?.role === "island" ? found.cluster : -1;
}

/** Distance of a point from an edge whose middle is bent aside by `bend`, taken as two straight halves. */
function distanceTo(graph, e, point, bend) {
  const [low, high] = [Math.min(graph.source[e], graph.target[e]), Math.max(graph.source[e], graph.target[e])];
  const [a, b] = [low, high].map((node) => ({ x: graph.x[node], y: graph.y[node] }));
  if (!bend) return fromSegment(a, b, point);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const middle = { x: (a.x + b.x) / 2 + ((b.y - a.y) / length) * bend, y: (a.y + b.y) / 2 - ((b.x - a.x) / length) * bend };
  return Math.min(fromSegment(a, middle, point), fromSegment(middle, b, point));
}

function fromSegment(a, b, point) {
  const [dx, dy, px, py] = [b.x - a.x, b.y - a.y, point.x - a.x, point.y - a.y];
  const along = Math.min(Math.max((px * dx + py * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(px - along * dx, py - along * dy);
}
