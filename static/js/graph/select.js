/** What is chosen and what is lit for it: the node, its neighbours and the edges between. */
import { edgesOf, neighbours } from "./links.js";

const NOTHING = Object.freeze({ node: -1, near: new Set(), edges: new Uint32Array(0) });

/** The selection of `node`; of nothing for -1 or a node outside the map. */
export function selectionOf(graph, links, node) {
  if (!(node >= 0 && node < graph.n)) return NOTHING;
  return { node, near: neighbours(graph, links, node), edges: edgesOf(links, node) };
}

/** What is lit for a way through `nodes`: they, the edges from each to the next, and the first one as chosen. */
export function wayOf(graph, links, nodes) {
  const edges = [];
  for (let at = 1; at < nodes.length; at += 1) {
    for (const e of edgesOf(links, nodes[at])) if (graph.source[e] === nodes[at - 1] || graph.target[e] === nodes[at - 1]) edges.push(e);
  }
  return nodes.length ? { node: nodes[0], near: new Set(nodes.slice(1)), edges: Uint32Array.from(edges) } : NOTHING;
}

export const nothing = () => NOTHING;

/**
 * The neighbours of a node, the strongest first: by the kind of what links them (a relation before a source, a key last),
 * then by how many links of any kind there are, then by how well they are linked themselves.
 */
export function byStrength(graph, links, node) {
  const ties = new Map();
  for (const e of edgesOf(links, node)) {
    const other = graph.source[e] === node ? graph.target[e] : graph.source[e];
    if (other === node) continue;
    const known = ties.get(other) ?? { edge: e, count: 0 };
    const edge = graph.relation[e] < graph.relation[known.edge] ? e : known.edge;
    ties.set(other, { edge, count: known.count + graph.count[e] });
  }
  const strength = (other) => [graph.relation[ties.get(other).edge], -ties.get(other).count, -graph.degree[other], other];
  return [...ties.keys()].sort((one, other) => compared(strength(one), strength(other)));
}

/** The order of two lists of numbers: by the first pair that differs. */
function compared(one, other) {
  const at = one.findIndex((value, n) => value !== other[n]);
  return at < 0 ? 0 : one[at] - other[at];
}
