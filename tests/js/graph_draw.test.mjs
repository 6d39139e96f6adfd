import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** Paths and contexts that write down what is asked of them. */
class Recorder {
  calls = [];
  constructor() {
    const own = this;
    return new Proxy(this, {
      get: (target, name) => (name in target ? target[name] : (...values) => own.calls.push([name, ...values])),
      set: (target, name, value) => {
        target[name] = value;
        own.calls.push([`=${String(name)}`, value]);
        return true;
      },
    });
  }
  measureText(text) {
    return { width: 6 * text.length };
  }
}
globalThis.Path2D = class extends Recorder {};

const { draw } = await import("../../static/js/graph/draw.js");
const { detailAt } = await import("../../static/js/graph/detail.js");
const { gridOf } = await import("../../static/js/graph/grid.js");
const { lanesOf, linksOf } = await import("../../static/js/graph/links.js");
const { nothing, selectionOf } = await import("../../static/js/graph/select.js");

const look = (name) => ({
  hues: Array.from({ length: 8 }, (_, hue) => ({ fill: `${name}-fill${hue}`, ring: `${name}-ring${hue}`, edge: `${name}-edge${hue}` })),
  hollow: `${name}-hollow`,
  pending: `${name}-pending`,
  expiring: `${name}-expiring`,
  forgotten: `${name}-forgotten`,
});
const palette = { lit: look("lit"), dim: look("dim"), hues: Array.from({ length: 8 }, (_, hue) => `hue${hue}`), land: Array.from({ length: 8 }, (_, hue) => `land${hue}`), page: "page", ink: "ink", muted: "muted", accent: "accent", onAccent: "on-accent", lists: { meaning: "meaning", words: "words", keys: "keys" }, label: "label", font: "sans" };

function graphOf(states, edges = []) {
  const n = states.length;
  return {
    n,
    m: edges.length,
    x: Float32Array.from(states, (_, node) => 100 + 20 * node),
    y: new Float32Array(n).fill(100),
    cluster: new Uint16Array(n),
    kind: new Uint8Array(n),
    state: Uint8Array.from(states),
    degree: new Uint8Array(n).fill(1),
    source: edges.map(([source]) => source),
    target: edges.map(([, target]) => target),
    relation: edges.map(([, , relation]) => relation),
    count: edges.map(([, , , count]) => count ?? 1),
  };
}

function sceneOf(graph, { chosen = -1, k = 1, ...more } = {}) {
  const links = linksOf(graph);
  return {
    graph,
    grid: gridOf(graph),
    links,
    lanes: lanesOf(graph, links),
    clusters: [{ role: "island", name: "tea", count: graph.n, hue: 2, x: 150, y: 100, r: 80 }],
    bridges: [],
    parts: [],
    coasts: null,
    shore: () => 80,
    view: { k, x: 0, y: 0 },
    width: 800,
    height: 600,
    detail: detailAt(k),
    marked: new Set(),
    selection: chosen < 0 ? nothing() : selectionOf(graph, links, chosen),
    hovered: -1,
    pointed: { node: -1, island: -1 },
    replay: null,
    isShown: () => true,
    hoveredEdges: [],
    obstacles: [],
    pins: [],
    hueOf: () => 2,
    hueAt: () => 2,
    textOf: (node) => `text ${node}`,
    wordOf: (relation) => `relation ${relation}`,
    number: String,
    grown: () => 1,
    newPath: () => new Path2D(),
    ...more,
  };
}

let context;
beforeEach(() => {
  context = new Recorder();
});
const used = (name) => context.calls.filter(([call]) => call === name).map(([, value]) => value);
const texts = () => context.calls.filter(([call]) => call === "fillText").map(([, text]) => text);

test("a current node is filled with the hue of its island, a superseded one is hollow", () => {
  draw(context, sceneOf(graphOf([0])), palette);
  assert.ok(used("=fillStyle").includes("lit-fill2"));
  context = new Recorder();
  draw(context, sceneOf(graphOf([1])), palette);
  assert.ok(used("=fillStyle").includes("lit-hollow"));
  assert.ok(!used("=fillStyle").includes("lit-fill2"));
});

test("a pending node has a ring and a dot of its own colour, an expiring one an outer arc", () => {
  draw(context, sceneOf(graphOf([2, 3])), palette);
  assert.ok(used("=strokeStyle").includes("lit-pending"));
  assert.ok(used("=fillStyle").includes("lit-pending"));
  assert.ok(used("=strokeStyle").includes("lit-expiring"));
});

test("a document is a square and a memory a hexagon, which far away is a disc", async () => {
  const { addShape } = await import("../../static/js/graph/draw_nodes.js");
  const shape = (kind, r) => {
    const path = new Recorder();
    addShape(path, kind, 0, 0, r);
    return path.calls.map(([name]) => name);
  };
  assert.deepEqual(shape(1, 5), ["rect"]);
  assert.deepEqual(shape(0, 5), ["moveTo", "lineTo", "lineTo", "lineTo", "lineTo", "lineTo", "closePath"]);
  assert.deepEqual(shape(0, 2), ["moveTo", "arc"]);
});

test("from afar there are islands with names and counts, but no nodes", () => {
  const { drawn } = draw(context, sceneOf(graphOf([0, 0]), { k: 0.2 }), palette);
  assert.equal(drawn, 0);
  assert.deepEqual(texts(), ["tea", "2"]);
});

test("a choice dims the others, lights its neighbours and labels only these", () => {
  const graph = graphOf([0, 0, 0], [[0, 1, 0], [1, 2, 1]]);
  draw(context, sceneOf(graph, { chosen: 0 }), palette);
  assert.ok(used("=fillStyle").includes("dim-fill2"));
  assert.ok(used("=strokeStyle").includes("accent"));
  assert.deepEqual(texts().filter((text) => text.startsWith("text")).sort(), ["text 0", "text 1"]);
});

test("a merged edge says how many it stands for", () => {
  draw(context, sceneOf(graphOf([0, 0], [[0, 1, 1, 3]]), { chosen: 0 }), palette);
  assert.ok(texts().includes("×3"));
});

test("texts that are not known are asked for", () => {
  const graph = graphOf([0, 0], [[0, 1, 1]]);
  const { missing } = draw(context, sceneOf(graph, { chosen: 0, textOf: () => undefined }), palette);
  assert.deepEqual(missing, [0, 1]);
});

test("a crowded view is the worker's picture, which a choice mixes toward the page; names stand on it", () => {
  const graph = graphOf([0, 0, 0], [[0, 1, 0]]);
  const picture = (where) => where.drawImage("picture") ?? true;
  const { drawn } = draw(context, sceneOf(graph, { picture }), palette);
  assert.equal(drawn, 0);
  assert.deepEqual(used("drawImage"), ["picture"]);
  assert.deepEqual(used("fillRect"), []);
  assert.deepEqual(texts(), ["tea", "3"]);
  assert.ok(!used("=fillStyle").includes("land2"));
  context = new Recorder();
  draw(context, sceneOf(graph, { picture, chosen: 0 }), palette);
  assert.deepEqual(context.calls.find(([name]) => name === "fillRect"), ["fillRect", 0, 0, 800, 600]);
  assert.deepEqual(texts().filter((text) => text.startsWith("text")).sort(), ["text 0", "text 1"]);
});

test("among many islands small ones have no name, and bridges that pass below others are left out", () => {
  const clusters = Array.from({ length: 30 }, (_, n) => ({ role: "island", name: `island ${n}`, count: 9, hue: 0, x: 30 + 100 * (n % 8), y: 60 + 100 * Math.floor(n / 8), r: n ? 12 : 40 }));
  draw(context, sceneOf(graphOf([]), { clusters, bridges: [[1, 2, 4], [1, 7, 9]], shore: () => 20 }), palette);
  assert.deepEqual(texts(), ["island 0", "9"]);
  assert.equal(used("lineTo").length, 1);
  context = new Recorder();
  draw(context, sceneOf(graphOf([]), { clusters: clusters.slice(0, 9), bridges: [[1, 2, 4], [1, 7, 9]], shore: () => 20 }), palette);
  assert.equal(used("lineTo").length, 2);
  assert.ok(texts().includes("island 8"));
});

test("until the picture is there, islands stand for it", () => {
  draw(context, sceneOf(graphOf([0]), { picture: () => false }), palette);
  assert.ok(used("=fillStyle").includes("land2"));
  assert.ok(!used("=fillStyle").includes("lit-fill2"));
});

test("every number that reaches the canvas is finite, self links and nodes on one spot included", () => {
  const graph = graphOf([0, 1, 2], [[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 2, 2]]);
  graph.x.fill(100);
  const paths = [];
  const Before = globalThis.Path2D;
  globalThis.Path2D = class extends Recorder {
    constructor() {
      super();
      paths.push(this);
    }
  };
  draw(context, sceneOf(graph, { chosen: 0, k: 3 }), palette);
  globalThis.Path2D = Before;
  const numbers = [context, ...paths].flatMap(({ calls }) => calls.flat()).filter((value) => typeof value === "number");
  assert.ok(numbers.length > 20);
  assert.ok(numbers.every(Number.isFinite));
});

test("a neighbour the keyboard has come to is ringed and has its text first", () => {
  const graph = graphOf([0, 0, 0], [[0, 1, 0], [0, 2, 1]]);
  draw(context, sceneOf(graph, { chosen: 0, pointed: { node: 2, island: -1 } }), palette);
  assert.deepEqual(texts().filter((text) => text.startsWith("text")), ["text 0", "text 2", "text 1"]);
});

test("an island the keyboard has come to is ringed, and named once", () => {
  draw(context, sceneOf(graphOf([0, 0]), { k: 0.2, pointed: { node: -1, island: 0 } }), palette);
  assert.ok(used("=strokeStyle").includes("accent"));
  assert.deepEqual(texts(), ["tea"]);
});

const replay = (more) => ({ lists: [], numbered: [], legs: [], isLast: false, ...more });

test("candidates have the mark of their list, those of earlier steps faint, and the rest is dimmed", () => {
  const lists = [{ name: "meaning", nodes: [0, 1], isNow: false }, { name: "words", nodes: [1], isNow: true }];
  draw(context, sceneOf(graphOf([0, 0, 0]), { replay: replay({ lists }) }), palette);
  assert.ok(used("=fillStyle").includes("dim-fill2"));
  const marks = context.calls.filter(([name, value]) => name === "=strokeStyle" && ["meaning", "words", "keys"].includes(value));
  assert.deepEqual(marks.map(([, value]) => value), ["meaning", "words"]);
  assert.ok(used("=globalAlpha").includes(0.35));
  assert.deepEqual(texts().filter((text) => text.startsWith("text")), ["text 1"]);
});

test("what was returned is numbered and named, and its hops are lines with their key", () => {
  const numbered = [{ node: 2, rank: 1 }, { node: 0, rank: 3 }];
  draw(context, sceneOf(graphOf([0, 0, 0, 0, 0, 0]), { replay: replay({ numbered, legs: [[0, 5, "tea"]], isLast: true }) }), palette);
  assert.deepEqual(texts().filter((text) => /^(text|tea|\d$)/.test(text)), ["tea", "1", "3", "text 2", "text 0", "tea", "6"]);
  assert.ok(used("=strokeStyle").includes("keys"));
});

test("of a step nothing is drawn that filters hide", () => {
  const lists = [{ name: "keys", nodes: [0, 1], isNow: true }];
  const numbered = [{ node: 1, rank: 1 }];
  const scene = sceneOf(graphOf([0, 0]), { replay: replay({ lists, numbered, legs: [[0, 1, "tea"]], isLast: true }), isShown: (node) => node === 0 });
  draw(context, scene, palette);
  assert.deepEqual(texts().filter((text) => text === "1" || text.startsWith("text")), []);
});

test("what is selected has two rings, and where nodes are small a square of ink", () => {
  const { ink } = palette;
  const marked = new Set([0]);
  draw(context, sceneOf(graphOf([0, 0]), { k: 3, marked }), palette);
  const without = new Recorder();
  draw(without, sceneOf(graphOf([0, 0]), { k: 3 }), palette);
  const inked = (recorder, name) => recorder.calls.filter(([call, value]) => call === name && value === ink).length;
  assert.equal(inked(context, "=strokeStyle"), inked(without, "=strokeStyle") + 1);
  const [small, plain] = [new Recorder(), new Recorder()];
  draw(small, sceneOf(graphOf([0, 0]), { k: 0.3, marked }), palette);
  draw(plain, sceneOf(graphOf([0, 0]), { k: 0.3 }), palette);
  assert.equal(inked(small, "=fillStyle"), inked(plain, "=fillStyle") + 1);
});
