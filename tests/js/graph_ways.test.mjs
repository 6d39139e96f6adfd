/** Edges and paths: what an address names, and what of the map is lit. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { linksOf } from "../../static/js/graph/links.js";
import { wayOf } from "../../static/js/graph/select.js";
import { isSame } from "../../static/js/graph/address.js";
import { addressOf, memberOf, wayIn } from "../../static/js/graph/ways.js";

const HERE = "https://hub.test/s/tea/graph/?colour=kind&node=a&edge=a.b";

test("a choice takes the place of any other, and the rest of the address stays", () => {
  assert.equal(addressOf({ edge: "a.b.key" }, HERE), "https://hub.test/s/tea/graph/?colour=kind&edge=a.b.key");
  assert.equal(addressOf({ from: "a", to: "b" }, HERE), "https://hub.test/s/tea/graph/?colour=kind&from=a&to=b");
  assert.equal(addressOf({}, HERE), "https://hub.test/s/tea/graph/?colour=kind");
});

test("an address names an edge, or both ends of a path, or neither", () => {
  assert.deepEqual(wayIn("?edge=a.b"), { edge: "a.b" });
  assert.deepEqual(wayIn("?from=a&to=b&colour=kind"), { from: "a", to: "b" });
  assert.deepEqual(wayIn("?island=a&colour=kind"), { island: "a" });
  assert.deepEqual(wayIn("?part=a"), { part: "a" });
  assert.equal(wayIn("?from=a"), null);
  assert.equal(wayIn("?node=a&edge="), null);
});

test("of a way all edges from each node to the next are lit, whichever way they point", () => {
  const graph = { n: 4, m: 5, source: [0, 2, 1, 2, 3], target: [1, 1, 0, 3, 0] };
  const links = linksOf(graph);
  const lit = wayOf(graph, links, [0, 1, 2]);
  assert.equal(lit.node, 0);
  assert.deepEqual([...lit.near], [1, 2]);
  assert.deepEqual([...lit.edges].sort(), [0, 1, 2]);
  assert.equal(wayOf(graph, links, []).node, -1);
});

test("addresses are the same whatever the order of what they ask for", () => {
  assert.ok(isSame("https://hub.test/?a=1&b=2&b=3", "https://hub.test/?b=2&b=3&a=1"));
  assert.ok(!isSame("https://hub.test/?a=1", "https://hub.test/?a=2"));
  assert.ok(!isSame("https://hub.test/?b=2&b=3", "https://hub.test/?b=3&b=2"));
});

test("an island is named by the best linked of its nodes that are shown", () => {
  const graph = { cluster: [0, 1, 0, 0], degree: [2, 9, 5, 7] };
  assert.equal(memberOf({ graph, nodes: [0, 1, 2, 3] }, 0), 3);
  assert.equal(memberOf({ graph, nodes: Uint32Array.of(0, 1, 2) }, 0), 2);
  assert.equal(memberOf({ graph, nodes: [1] }, 0), -1);
  assert.equal(addressOf({ island: "c" }, HERE), "https://hub.test/s/tea/graph/?colour=kind&island=c");
});
