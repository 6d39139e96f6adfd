import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf } from "../../static/js/graph/grid.js";
import { linksOf } from "../../static/js/graph/links.js";
import { FULL, HUES, line, Raster, SLOTS, slotsOf, stampOf, toneCurve, toneTable } from "../../static/js/graph/raster.js";

const colours = Array.from({ length: SLOTS }, (_, slot) => ({ thin: [slot, 10, 20], dense: [slot, 110, 220], edge: [slot, 5, 5] }));
const alpha = (pixel) => pixel >>> 24;
const red = (pixel) => pixel & 255;

function graphOf(nodes, edges = []) {
  const column = (Type, name, otherwise) => Type.from(nodes, (node) => node[name] ?? otherwise);
  const graph = {
    n: nodes.length, x: column(Float32Array, "x"), y: column(Float32Array, "y"), cluster: column(Uint16Array, "cluster", 0),
    kind: column(Uint8Array, "kind", 0), state: column(Uint8Array, "state", 0), degree: column(Uint8Array, "degree", 1), hue: Uint8Array.of(2, 5),
  };
  return { ...graph, m: edges.length, source: edges.map(([source]) => source), target: edges.map(([, target]) => target) };
}

function painted(graph, view, [width, height] = [40, 40], spacing = 13) {
  const raster = new Raster(graph, { ...gridOf(graph), spacing });
  raster.setColours(colours);
  raster.setEdges({ m: graph.m, source: graph.source, target: graph.target }, linksOf(graph));
  return raster.paint(view, width, height, 1);
}

test("the more covers a pixel the more it shows, and it never runs over", () => {
  const curve = toneCurve({ gain: 0.16, most: 0.97 });
  assert.equal(curve[0], 0);
  for (let sum = 1; sum < curve.length; sum += 1) assert.ok(curve[sum] >= curve[sum - 1] && curve[sum] <= 0.97 + 1e-6);
  assert.ok(curve[16] > 0.85, "one node that covers a pixel is plain");
  assert.ok(curve[6] > 0.5 && curve[6] < 0.7, "a third of a node is half a tone");
});

test("a dense pixel goes over to the deeper colour", () => {
  const table = toneTable({ gain: 0.16, most: 1, core: 1 }, colours);
  assert.deepEqual([(table[(3 << 12) | 1] >> 8) & 255, (table[(3 << 12) | 4095] >> 8) & 255], [10, 110]);
  assert.equal(table[0], 0);
});

test("what waits and what ends have a slot of their own, the others that of their island", () => {
  assert.deepEqual([...slotsOf(graphOf([{ cluster: 1 }, { state: 2 }, { state: 3 }, { state: 1 }]))], [5, HUES, HUES + 1, 2]);
});

test("a disc is round, a document square, and both are as large as they are", () => {
  const area = (stamp) => stamp.filter((_, at) => at % 3 === 2).reduce((sum, value) => sum + value, 0) / FULL;
  assert.ok(Math.abs(area(stampOf(3, 0, 0.5, 0.5)) - Math.PI * 9) < 1);
  assert.ok(Math.abs(area(stampOf(3, 1, 0.5, 0.5)) - 5.4 ** 2) < 2.2);
});

test("a node is painted where it stands, in the hue of its island", () => {
  const pixels = painted(graphOf([{ x: 20, y: 10 }]), { k: 1, x: 0, y: 0 });
  assert.ok(alpha(pixels[10 * 40 + 20]) > 200);
  assert.equal(red(pixels[10 * 40 + 20]), 2);
  assert.equal(alpha(pixels[30 * 40 + 5]), 0);
});

test("far away one that waits does not give its colour to those it shares a pixel with", () => {
  const pixels = painted(graphOf([{ x: 200, y: 200 }, { x: 201, y: 200, state: 2 }]), { k: 0.05, x: 0, y: 0 });
  assert.equal(red(pixels[10 * 40 + 10]), 2);
});

test("far away a node has the colour that is asked for, not that of its island", () => {
  const graph = graphOf([{ x: 200, y: 200 }]);
  const raster = new Raster(graph, { ...gridOf(graph), spacing: 13 });
  raster.setColours(colours);
  raster.setTint(Uint8Array.of(6));
  assert.equal(red(raster.paint({ k: 0.05, x: 0, y: 0 }, 40, 40, 1)[10 * 40 + 10]), 6);
});

test("the farther away, the less a node is of its pixel, also where it is a hundredth", () => {
  const at = (k) => alpha(painted(graphOf([{ x: 10 / k, y: 10 / k }]), { k, x: 0, y: 0 })[10 * 40 + 10]);
  const shares = [0.06, 0.04, 0.02].map(at);
  assert.ok(shares[0] > shares[1] && shares[1] > shares[2] && shares[2] > 0, shares.join(" "));
});

test("far away a node is a share of one pixel, and many together are more", () => {
  const at = (count) => painted(graphOf(Array.from({ length: count }, () => ({ x: 200, y: 200 }))), { k: 0.05, x: 0, y: 0 })[10 * 40 + 10];
  assert.ok(alpha(at(1)) > 0 && alpha(at(1)) < 128);
  assert.ok(alpha(at(20)) > alpha(at(3)) && alpha(at(3)) > alpha(at(1)));
  assert.ok(alpha(at(100_000)) < 255);
});

test("what waits for review is not buried by what comes later", () => {
  const spot = { x: 20, y: 20 };
  assert.equal(red(painted(graphOf([{ ...spot, state: 2 }, spot, spot]), { k: 1, x: 0, y: 0 })[20 * 40 + 20]), HUES);
});

test("edges are painted inside islands once there is room between nodes, and not across the water", () => {
  const nodes = [{ x: 2, y: 20 }, { x: 38, y: 20 }, { x: 38, y: 30, cluster: 1 }];
  const near = painted(graphOf(nodes, [[0, 1], [0, 2]]), { k: 1, x: 0, y: 0 });
  assert.ok(alpha(near[20 * 40 + 20]) > 0 || alpha(near[19 * 40 + 20]) > 0);
  assert.equal(alpha(near[25 * 40 + 20]), 0);
  const far = painted(graphOf(nodes, [[0, 1]]), { k: 1, x: 0, y: 0 }, [40, 40], 2);
  assert.equal(alpha(far[20 * 40 + 20]) + alpha(far[19 * 40 + 20]), 0);
});

test("a line and a node that reach beyond the picture are cut at its rim", () => {
  const sums = new Uint16Array(100);
  line(sums, { width: 10, height: 10 }, 1, -50, 5.5, 50, 5.5);
  assert.deepEqual([...sums.keys()].filter((at) => sums[at] & 0xfff), [50, 51, 52, 53, 54, 55, 56, 57, 58, 59]);
  assert.ok(painted(graphOf([{ x: 0, y: 0 }, { x: 40, y: 40 }]), { k: 1, x: 0, y: 0 }).every((pixel) => alpha(pixel) === 0));
});
