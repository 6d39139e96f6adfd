import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesAmong, edgesOf, lanesOf, linksOf, neighbours, towards } from "../../static/js/graph/links.js";
import { nearestTo, selectionOf, step } from "../../static/js/graph/select.js";

/** Node 0 in the middle, 1 right, 2 below, 3 far left, 4 above and of another island; 0-1 twice, and 2 with itself. */
const graph = {
  n: 5,
  m: 5,
  x: [0, 10, 0, -50, 0],
  y: [0, 0, 10, 0, -10],
  cluster: [0, 0, 0, 0, 1],
  source: [0, 1, 0, 2, 4],
  target: [1, 0, 2, 2, 0],
};
const links = linksOf(graph);

test("edges are found from either end, and a self link once", () => {
  assert.deepEqual([...edgesOf(links, 0)].sort(), [0, 1, 2, 4]);
  assert.deepEqual([...edgesOf(links, 2)], [2, 3]);
  assert.deepEqual([...edgesOf(links, 3)], []);
});

test("a neighbour counts once and no node is its own", () => {
  assert.deepEqual([...neighbours(graph, links, 0)].sort(), [1, 2, 4]);
  assert.deepEqual([...neighbours(graph, links, 2)], [0]);
});

test("edges between the same two nodes run in lanes of their own", () => {
  assert.deepEqual([...lanesOf(graph, links)], [-0.5, 0.5, 0, 0, 0]);
});

test("lanes are counted from the lower index, whichever end an edge leaves, self links apart", () => {
  const doubled = { n: 3, m: 6, source: [1, 0, 1, 2, 2, 0], target: [0, 1, 0, 2, 2, 2] };
  assert.deepEqual([...lanesOf(doubled, linksOf(doubled))], [-1, 0, 1, -0.5, 0.5, 0]);
});

const all = Uint32Array.from({ length: graph.n }, (_, node) => node);

test("an arrow leads to the neighbour that lies that way", () => {
  const chosen = selectionOf(graph, links, 0);
  assert.equal(step(graph, chosen, 0, all), 1);
  assert.equal(step(graph, chosen, Math.PI / 2, all), 2);
  assert.equal(step(graph, chosen, -Math.PI / 2, all), 4);
});

test("where no neighbour lies an arrow leads to the nearest member of the island", () => {
  assert.equal(step(graph, selectionOf(graph, links, 0), Math.PI, all), 3);
});

test("where nothing lies an arrow leads nowhere", () => {
  assert.equal(step(graph, selectionOf(graph, links, 3), Math.PI, all), -1);
});

test("what lies straight ahead goes before what is nearer but aside", () => {
  const spread = { x: [0, 3, 20], y: [0, 7, 0] };
  assert.equal(towards(spread, 0, 0, [1, 2]), 2);
});

test("in a small map all edges may be in view, in a large one those of the nodes that are", () => {
  assert.deepEqual([...edgesAmong({ ...graph, source: Uint32Array.from(graph.source) }, links, [3])], [0, 1, 2, 3, 4]);
  assert.deepEqual([...edgesAmong({ ...graph, m: 1_000_000 }, links, [1, 2])].sort(), [0, 1, 2, 3]);
});

test("a node outside the map cannot be chosen", () => {
  assert.equal(selectionOf(graph, links, 5).node, -1);
  assert.equal(selectionOf(graph, links, undefined).node, -1);
});

test("walking begins at the node nearest to the middle", () => {
  assert.equal(nearestTo(graph, { x: 8, y: 1 }, [0, 1, 2]), 1);
  assert.equal(nearestTo(graph, { x: 0, y: 0 }, []), -1);
});
