/**
 * Places of a local graph: rings round its middle, one for each step away, laid out by d3-force and settled before
 * anything is drawn. The same nodes and places on the map give the same picture, and what is expanded moves nothing that
 * is there.
 */
import { forceCollide, forceLink, forceManyBody, forceRadial, forceSimulation } from "../vendor/d3.js";

export const SPACING = 30; // units between neighbours
const FIRST = 96; // radius of the first ring: labels fit between it and the middle
const RING = 84; // least width of any other
const RIM = 16; // kept free on either side of a ring's edge
const AIR = 1.15; // ground for one node, in squares of the spacing
const TICKS = { most: 140, least: 40, work: 80_000 }; // of many nodes fewer: their rings say where they go
const PUSH = -60;
const HOLD = 0.25; // how much the middle of its ring draws a node, against what it hangs on
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Outer radii of the rings in units: nodes that are h steps away lie between `radii[h - 1]` and `radii[h]`. Each ring has
 * ground for all of them.
 */
export function radiiOf(hops) {
  const counts = [];
  for (const hop of hops) counts[hop] = (counts[hop] ?? 0) + 1;
  const radii = [0];
  for (let hop = 1; hop < counts.length; hop += 1) {
    const inner = radii[hop - 1];
    const ground = (AIR * (counts[hop] ?? 0) * SPACING ** 2) / Math.PI;
    radii[hop] = Math.max(Math.sqrt((inner + RIM) ** 2 + ground) + RIM, inner + (hop > 1 ? RING : FIRST));
  }
  return radii;
}

/**
 * {x, y, radii} for the nodes of `graph`. `rings` tells of each how many `hops` it is from `centre`, and in which of the
 * `turns` of expanding it came. Which way from the middle a node lies begins as on the map.
 */
export function ringsOf(graph, rings) {
  const { hops, turns } = rings;
  const nodes = begun(graph, rings);
  const last = turns.reduce((most, turn) => Math.max(most, turn), 0);
  let radii = [0];
  for (let turn = 0; turn <= last; turn += 1) {
    // What comes later makes no room among what was there before.
    radii = radiiOf(hops.filter((_, node) => turns[node] <= turn));
    settle(graph, nodes, { hops, turns, turn, radii });
  }
  return { x: Float32Array.from(nodes, ({ x }) => x), y: Float32Array.from(nodes, ({ y }) => y), radii };
}

/** Nodes as the simulation takes them, each in its direction on the map; those that stand where the middle does fan out. */
function begun(graph, { centre, hops }) {
  const radii = radiiOf(hops);
  return Array.from({ length: graph.n }, (_, id) => {
    const [dx, dy] = [graph.x[id] - graph.x[centre], graph.y[id] - graph.y[centre]];
    const angle = dx || dy ? Math.atan2(dy, dx) : id * GOLDEN;
    return { id, ...at(angle, middleOf(radii, hops[id])) };
  });
}

const middleOf = (radii, hop) => (hop ? (radii[hop - 1] + radii[hop]) / 2 : 0);
const at = (angle, radius) => ({ x: Math.cos(angle) * radius, y: Math.sin(angle) * radius });

/** Lay out the nodes of one turn, among those of earlier turns, which stay. */
function settle(graph, nodes, { hops, turns, turn, radii }) {
  const there = nodes.filter(({ id }) => turns[id] <= turn);
  const free = there.filter(({ id }) => turns[id] === turn && hops[id] > 0);
  const links = linksAmong(graph, (id) => turns[id] <= turn);
  if (turn) beginBeside(nodes, links, free, { hops, turns, radii });
  for (const node of there) Object.assign(node, { vx: 0, vy: 0, fx: node.x, fy: node.y });
  for (const node of free) [node.fx, node.fy] = [null, null];
  const between = ({ source, target }) =>
    Math.max(Math.abs(middleOf(radii, hops[source.id]) - middleOf(radii, hops[target.id])), SPACING);
  const ticks = Math.min(Math.max(Math.round(TICKS.work / there.length), TICKS.least), TICKS.most);
  const simulation = forceSimulation(there)
    .stop()
    .alphaDecay(1 - 0.001 ** (1 / ticks))
    .force("link", forceLink(links).id(({ id }) => id).distance(between))
    .force("push", forceManyBody().strength(PUSH).distanceMax(8 * SPACING))
    .force("ring", forceRadial(({ id }) => middleOf(radii, hops[id])).strength(HOLD))
    .force("collide", forceCollide(SPACING * 0.48));
  for (let tick = 0; tick < ticks; tick += 1) {
    simulation.tick();
    for (const node of free) keepWithin(node, radii[hops[node.id] - 1] + RIM, radii[hops[node.id]] - RIM);
  }
}

function linksAmong(graph, isThere) {
  const links = [];
  for (let e = 0; e < graph.m; e += 1) {
    const [source, target] = [graph.source[e], graph.target[e]];
    if (source !== target && isThere(source) && isThere(target)) links.push({ source, target });
  }
  return links;
}

/** What was expanded begins outward of what it hangs on. */
function beginBeside(nodes, links, free, { hops, turns, radii }) {
  const parents = new Map();
  for (const { source, target } of links) {
    for (const [one, other] of [[source, target], [target, source]]) {
      if (turns[other] < turns[one] && hops[other] === hops[one] - 1) parents.set(one, nodes[other]);
    }
  }
  free.forEach((node, nth) => {
    const parent = parents.get(node.id) ?? node;
    const spread = ((nth % 2 ? 1 : -1) * Math.ceil(nth / 2) * SPACING) / radii[hops[node.id]];
    Object.assign(node, at(Math.atan2(parent.y, parent.x) + spread, radii[hops[node.id] - 1] + RIM + SPACING));
  });
}

/** Keep a node between two distances from the middle. */
function keepWithin(node, least, most) {
  const distance = Math.hypot(node.x, node.y) || 1;
  const kept = Math.min(Math.max(distance, least), most);
  node.x *= kept / distance;
  node.y *= kept / distance;
}
