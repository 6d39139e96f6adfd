/** What is chosen and what is lit for it: the node, its neighbours and the edges between. */
import { edgesOf, neighbours, towards } from "./links.js";

const NOTHING = Object.freeze({ node: -1, near: new Set(), edges: new Uint32Array(0) });

/** The selection of `node`; of nothing for -1 or a node outside the map. */
export function selectionOf(graph, links, node) {
  if (!(node >= 0 && node < graph.n)) return NOTHING;
  return { node, near: neighbours(graph, links, node), edges: edgesOf(links, node) };
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
