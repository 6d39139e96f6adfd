import assert from "node:assert/strict";
import { test } from "node:test";
import { coastsOf, shoreOf, shoresOf, thinned } from "../../static/js/graph/coast.js";

/** Cluster 0: a raster of 5 by 5 nodes about (100, 50); cluster 1: one node; cluster 2: one without relations. */
const raster = Array.from({ length: 25 }, (_, n) => [100 + 13 * ((n % 5) - 2), 50 + 13 * (Math.floor(n / 5) - 2)]);
const places = [...raster, [300, 50], [500, 500]];
const graph = {
  n: 27,
  clusters: 3,
  x: Float32Array.from(places, ([x]) => x),
  y: Float32Array.from(places, ([, y]) => y),
  cluster: Uint16Array.from(places, (_, n) => Math.max(n - 24, 0)),
  role: Uint8Array.of(0, 0, 2),
};
const [island, lone, field] = [...coastsOf(graph)];

test("an island has a coast round its members, and deeper levels where they stand close", () => {
  assert.equal(island.levels.length, 3);
  assert.ok(Math.abs(island.top - (50 - 26 - 20.3)) < 0.5, "where the bells of a row add up to 0.15");
  assert.ok(Math.abs(island.top + island.bottom - 100) < 1, "as far to the north as to the south");
  const [coast] = island.levels[0];
  const xs = coast.filter((_, at) => at % 2 === 0);
  assert.ok(Math.min(...xs) > 53 && Math.max(...xs) < 147);
  assert.ok(island.levels[2].length >= 1);
});

test("a single member has a coast of its own, but no depth", () => {
  const [coast] = lone.levels[0];
  const reach = Array.from({ length: coast.length / 2 }, (_, n) => Math.hypot(coast[2 * n] - 300, coast[2 * n + 1] - 50));
  assert.ok(reach.every((distance) => Math.abs(distance - 17.7) < 0.6), "a circle where the bell has fallen to 0.15");
  assert.deepEqual([lone.levels[1], lone.levels[2]], [[], []]);
});

test("what has no relations has no coast", () => {
  assert.equal(field, null);
});

test("a shore lies a beach beyond the outermost member of that direction", () => {
  const shore = shoreOf(shoresOf(graph));
  // A corner lies 29.1 away and 22.5 degrees aside at most: it holds the shore 0.9 further out than the row does.
  assert.ok(Math.abs(shore(0, 0) - (26.9 + 15.3)) < 0.1);
  assert.ok(shore(0, Math.PI / 4) > 45);
});

test("a coast is drawn no finer than can be seen, and a speck not at all", () => {
  const square = [0, 0, 1, 0, 10, 0, 10, 10, 9, 10, 0, 10];
  assert.deepEqual(thinned(square, 0), [[0, 0], [1, 0], [10, 0], [10, 10], [9, 10], [0, 10]]);
  assert.deepEqual(thinned(square, 5), [[0, 0], [10, 0], [10, 10], [0, 10]]);
  assert.deepEqual(thinned(square, 30), []);
});
