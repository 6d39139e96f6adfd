import assert from "node:assert/strict";
import { test } from "node:test";
import { around, aroundIn, expanded } from "../../static/js/graph/around.js";
import { drawMarks, markAt } from "../../static/js/graph/draw_rings.js";
import { LabelGrid } from "../../static/js/graph/labels.js";
import { radiiOf, ringsOf } from "../../static/js/graph/rings.js";

/** A middle, 0, at (500, 500) on the map; `spokes` nodes round it, each with `more` behind it. */
function wheel(spokes, more, { turns = null } = {}) {
  const n = 1 + spokes + spokes * more;
  const [x, y] = [new Float32Array(n).fill(500), new Float32Array(n).fill(500)];
  const [source, target, hops] = [[], [], [0]];
  for (let spoke = 0; spoke < spokes; spoke += 1) {
    const angle = (2 * Math.PI * spoke) / spokes;
    const nodes = [1 + spoke, ...Array.from({ length: more }, (_, at) => 1 + spokes + spoke * more + at)];
    nodes.forEach((node, at) => {
      x[node] += Math.cos(angle) * (20 + at);
      y[node] += Math.sin(angle) * (20 + at);
      hops[node] = at ? 2 : 1;
      source.push(at ? 1 + spoke : 0);
      target.push(node);
    });
  }
  const graph = { n, m: source.length, x, y, source, target };
  return { graph, rings: { centre: 0, hops, turns: turns ?? new Array(n).fill(0) } };
}

const distances = ({ x, y }) => Array.from(x, (_, node) => Math.hypot(x[node], y[node]));

test("each ring has ground for its nodes, however many they are", () => {
  assert.deepEqual(radiiOf([0]), [0]);
  assert.deepEqual(radiiOf([0, 1, 1, 2]), [0, 96, 180]);
  const wide = radiiOf([0, ...new Array(1_000).fill(1), 2]);
  assert.ok(Math.PI * wide[1] ** 2 > 1_000 * 30 ** 2, `${wide}`);
  assert.equal(wide[2], wide[1] + 84);
});

test("nodes stand in the ring of their steps, apart from each other, with the middle in the middle", () => {
  const { graph, rings } = wheel(12, 4);
  const found = ringsOf(graph, rings);
  const away = distances(found);
  assert.equal(away[0], 0);
  away.forEach((distance, node) => {
    if (!node) return;
    const hop = rings.hops[node];
    assert.ok(distance > found.radii[hop - 1] && distance < found.radii[hop], `${node} at ${distance} of ${found.radii}`);
  });
  let least = Infinity;
  for (let one = 0; one < graph.n; one += 1) {
    for (let other = 0; other < one; other += 1) least = Math.min(least, Math.hypot(found.x[one] - found.x[other], found.y[one] - found.y[other]));
  }
  assert.ok(least > 10, `${least}`);
});

test("directions are those of the map: no ring is turned", () => {
  const { graph, rings } = wheel(6, 2);
  const { x, y } = ringsOf(graph, rings);
  for (let node = 1; node < graph.n; node += 1) {
    const [dx, dy] = [graph.x[node] - 500, graph.y[node] - 500];
    assert.ok(x[node] * dx + y[node] * dy > 0, `${node}`);
  }
});

test("the same neighbourhood is laid out the same each time", () => {
  const one = ringsOf(wheel(9, 3).graph, wheel(9, 3).rings);
  const other = ringsOf(wheel(9, 3).graph, wheel(9, 3).rings);
  assert.deepEqual(one, other);
});

test("places are finite where all nodes stand at one point of the map, and where there is but one", () => {
  const { graph, rings } = wheel(8, 1);
  graph.x.fill(3);
  graph.y.fill(4);
  const found = ringsOf(graph, rings);
  assert.ok([...found.x, ...found.y].every(Number.isFinite));
  assert.equal(new Set(Array.from(found.x, (x, node) => `${x} ${found.y[node]}`)).size, graph.n);
  assert.deepEqual(ringsOf({ n: 1, m: 0, x: [7], y: [7], source: [], target: [] }, { centre: 0, hops: [0], turns: [0] }), {
    x: Float32Array.of(0), y: Float32Array.of(0), radii: [0],
  });
});

test("what is expanded moves nothing that is there", () => {
  const { graph, rings } = wheel(5, 3);
  const base = { n: 6, m: 5, x: graph.x.slice(0, 6), y: graph.y.slice(0, 6), source: [0, 0, 0, 0, 0], target: [1, 2, 3, 4, 5] };
  const before = ringsOf(base, { centre: 0, hops: rings.hops.slice(0, 6), turns: new Array(6).fill(0) });
  const turns = rings.hops.map((hop, node) => (hop === 2 ? 1 + (node % 2) : 0));
  const after = ringsOf(graph, { ...rings, turns });
  assert.deepEqual(after.x.slice(0, 6), before.x);
  assert.deepEqual(after.y.slice(0, 6), before.y);
  const once = turns.map((turn) => (turn === 2 ? 3 : turn)); // a later page changes nothing of an earlier one either
  assert.deepEqual(ringsOf(graph, { ...rings, turns: once }), after);
});

test("the address tells what is around what, and only with a node", () => {
  assert.deepEqual(aroundIn("?around=a&depth=2&kind=memory&expand=b.1&expand=c.2&direction="), [
    ["around", "a"], ["depth", "2"], ["expand", "b.1"], ["expand", "c.2"],
  ]);
  assert.deepEqual(aroundIn("?depth=2&expand=b.1"), []);
  const here = "http://hub.test/g/?kind=memory&around=a&depth=2&expand=b.1";
  assert.equal(around("c", here), "http://hub.test/g/?kind=memory&depth=2&around=c");
  assert.equal(around(null, here), "http://hub.test/g/?kind=memory");
});

test("pages are expanded in the place where a node stands, and taken away", () => {
  const here = "http://hub.test/g/?around=a&expand=b.1&expand=c.2";
  assert.equal(expanded("b", 2, here), "http://hub.test/g/?around=a&expand=b.2&expand=c.2");
  assert.equal(expanded("d", 1, here), "http://hub.test/g/?around=a&expand=b.1&expand=c.2&expand=d.1");
  assert.equal(expanded("b", 0, here), "http://hub.test/g/?around=a&expand=c.2");
});

test("a mark is drawn where it is found, and no label lies on it", () => {
  const drawn = [];
  const context = new Proxy({ measureText: (text) => ({ width: 6 * text.length }), fillText: (...given) => drawn.push(given) }, {
    get: (known, name) => known[name] ?? (() => {}),
    set: () => true,
  });
  const scene = {
    graph: { x: [0, 50], y: [0, 0], degree: [1, 4], kind: [0, 0] },
    rings: { beyond: [0, 212] },
    view: { k: 2, x: 100, y: 100 },
    detail: { dashes: true, size: 1 },
    selection: { node: -1 },
    hovered: -1,
    number: String,
  };
  const grid = new LabelGrid(400, 300);
  drawMarks(context, scene, [0, 1], { font: "Sans" }, grid);
  assert.equal(drawn.length, 1);
  const [text, x, y] = drawn[0];
  assert.equal(text, "+212");
  assert.equal(markAt(context, scene, [0, 1], { x, y }, "Sans"), 1);
  assert.equal(markAt(context, scene, [0, 1], { x: 100, y: 100 }, "Sans"), -1);
  assert.equal(grid.place([{ left: x - 5, top: y - 5, width: 10, height: 10 }]), null);
  // From afar only what is chosen or pointed at.
  const far = { ...scene, detail: { dashes: false, size: 1 } };
  assert.equal(markAt(context, far, [0, 1], { x, y }, "Sans"), -1);
  assert.equal(markAt(context, { ...far, hovered: 1 }, [0, 1], { x, y }, "Sans"), 1);
});
