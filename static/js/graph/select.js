/** What is chosen and what is lit for it: the node, its neighbours and the edges between. */
import { edgesOf, neighbours, towards } from "./links.js";

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

/** Where an arrow key leads: to the neighbour that lies that way, else to the nearest of the island's `nodes` that does. */
export function step(graph, selection, angle, nodes) {
  const linked = towards(graph, selection.node, angle, selection.near);
  if (linked >= 0) return linked;
  const island = graph.cluster[selection.node];
  return towards(graph, selection.node, angle, nodes.filter((node) => graph.cluster[node] === island));
}

/** Which of `nodes` stands nearest to the middle of the window, where walking begins. */
export function nearestTo(graph, point, nodes) {
  let best = -1;
  let least = Infinity;
  for (const node of nodes) {
    const distance = Math.hypot(graph.x[node] - point.x, graph.y[node] - point.y);
    if (distance < least) [best, least] = [node, distance];
  }
  return best;
}
