import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Block, clustersOf, Labels, partsOf } from "../../static/js/graph/wire.js";

globalThis.location = { search: "" };

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
let asked;
let hub; // what the hub says at the moment

globalThis.document = { querySelector: () => null };
globalThis.fetch = async (url, { headers }) => {
  asked.push(decodeURIComponent(url));
  if (url === "nodes/") {
    if (headers["If-None-Match"] === hub.etag) return new Response(null, { status: 304 });
    return new Response(new Uint8Array([1, 2, 3]), { headers: { ETag: hub.etag } });
  }
  const query = new URL(url, "http://hub").searchParams;
  if (url.startsWith("ids/")) {
    const offset = Number(query.get("offset"));
    const body = JSON.stringify({ version: hub.version, ids: hub.ids.slice(offset, offset + 2_000) });
    return new Response(body, { headers: { "Content-Type": "application/json" } });
  }
  const indices = query.get("version") === hub.version ? query.getAll("index").map(Number) : [];
  const named = query.getAll("id").map((id) => hub.ids.indexOf(id));
  const labels = [...indices, ...named].filter((index) => hub.ids[index]).map((index) => ({ index, id: hub.ids[index], text: `text ${index}` }));
  return new Response(JSON.stringify({ version: hub.version, labels }), { headers: { "Content-Type": "application/json" } });
};

function labelled(ids = []) {
  const heard = { arrivals: 0, stale: 0 };
  const labels = new Labels("labels/", { onArrival: () => (heard.arrivals += 1), onStale: () => (heard.stale += 1) });
  labels.begin("v1", ids);
  return { labels, heard };
}

beforeEach(() => {
  asked = [];
  hub = { version: "v1", etag: '"v1"', ids: ["a", "b", "c"] };
});

test("a block comes once, and again only when it has changed or is forgotten", async () => {
  const block = new Block("nodes/");
  const first = await block.fetch();
  assert.deepEqual([first.version, first.buffer.byteLength], ["v1", 3]);
  assert.equal(await block.fetch(), null);
  hub.etag = 'W/"v2"';
  assert.equal((await block.fetch()).version, "v2");
  block.forget();
  assert.equal((await block.fetch()).version, "v2");
});

test("texts are asked for by index, together and once", async () => {
  const { labels, heard } = labelled();
  assert.equal(labels.textOf(1), undefined);
  labels.want([1, 2]);
  labels.want([1]);
  await settled();
  assert.deepEqual(asked, ["labels/?version=v1&index=1&index=2"]);
  assert.deepEqual([labels.textOf(1), labels.ids[2], labels.placeOf("c"), heard.arrivals], ["text 1", "c", 2, 1]);
  labels.want([1, 2]);
  await settled();
  assert.equal(asked.length, 1);
});

test("a node the hub says nothing of has no text, and is not asked about again", async () => {
  const { labels } = labelled();
  labels.want([9]);
  await settled();
  labels.want([9]);
  await settled();
  assert.equal(labels.textOf(9), "");
  assert.equal(asked.length, 1);
});

test("when the hub has moved on nothing more is asked until the map has, too", async () => {
  const { labels, heard } = labelled();
  hub.version = "v2";
  labels.want([0]);
  await settled();
  labels.want([1]);
  await settled();
  assert.deepEqual([asked.length, heard.stale, labels.textOf(0)], [1, 1, undefined]);
  labels.begin("v2", []);
  labels.want([1]);
  await settled();
  assert.equal(labels.textOf(1), "text 1");
});

test("a place is found by id: known ones at once, others by asking, none for a stranger", async () => {
  const { labels } = labelled(["a", "b"]);
  assert.equal(await labels.find("b"), 1);
  assert.equal(await labels.find(""), -1);
  assert.deepEqual(asked, []);
  assert.equal(await labels.find("c"), 2);
  assert.equal(await labels.find("nobody"), -1);
  assert.equal(await labels.idOf(2), "c");
});

test("texts stay over a change of the map where all ids are known, and are asked for anew", async () => {
  const { labels } = labelled(["a", "b", "c"]);
  labels.want([0, 2]);
  await settled();
  hub = { ...hub, version: "v2", ids: ["c", "b"] };
  labels.begin("v2", ["c", "b"]);
  assert.equal(labels.textOf(0), "text 2");
  await settled();
  assert.equal(labels.textOf(0), "text 0");
  assert.equal(labels.textOf(1), undefined);
});

test("rows of an overview become clusters, fields with a height of their own", () => {
  assert.deepEqual(clustersOf({ clusters: [[0, "tea", 0, 40, 1, 5, 6, 7], [1, "Fields", 2, 3, 0, 8, 9, 10, 11]] }), [
    { id: 0, name: "tea", role: "island", count: 40, hue: 1, x: 5, y: 6, r: 7, h: undefined },
    { id: 1, name: "Fields", role: "isolated", count: 3, hue: 0, x: 8, y: 9, r: 10, h: 11 },
  ]);
});

test("parts of an overview are told by name", () => {
  assert.deepEqual(partsOf({ parts: [[3, "hot", 12, 1, -2, 30]] }), [{ cluster: 3, name: "hot", count: 12, x: 1, y: -2, r: 30 }]);
});

test("ids of nodes come in batches, each asked for once, and none when the map has moved on", async () => {
  hub.ids = Array.from({ length: 4_100 }, (_, node) => `n${node}`);
  const labels = new Labels("labels/", { idsUrl: "ids/", onArrival() {}, onStale() {} });
  labels.begin("v1", []);
  assert.deepEqual(await labels.idsOf([4_050, 3, 4_001]), ["n4050", "n3", "n4001"]);
  assert.deepEqual(asked, ["ids/?offset=4000", "ids/?offset=0"]);
  assert.equal(labels.placeOf("n7"), 7);
  await labels.idsOf([5]);
  assert.equal(asked.length, 2);
  hub.version = "v2";
  assert.equal(await labels.idsOf([2_500]), null);
});

test("places are asked for together, and what is nowhere is known to be so", async () => {
  const { labels } = labelled();
  await labels.findAll(["b", "gone"]);
  assert.deepEqual([labels.placeOf("b"), labels.placeOf("gone")], [1, -1]);
  await labels.findAll(["b", "gone"]);
  assert.deepEqual(asked, ["labels/?id=b&id=gone"]);
});
