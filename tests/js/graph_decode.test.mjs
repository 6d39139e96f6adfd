import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decodeEdges, decodeNodes, emptyGraph, INFERRED, STATIC } from "../../static/js/graph/decode.js";

const golden = JSON.parse(readFileSync(new URL("../data/graph.json", import.meta.url), "utf8"));
const block = (name) => {
  const bytes = Buffer.from(golden[name], "base64");
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

test("the golden blocks decode to exactly this map", () => {
  const graph = decodeNodes(block("nodes"));
  assert.deepEqual(
    { n: graph.n, clusters: graph.clusters, truncated: graph.truncated, revision: graph.revision, total: graph.total },
    { n: 3, clusters: 1, truncated: true, revision: 41, total: 9 },
  );
  assert.deepEqual([...graph.x].map((x) => Math.round(x * 1000) / 1000), [-10, 0, 10]);
  assert.deepEqual([...graph.y].map((y) => Math.round(y * 1000) / 1000), [0, 1, 2]);
  assert.deepEqual([...graph.kind], [1, 0, 0]);
  assert.deepEqual([...graph.state], [0, 2, 1]);
  assert.deepEqual([...graph.degree], [1, 3, 2]);
  assert.deepEqual([...graph.flags], [0, STATIC | INFERRED, STATIC]);
  assert.deepEqual([[...graph.role], [...graph.hue]], [[0], [1]]);
  const edges = decodeEdges(block("edges"));
  assert.deepEqual([...edges.source], [0, 1, 1, 2]);
  assert.deepEqual([...edges.target], [1, 2, 2, 2]);
  assert.deepEqual([...edges.relation], [3, 0, 4, 1]);
  assert.deepEqual([...edges.count], [1, 2, 1, 1]);
});

test("an edge that leads to no node is dropped", () => {
  const bytes = block("edges");
  const [header, fan] = [24, 12];
  new Uint8Array(bytes)[header + fan] = 2 * 7; // the first edge now leads seven nodes on
  const edges = decodeEdges(bytes);
  assert.deepEqual([edges.m, [...edges.source], [...edges.target]], [3, [1, 1, 2], [2, 2, 2]]);
});

test("what is no map, or is cut short, is refused", () => {
  for (const decode of [decodeNodes, decodeEdges]) {
    assert.throws(() => decode(new ArrayBuffer(8)), RangeError);
    assert.throws(() => decode(new ArrayBuffer(48)), RangeError);
  }
  assert.throws(() => decodeNodes(block("edges")), RangeError);
  assert.throws(() => decodeNodes(block("nodes").slice(0, 80)), RangeError);
  assert.throws(() => decodeEdges(block("edges").slice(0, 50)), RangeError);
});

test("the empty map has nothing", () => {
  const graph = emptyGraph();
  assert.deepEqual([graph.n, graph.m, graph.total], [0, 0, 0]);
});
