import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode, emptyGraph, INFERRED, STATIC } from "../../static/js/graph/decode.js";

const golden = JSON.parse(readFileSync(new URL("../data/graph.json", import.meta.url), "utf8"));
const block = () => {
  const bytes = Buffer.from(golden.block, "base64");
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

test("the golden block decodes to exactly this map", () => {
  const graph = decode(block());
  assert.deepEqual(
    { n: graph.n, m: graph.m, clusters: graph.clusters, truncated: graph.truncated, revision: graph.revision, total: graph.total },
    { n: 3, m: 4, clusters: 1, truncated: true, revision: 41, total: 9 },
  );
  assert.deepEqual([...graph.x].map((x) => Math.round(x * 1000) / 1000), [-10, 0, 10]);
  assert.deepEqual([...graph.y].map((y) => Math.round(y * 1000) / 1000), [0, 1, 2]);
  assert.deepEqual([...graph.kind], [1, 0, 0]);
  assert.deepEqual([...graph.state], [0, 2, 1]);
  assert.deepEqual([...graph.degree], [1, 3, 2]);
  assert.deepEqual([...graph.flags], [0, STATIC | INFERRED, STATIC]);
  assert.deepEqual([...graph.source], [0, 1, 1, 2]);
  assert.deepEqual([...graph.target], [1, 2, 2, 2]);
  assert.deepEqual([...graph.relation], [3, 0, 4, 1]);
  assert.deepEqual([...graph.count], [1, 2, 1, 1]);
});

test("an edge that leads to no node is dropped", () => {
  const bytes = block();
  new DataView(bytes).setUint32(88, 7, true);
  const graph = decode(bytes);
  assert.deepEqual([graph.m, [...graph.source], [...graph.target]], [3, [1, 1, 2], [2, 2, 2]]);
});

test("what is no map, or is cut short, is refused", () => {
  assert.throws(() => decode(new ArrayBuffer(8)), RangeError);
  assert.throws(() => decode(new ArrayBuffer(48)), RangeError);
  assert.throws(() => decode(block().slice(0, 100)), RangeError);
});

test("the empty map has nothing", () => {
  const graph = emptyGraph();
  assert.deepEqual([graph.n, graph.m, graph.total], [0, 0, 0]);
});
