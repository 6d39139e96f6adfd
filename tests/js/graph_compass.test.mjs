/** Where an arrow key leads: the cone, and that the grid finds what a scan finds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { farness, islandAhead, nodeAhead, nodeNear, WAYS } from "../../static/js/graph/compass.js";
import { gridOf } from "../../static/js/graph/grid.js";

const { ArrowRight, ArrowDown, ArrowLeft, ArrowUp } = WAYS;
const graphOf = (...places) => ({ n: places.length, x: Float32Array.from(places, ([x]) => x), y: Float32Array.from(places, ([, y]) => y) });

test("what lies that way is as far as it is forward, and twice as it is aside", () => {
  assert.equal(farness({ x: 10, y: 10 }, ArrowRight, 14, 10), 4);
  assert.equal(farness({ x: 10, y: 10 }, ArrowRight, 14, 13), 10);
  assert.equal(farness({ x: 10, y: 10 }, ArrowDown, 9, 14), 6);
  assert.equal(farness({ x: 10, y: 10 }, ArrowLeft, 2, 10), 8);
  assert.equal(farness({ x: 10, y: 10 }, ArrowUp, 10, 3), 7);
});

test("45 degrees still count, more does not, nor what lies behind or at the same place", () => {
  const from = { x: 0, y: 0 };
  assert.equal(farness(from, ArrowRight, 5, 5), 15);
  assert.equal(farness(from, ArrowDown, 5, 5), 15);
  assert.equal(farness(from, ArrowRight, 5, 5.1), Infinity);
  assert.equal(farness(from, ArrowRight, -5, 0), Infinity);
  assert.equal(farness(from, ArrowRight, 0, 0), Infinity);
});

test("an arrow takes what lies straight ahead before what is nearer but aside, and of equals the first", () => {
  const aside = graphOf([0, 0], [4, 3], [9, 0]);
  assert.equal(nodeAhead(gridOf(aside), aside, { x: 0, y: 0 }, ArrowRight), 2);
  const equal = graphOf([0, 0], [6, 2], [6, -2]);
  assert.equal(nodeAhead(gridOf(equal), equal, { x: 0, y: 0 }, ArrowRight), 1);
});

test("islands do not bound an arrow, and where nothing lies it leads nowhere", () => {
  const graph = graphOf([0, 0], [1000, 10]);
  assert.equal(nodeAhead(gridOf(graph), graph, { x: 0, y: 0 }, ArrowRight), 1);
  for (const way of [ArrowLeft, ArrowUp, ArrowDown]) assert.equal(nodeAhead(gridOf(graph), graph, { x: 0, y: 0 }, way), -1);
  assert.equal(nodeAhead(gridOf(graphOf()), graphOf(), { x: 0, y: 0 }, ArrowRight), -1);
});

test("a point outside the map looks into it, and not past it", () => {
  const graph = graphOf([0, 0], [40, 0], [80, 0]);
  const grid = gridOf(graph);
  assert.equal(nodeAhead(grid, graph, { x: -500, y: 0 }, ArrowRight), 0);
  assert.equal(nodeAhead(grid, graph, { x: -500, y: 0 }, ArrowLeft), -1);
  assert.equal(nodeAhead(grid, graph, { x: 500, y: 0 }, ArrowLeft), 2);
  assert.equal(nodeAhead(grid, graph, { x: 500, y: 0 }, ArrowRight), -1);
});

/** Numbers that look random and are always the same. */
function* noise(seed) {
  for (let state = seed; ; ) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

test("the grid finds what a scan of all nodes finds", () => {
  const random = noise(7);
  const graph = graphOf(...Array.from({ length: 3_000 }, () => [random.next().value ** 2 * 900, random.next().value * 600]));
  const grid = gridOf(graph);
  for (let trial = 0; trial < 200; trial += 1) {
    const from = { x: random.next().value * 1100 - 100, y: random.next().value * 800 - 100 };
    for (const way of Object.values(WAYS)) {
      const far = Array.from({ length: graph.n }, (_, node) => farness(from, way, graph.x[node], graph.y[node]));
      const least = Math.min(...far);
      assert.equal(nodeAhead(grid, graph, from, way), least === Infinity ? -1 : far.indexOf(least));
    }
    const away = Array.from({ length: graph.n }, (_, node) => Math.hypot(graph.x[node] - from.x, graph.y[node] - from.y));
    assert.equal(away[nodeNear(grid, graph, from)], Math.min(...away));
  }
});

test("an arrow looks at a few cells of a large map, not at all of it", () => {
  const side = 300;
  const graph = graphOf(...Array.from({ length: side * side }, (_, node) => [13 * (node % side), 13 * Math.floor(node / side)]));
  const grid = gridOf(graph);
  let read = 0;
  const counted = { ...grid, order: new Proxy(grid.order, { get: (order, at) => ((read += 1), order[at]) }) };
  assert.equal(nodeAhead(counted, graph, { x: 13 * 150, y: 13 * 150 }, ArrowUp), 149 * side + 150);
  assert.ok(read < 100, `${read} nodes were read`);
});

test("where there is no node none is near", () => {
  assert.equal(nodeNear(gridOf(graphOf()), graphOf(), { x: 0, y: 0 }), -1);
  const far = graphOf([5_000, 5_000]);
  assert.equal(nodeNear(gridOf(far), far, { x: -90_000, y: 0 }), 0);
});

test("islands are gone to by the same rule, without those that show nothing", () => {
  const island = (x, y, count = 3, r = 20) => ({ x, y, r, count });
  const clusters = [island(0, 0), island(100, 0, 0), island(150, 0, 3, 0), island(200, 0), island(0, 90, null)];
  assert.equal(islandAhead(clusters, clusters[0], ArrowRight), 3);
  assert.equal(islandAhead(clusters, clusters[0], ArrowDown), 4);
  assert.equal(islandAhead(clusters, clusters[0], ArrowLeft), -1);
});
