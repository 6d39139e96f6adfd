import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf, nearest, nodesIn } from "../../static/js/graph/grid.js";
import { edgesOf, lanesOf, linksOf } from "../../static/js/graph/links.js";
import { gridWithin, masked, unpacked } from "../../static/js/graph/mask.js";
import { selectionOf } from "../../static/js/graph/select.js";
import { byAge, byKind } from "../../static/js/graph/tint.js";

const places = { n: 5, x: Float32Array.of(0, 10, 20, 300, 310), y: Float32Array.of(0, 5, 0, 200, 210) };
const edges = {
  m: 5,
  source: Uint32Array.of(0, 0, 1, 2, 3),
  target: Uint32Array.of(1, 2, 3, 3, 3),
  relation: Uint8Array.of(1, 2, 1, 4, 1),
  count: Uint8Array.of(1, 1, 2, 3, 1),
};
const graph = { ...places, ...edges, cluster: Uint16Array.of(0, 0, 0, 1, 1), clusters: 2 };
const grid = gridOf(graph);
const everywhere = { left: -1, right: 999, top: -1, bottom: 999 };

test("bits are read from the lowest of each byte on, and what pads the last byte is nobody", () => {
  assert.deepEqual([...unpacked(Uint8Array.of(0b1001, 0b11), 9)], [1, 0, 0, 1, 0, 0, 0, 0, 1]);
  assert.deepEqual([...unpacked(new Uint8Array(0), 0)], []);
});

test("a grid with fewer nodes finds those alone, and keeps its cells and how far neighbours stand apart", () => {
  const left = gridWithin(grid, Uint8Array.of(1, 0, 1, 0, 1));
  assert.deepEqual(nodesIn(left, graph, everywhere), [0, 2, 4]);
  assert.equal(nearest(left, graph, { x: 10, y: 5 }, 1), -1);
  assert.equal(nearest(left, graph, { x: 21, y: 0 }, 5), 2);
  assert.deepEqual([left.cell, left.spacing, left.start.length], [grid.cell, grid.spacing, grid.start.length]);
});

test("an edge is left while both its ends are, and counts and bridges follow", () => {
  const left = masked(graph, grid, Uint8Array.of(1, 0, 1, 1, 0));
  assert.equal(left.shown, 3);
  assert.deepEqual([...left.counts], [2, 1]);
  assert.deepEqual([[...left.edges.source], [...left.edges.target]], [[0, 2, 3], [2, 3, 3]]);
  assert.deepEqual(left.bridges, [[0, 1, 3]]);
  assert.deepEqual([...edgesOf(left.links, 2)], [0, 1]);
});

test("of kinds of edges that are not asked for none is left", () => {
  const left = masked(graph, grid, new Uint8Array(5).fill(1), { relations: new Set([1]) });
  assert.deepEqual([...left.edges.relation], [1, 1, 1]);
  assert.deepEqual(left.bridges, [[0, 1, 2]]);
});

test("edges that run side by side keep their lanes, and close up where kinds are left out", () => {
  const pair = { ...graph, m: 3, source: Uint32Array.of(0, 0, 1), target: Uint32Array.of(1, 1, 2), relation: Uint8Array.of(1, 2, 1), count: Uint8Array.of(1, 1, 1) };
  const lanes = lanesOf(pair, linksOf(pair));
  const kept = Uint8Array.of(1, 1, 0, 0, 0);
  assert.deepEqual([...masked(pair, grid, kept, { lanes }).lanes], [-0.5, 0.5]);
  assert.deepEqual([...masked(pair, grid, kept).lanes], [-0.5, 0.5]);
  assert.deepEqual([...masked(pair, grid, kept, { lanes, relations: new Set([2]) }).lanes], [0]);
});

test("where everything is left it is the map", () => {
  const left = masked(graph, grid, new Uint8Array(5).fill(1));
  assert.deepEqual([...left.links.edge], [...linksOf(graph).edge]);
  assert.deepEqual([...left.grid.order], [...grid.order]);
  assert.deepEqual(left.bridges, [[0, 1, 5]]);
});

test("what is chosen has no neighbour that is not shown", () => {
  const left = masked(graph, grid, Uint8Array.of(1, 0, 1, 1, 1));
  assert.deepEqual([...selectionOf({ ...graph, ...left.edges }, left.links, 0).near], [2]);
});

test("a map of nothing has nothing left", () => {
  const nothing = { n: 0, x: new Float32Array(0), y: new Float32Array(0), cluster: new Uint16Array(0), clusters: 0, m: 0, source: new Uint32Array(0), target: new Uint32Array(0), relation: new Uint8Array(0), count: new Uint8Array(0) };
  assert.equal(masked(nothing, gridOf(nothing), new Uint8Array(0)).shown, 0);
});

test("kinds have two hues, and age has seven steps from the oldest bin to the newest", () => {
  assert.deepEqual([...byKind({ kind: Uint8Array.of(0, 1, 0) })], [1, 2, 1]);
  assert.deepEqual([...byAge(Uint8Array.of(0, 8, 9, 30, 59), 60)], [1, 1, 2, 4, 7]);
  assert.deepEqual([...byAge(Uint8Array.of(0, 1, 2), 3)], [1, 3, 5]);
  assert.deepEqual([...byAge(Uint8Array.of(0), 1)], [1]);
});
