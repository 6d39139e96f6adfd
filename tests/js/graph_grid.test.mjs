import assert from "node:assert/strict";
import { test } from "node:test";
import { boxInView, countIn, gridOf, nearest, nodesIn } from "../../static/js/graph/grid.js";

/** A square of 40 by 40 nodes, ten map units apart; node = 40 * row + column. */
const n = 1_600;
const square = { n, x: Float32Array.from({ length: n }, (_, node) => 10 * (node % 40)), y: Float32Array.from({ length: n }, (_, node) => 10 * Math.floor(node / 40)) };
const grid = gridOf(square);

test("every node stands in the grid once, and its spacing is known", () => {
  assert.deepEqual([...grid.order].sort((a, b) => a - b), [...square.x.keys()]);
  assert.ok(Math.abs(grid.spacing - 10) < 0.5, grid.spacing);
});

test("a box holds the nodes inside it, by index", () => {
  assert.deepEqual(nodesIn(grid, square, { left: 95, right: 115, top: -5, bottom: 15 }), [10, 11, 50, 51]);
  assert.deepEqual(nodesIn(grid, square, { left: 900, right: 990, top: 900, bottom: 990 }), []);
});

test("a count is never less than what is there", () => {
  const box = { left: 95, right: 155, top: 95, bottom: 155 };
  const there = nodesIn(grid, square, box).length;
  assert.equal(there, 36);
  assert.ok(countIn(grid, box) >= there && countIn(grid, box) < 4 * there);
  assert.equal(countIn(grid, { left: -1e9, right: 1e9, top: -1e9, bottom: 1e9 }), n);
});

test("the nearest node within reach is found, and none beyond it", () => {
  assert.equal(nearest(grid, square, { x: 104, y: 96 }, 8), 410);
  assert.equal(nearest(grid, square, { x: 105, y: 105 }, 7), -1);
  assert.equal(nearest(grid, square, { x: -30, y: -40 }, 50), 0);
});

test("nodes on one spot and a map of nothing make a grid", () => {
  const heap = { n: 9, x: new Float32Array(9), y: new Float32Array(9) };
  assert.deepEqual(nodesIn(gridOf(heap), heap, { left: -1, right: 1, top: -1, bottom: 1 }), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(countIn(gridOf({ n: 0, x: [], y: [] }), { left: -1, right: 1, top: -1, bottom: 1 }), 0);
});

test("a view shows a box of the map", () => {
  assert.deepEqual(boxInView({ k: 2, x: 100, y: -50 }, { width: 400, height: 300 }, 10), { left: -55, right: 155, top: 20, bottom: 180 });
});
