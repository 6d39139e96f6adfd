import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf } from "../../static/js/graph/grid.js";
import { edgeAt, islandAt, nodeAt } from "../../static/js/graph/pick.js";

const graph = { n: 3, x: [0, 100, 100], y: [0, 0, 100], source: [0, 1, 1], target: [1, 2, 2] };
const grid = gridOf(graph);
const reach = () => 6;
const lanes = [0, -0.5, 0.5];

test("the nearest node within its reach is picked", () => {
  assert.equal(nodeAt(grid, graph, { x: 97, y: 3 }, 20, reach), 1);
  assert.equal(nodeAt(grid, graph, { x: 90, y: 0 }, 20, reach), -1);
  assert.equal(nodeAt(grid, graph, { x: 500, y: 500 }, 20, reach), -1);
});

test("an empty map has nothing to pick", () => {
  assert.equal(nodeAt(gridOf({ n: 0, x: [], y: [] }), { x: [], y: [] }, { x: 0, y: 0 }, 20, reach), -1);
});

test("an edge is picked within a few pixels, whatever the scale", () => {
  assert.equal(edgeAt(graph, [0], { x: 50, y: 4 }, 1, lanes, 12), 0);
  assert.equal(edgeAt(graph, [0], { x: 50, y: 4 }, 2, lanes, 12), -1);
  assert.equal(edgeAt(graph, [0], { x: 50, y: 20 }, 0.2, lanes, 12), 0);
  assert.equal(edgeAt(graph, [0], { x: 120, y: 0 }, 1, lanes, 12), -1);
});

test("edges that run side by side are told apart", () => {
  assert.equal(edgeAt(graph, [1, 2], { x: 94, y: 50 }, 1, lanes, 12), 1);
  assert.equal(edgeAt(graph, [1, 2], { x: 106, y: 50 }, 1, lanes, 12), 2);
});

test("the name of an island is picked, that of a field is not", () => {
  const clusters = [{ role: "island" }, { role: "isolated" }];
  const names = [{ cluster: 0, left: 10, top: 10, width: 40, height: 19 }, { cluster: 1, left: 10, top: 60, width: 40, height: 19 }];
  assert.equal(islandAt(names, clusters, 12, 29), 0);
  assert.equal(islandAt(names, clusters, 9, 29), -1);
  assert.equal(islandAt(names, clusters, 12, 70), -1);
  assert.equal(islandAt(names, [], 12, 12), -1);
});
