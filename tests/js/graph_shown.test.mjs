/** What is pinned stands where it was put, is found there, and goes back. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyGraph } from "../../static/js/graph/decode.js";
import { gridOf, nearest } from "../../static/js/graph/grid.js";
import { masked } from "../../static/js/graph/mask.js";
import { Shown } from "../../static/js/graph/shown.js";

const map = () => ({ ...emptyGraph(), n: 3, clusters: 1, x: Float32Array.of(0, 10, 20), y: Float32Array.of(0, 0, 0), cluster: new Uint16Array(3) });

/** As worker.js answers. */
function pinned(graph, pins, homes = []) {
  for (const { node, x, y } of homes) [graph.x[node], graph.y[node]] = [x, y];
  const own = pins.map(({ node }) => ({ node, x: graph.x[node], y: graph.y[node] }));
  for (const { node, x, y } of pins) [graph.x[node], graph.y[node]] = [x, y];
  return { pins, homes: own, grid: gridOf(graph) };
}

test("a map comes with what is pinned in its place, also when it comes a second time with its edges", () => {
  const shown = new Shown();
  const given = { graph: map(), ...pinned(map(), [{ node: 1, x: 70, y: 50 }]) };
  shown.take(given);
  shown.take({ ...given, graph: { ...given.graph } });
  assert.deepEqual([...shown.graph.x, ...shown.graph.y], [0, 70, 20, 0, 50, 0]);
  assert.deepEqual(shown.pinned, [1]);
  assert.equal(nearest(shown.grid, shown.graph, { x: 70, y: 49 }, 3), 1);
  assert.equal(nearest(shown.grid, shown.graph, { x: 10, y: 0 }, 3), -1);
});

test("what is let go stands where the hub has it", () => {
  const [shown, graph] = [new Shown(), map()];
  const first = pinned(graph, [{ node: 1, x: 70, y: 50 }]);
  shown.take({ graph: map(), ...first });
  shown.pin(pinned(graph, [{ node: 2, x: 5, y: 5 }], first.homes));
  assert.deepEqual([...shown.graph.x], [0, 10, 5]);
  assert.deepEqual(shown.pinned, [2]);
});

test("a pinned node that is hidden is not found, and not marked", () => {
  const [shown, graph] = [new Shown(), map()];
  shown.take({ graph, grid: gridOf(graph), masked: masked(map(), gridOf(graph), Uint8Array.of(1, 0, 1)) });
  shown.pin(pinned(map(), [{ node: 1, x: 70, y: 50 }, { node: 2, x: 40, y: 40 }]));
  assert.deepEqual(shown.pinned, [2]);
  assert.equal(nearest(shown.grid, shown.graph, { x: 70, y: 50 }, 3), -1);
  assert.equal(nearest(shown.grid, shown.graph, { x: 40, y: 40 }, 3), 2);
});
