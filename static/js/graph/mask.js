/** What is left of a map when some of its nodes are not shown. Places stay; grid, edges, counts and bridges follow. */
import { lanesOf, linksOf } from "./links.js";

/** One byte per node, 1 for a node that is shown, from a block of bits (payload.py); the lowest bit comes first. */
export function unpacked(bits, n) {
  const kept = new Uint8Array(n);
  for (let node = 0; node < n; node += 1) kept[node] = (bits[node >> 3] >> (node & 7)) & 1;
  return kept;
}

/**
 * The part of a map that `kept` leaves: {kept, shown, counts, grid, edges, links, lanes, bridges}. `counts` are nodes per
 * cluster, `bridges` as in an overview. `relations` is a set of kinds of edges that are left, or null for all. `lanes` are
 * those of the whole map: with all kinds, edges that run side by side are left or hidden together, and keep theirs.
 */
export function masked(graph, grid, kept, { relations = null, lanes = null } = {}) {
  const { lanes: kin, ...edges } = edgesWithin({ ...graph, lanes: lanes ?? new Float32Array(graph.m) }, kept, relations);
  const linked = { n: graph.n, ...edges };
  const links = linksOf(linked);
  const counts = new Uint32Array(graph.clusters);
  let shown = 0;
  for (let node = 0; node < graph.n; node += 1) {
    if (!kept[node]) continue;
    counts[graph.cluster[node]] += 1;
    shown += 1;
  }
  return { kept, shown, counts, grid: gridWithin(grid, kept), edges, links, lanes: relations || !lanes ? lanesOf(linked, links) : kin, bridges: bridgesOf(graph, edges) };
}

/** The same grid with fewer nodes in it. */
export function gridWithin(grid, kept) {
  const start = new Uint32Array(grid.start.length);
  const order = new Uint32Array(grid.order.length);
  let to = 0;
  for (let cell = 0; cell + 1 < grid.start.length; cell += 1) {
    for (let at = grid.start[cell]; at < grid.start[cell + 1]; at += 1) {
      if (kept[grid.order[at]]) order[to++] = grid.order[at];
    }
    start[cell + 1] = to;
  }
  return { ...grid, start, order: order.slice(0, to) };
}

function edgesWithin({ m, source, target, relation, count, lanes }, kept, relations) {
  const left = new Uint32Array(m);
  let size = 0;
  for (let e = 0; e < m; e += 1) if (kept[source[e]] && kept[target[e]] && (!relations || relations.has(relation[e]))) left[size++] = e;
  const take = (column) => {
    const taken = new column.constructor(size);
    for (let at = 0; at < size; at += 1) taken[at] = column[left[at]];
    return taken;
  };
  return { m: size, source: take(source), target: take(target), relation: take(relation), count: take(count), lanes: take(lanes) };
}

/** [low, high, count] per pair of clusters, the strongest first. */
function bridgesOf({ cluster, clusters }, { m, source, target, count }) {
  const sums = new Map();
  for (let e = 0; e < m; e += 1) {
    const [one, other] = [cluster[source[e]], cluster[target[e]]];
    if (one === other) continue;
    const pair = Math.min(one, other) * clusters + Math.max(one, other);
    sums.set(pair, (sums.get(pair) ?? 0) + count[e]);
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([pair, sum]) => [Math.floor(pair / clusters), pair % clusters, sum]);
}
