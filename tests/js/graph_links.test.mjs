import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesOf, lanesOf, linksOf, neighbours, towards } from "../../static/js/graph/links.js";
import { carriedOver, nearestTo, selectionOf, step } from "../../static/js/graph/select.js";

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
  assert.deepEqual([...lanesOf(graph)], [-0.5, 0.5, 0, 0, 0]);
});

test("an arrow leads to the neighbour that lies that way", () => {
  const chosen = selectionOf(graph, links, 0);
  assert.equal(step(graph, chosen, 0), 1);
  assert.equal(step(graph, chosen, Math.PI / 2), 2);
  assert.equal(step(graph, chosen, -Math.PI / 2), 4);
});

test("where no neighbour lies an arrow leads to the nearest member of the island", () => {
  assert.equal(step(graph, selectionOf(graph, links, 0), Math.PI), 3);
});

test("where nothing lies an arrow leads nowhere", () => {
  assert.equal(step(graph, selectionOf(graph, links, 3), Math.PI), -1);
});

test("what lies straight ahead goes before what is nearer but aside", () => {
  const spread = { x: [0, 3, 20], y: [0, 7, 0] };
  assert.equal(towards(spread, 0, 0, [1, 2]), 2);
});

test("a selection is carried over by id, and dropped with its node", () => {
  const chosen = selectionOf(graph, links, 1);
  assert.equal(carriedOver(chosen, ["a", "b"], ["x", "y", "b", "z", "q"], graph, links).node, 2);
  assert.equal(carriedOver(chosen, ["a", "b"], ["x", "y"], graph, links).node, -1);
});

test("a node outside the map cannot be chosen", () => {
  assert.equal(selectionOf(graph, links, 5).node, -1);
  assert.equal(selectionOf(graph, links, undefined).node, -1);
});

test("walking begins at the node nearest to the middle", () => {
  assert.equal(nearestTo(graph, { x: 8, y: 1 }), 1);
  assert.equal(nearestTo({ n: 0 }, { x: 0, y: 0 }), -1);
});
