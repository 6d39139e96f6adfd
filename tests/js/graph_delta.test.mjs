import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decodeEdges, decodeNodes } from "../../static/js/graph/decode.js";
import { moved, nodesMoved, patchedGraph, patchedIds, patchedOverview, patchedRows } from "../../static/js/graph/delta.js";

const { former, found, delta } = JSON.parse(readFileSync(new URL("../data/graph_delta.json", import.meta.url), "utf8"));

function graphOf({ nodes, edges }) {
  const buffer = (text) => {
    const bytes = Buffer.from(text, "base64");
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  };
  return { ...decodeNodes(buffer(nodes)), ...decodeEdges(buffer(edges)) };
}

test("the former map and the delta make exactly the map that the blocks of the next version tell", () => {
  const made = patchedGraph(graphOf(former), delta);
  const wanted = graphOf(found);
  for (const name of ["x", "y"]) {
    assert.equal(made[name].length, wanted[name].length);
    made[name].forEach((place, node) => assert.ok(Math.abs(place - wanted[name][node]) < 0.05, `${name} of ${node}`));
    delete made[name];
    delete wanted[name];
  }
  assert.deepEqual(made, wanted);
});

test("nothing of the former map is touched", () => {
  const graph = graphOf(former);
  patchedGraph(graph, delta);
  assert.deepEqual(graph, graphOf(former));
});

test("what stays keeps its place to the last bit", () => {
  const graph = graphOf(former);
  const made = patchedGraph(graph, delta);
  nodesMoved(graph.n, delta).forEach((to, from) => {
    if (to >= 0) assert.deepEqual([made.x[to], made.y[to]], [graph.x[from], graph.y[from]]);
  });
});

test("the overview becomes the one of the next version", () => {
  assert.deepEqual(patchedOverview(former.overview, delta), found.overview);
});

test("rows go and come at their places", () => {
  assert.deepEqual([...moved(5, [1, 4], [0, 2, 3])], [1, -1, 4, 5, -1]);
  assert.deepEqual([...moved(2, [], [2, 3])], [0, 1]);
  assert.deepEqual([...moved(0, [], [0])], []);
  assert.deepEqual(patchedRows(["a", "b", "c"], { gone: [0, 2], new: [[0, "x"], [2, "y"]] }), ["x", "b", "y"]);
});

test("ids that are known stay known, and those of new nodes are told", () => {
  const known = ["a", undefined, "c"];
  const ids = patchedIds(known, moved(3, [0], [1]), { gone: [0], new: [[1]], ids: ["n"] });
  assert.deepEqual([ids[0], ids[1], ids[2]], [undefined, "n", "c"]);
  assert.ok(!(0 in ids));
});
