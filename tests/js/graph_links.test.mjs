import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesAmong, edgesOf, lanesOf, linksOf, neighbours } from "../../static/js/graph/links.js";
import { byStrength, selectionOf } from "../../static/js/graph/select.js";

/** Node 0 in the middle, 1 right, 2 below, 3 far left, 4 above and of another island; 0-1 twice, and 2 with itself. */
const graph = {
  n: 5,
  m: 5,
  x: [0, 10, 0, -50, 0],
  y: [0, 0, 10, 0, -10],
  cluster: [0, 0, 0, 0, 1],
  source: [0, 1, 0, 2, 4],
  target: [1, 0, 2, 2, 0],
};
const links = linksOf(graph);

test("edges are found from either end, and a self link once", () => {
  assert.deepEqual([...edgesOf(links, 0)].sort(), [0, 1, 2, 4]);
  assert.deepEqual([...edgesOf(links, 2)], [2, 3]);
  assert.deepEqual([...edgesOf(links, 3)], []);
});

test("a neighbour counts once and no node is its own", () => {
  assert.deepEqual([...neighbours(graph, links, 0)].sort(), [1, 2, 4]);
  assert.deepEqual([...neighbours(graph, links, 2)], [0]);
});

test("edges between the same two nodes run in lanes of their own", () => {
  assert.deepEqual([...lanesOf(graph, links)], [-0.5, 0.5, 0, 0, 0]);
});

test("lanes are counted from the lower index, whichever end an edge leaves, self links apart", () => {
  const doubled = { n: 3, m: 6, source: [1, 0, 1, 2, 2, 0], target: [0, 1, 0, 2, 2, 2] };
  assert.deepEqual([...lanesOf(doubled, linksOf(doubled))], [-1, 0, 1, -0.5, 0.5, 0]);
});

test("neighbours come by the kind of their link, by how many there are, by their own links, by index", () => {
  const star = {
    n: 7,
    m: 8,
    source: [0, 0, 0, 4, 0, 5, 6, 0],
    target: [1, 2, 3, 0, 4, 0, 0, 0],
    relation: [4, 4, 0, 4, 3, 4, 4, 0],
    count: [1, 2, 1, 1, 1, 1, 1, 1],
    degree: [7, 1, 2, 1, 2, 9, 1, 0],
  };
  assert.deepEqual(byStrength(star, linksOf(star), 0), [3, 4, 2, 5, 1, 6]);
  assert.deepEqual(byStrength(star, linksOf(star), 3), [0]);
});

test("in a small map all edges may be in view, in a large one those of the nodes that are", () => {
  assert.deepEqual([...edgesAmong({ ...graph, source: Uint32Array.from(graph.source) }, links, [3])], [0, 1, 2, 3, 4]);
  assert.deepEqual([...edgesAmong({ ...graph, m: 1_000_000 }, links, [1, 2])].sort(), [0, 1, 2, 3]);
});

test("a node outside the map cannot be chosen", () => {
  assert.equal(selectionOf(graph, links, 5).node, -1);
  assert.equal(selectionOf(graph, links, undefined).node, -1);
});
