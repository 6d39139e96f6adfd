/** Who is linked with whom: the edges of a map by node. */

const ALL_EDGES = 20_000;

/** The edges of every node as one run of `edge` from `start[node]` to `start[node + 1]`. A self link stands once. */
export function linksOf(graph) {
  const start = new Uint32Array(graph.n + 1);
  const each = (take) => {
    for (let e = 0; e < graph.m; e += 1) {
      take(graph.source[e], e);
      if (graph.target[e] !== graph.source[e]) take(graph.target[e], e);
    }
  };
  each((node) => (start[node + 1] += 1));
  for (let node = 0; node < graph.n; node += 1) start[node + 1] += start[node];
  const edge = new Uint32Array(start[graph.n]);
  const next = start.slice();
  each((node, e) => (edge[next[node]++] = e));
  return { start, edge };
}

/**
 * Lane of every edge, so that edges of several kinds between two nodes can be drawn side by side: 0 for a lone edge,
 * -0.5 and 0.5 for two, and so on, counted from the side that lies to the left on the way from the lower index.
 */
export function lanesOf(graph, links) {
  const lanes = new Float32Array(graph.m);
  const beside = new Uint32Array(graph.n); // edges from the node at hand to each other one
  const higher = (node, e) => Math.max(graph.source[e], graph.target[e]) + (Math.min(graph.source[e], graph.target[e]) < node ? graph.n : 0);
  for (let node = 0; node < graph.n; node += 1) {
    const [from, to] = [links.start[node], links.start[node + 1]];
    for (let at = from; at < to; at += 1) {
      const other = higher(node, links.edge[at]);
      if (other < graph.n) lanes[links.edge[at]] = beside[other]++;
    }
    for (let at = from; at < to; at += 1) {
      const other = higher(node, links.edge[at]);
      if (other < graph.n) lanes[links.edge[at]] -= (beside[other] - 1) / 2;
    }
    for (let at = from; at < to; at += 1) {
      const other = higher(node, links.edge[at]);
      if (other < graph.n) beside[other] = 0;
    }
  }
  return lanes;
}

/** Indices of the edges of `node`. */
export function edgesOf(links, node) {
  return links.edge.subarray(links.start[node], links.start[node + 1]);
}

/** The edges to look at where `nodes` are in view: all of a small map, as some cross it, else those of these nodes. */
export function edgesAmong(graph, links, nodes) {
  if (graph.m <= ALL_EDGES) return graph.source.keys();
  const found = new Set();
  for (const node of nodes) for (const e of edgesOf(links, node)) found.add(e);
  return found;
}

/** The nodes linked with `node`, each once and without itself. */
export function neighbours(graph, links, node) {
  const found = new Set();
  for (const e of edgesOf(links, node)) found.add(graph.source[e] === node ? graph.target[e] : graph.source[e]);
  found.delete(node);
  return found;
}
