import assert from "node:assert/strict";
import { test } from "node:test";
import { drawNames, drawPartNames, drawPartOutlines, partsInView } from "../../static/js/graph/draw_names.js";
import { LabelGrid } from "../../static/js/graph/labels.js";

const palette = { ink: "ink", muted: "muted", page: "page", font: "sans", hues: ["grey", "blue"] };

/** A context with letters six pixels wide, which notes texts with their places, and circles. */
function contextOf() {
  const told = { texts: [], circles: [] };
  const context = {
    told,
    measureText: (text) => ({ width: 6 * [...text].length }),
    fillText: (text, x, y) => told.texts.push([text, x, y]),
    arc: (x, y, r) => told.circles.push([x, y, r]),
  };
  for (const name of ["strokeText", "beginPath", "stroke", "setLineDash"]) context[name] = () => {};
  return context;
}

const island = (name, x, y, r, more = {}) => ({ role: "island", name, count: 40, hue: 0, x, y, r, ...more });

function named(clusters, { width = 800, height = 600, k = 1, parts = [] } = {}) {
  const context = contextOf();
  const scene = { clusters, parts, coasts: null, view: { k, x: 0, y: 0 }, width, height, number: String, pointed: { node: -1, island: -1 } };
  const grid = new LabelGrid(width, height);
  drawNames(context, scene, palette, grid);
  const shown = partsInView(scene);
  drawPartOutlines(context, scene, palette, shown);
  drawPartNames(context, scene, palette, grid, shown);
  return context.told;
}

test("a name stands on the north coast, its count beside it", () => {
  // 18 pixels of name, 6 between, 12 of count; 19 high and 3 above the coast.
  assert.deepEqual(named([island("Tea", 300, 300, 80)]).texts, [["Tea", 282, 207.5], ["40", 306, 207.5]]);
});

test("a name goes round another island: to the side, or south", () => {
  const clusters = [island("Boats", 300, 160, 60, { count: 90 }), island("Tea and biscuits", 300, 300, 80)];
  const [, , [text, , y]] = named(clusters).texts;
  assert.equal(text, "Tea and biscuits");
  assert.ok(y > 220, "not on Boats");
});

test("a grey island among others has no name where only a stump or its neighbour's land is left; a coloured one has", () => {
  const ring = Array.from({ length: 8 }, (_, at) => island(`Neighbour ${at}`, 300 + 90 * Math.cos((at * Math.PI) / 4), 300 + 90 * Math.sin((at * Math.PI) / 4), 50, { count: 50 + at }));
  const middle = island("A name as long as this one", 300, 300, 40, { count: 9 });
  const shown = (clusters) => named(clusters).texts.map(([text]) => text);
  assert.ok(!shown([...ring, middle]).some((text) => text.startsWith("A name")));
  assert.ok(shown([...ring, { ...middle, hue: 1 }]).some((text) => text.startsWith("A name")));
});

test("parts are told where their island is large on the screen, as large as their members need", () => {
  const clusters = [island("Tea", 300, 300, 200)];
  const parts = [{ cluster: 0, name: "Hot", count: 100, x: 300, y: 250, r: 190 }, { cluster: 0, name: "Cold", count: 16, x: 300, y: 380, r: 30 }];
  const { texts, circles } = named(clusters, { parts });
  assert.deepEqual(circles, [[300, 250, 85], [300, 380, 30]]);
  assert.deepEqual(texts.slice(2), [["Hot", 291, 250], ["Cold", 288, 380]]);
  assert.deepEqual(named(clusters, { parts, k: 0.5 }).circles, []);
});

test("a part of a cluster that is not on the map is left out", () => {
  assert.deepEqual(named([], { parts: [{ cluster: 3, name: "Hot", count: 100, x: 300, y: 250, r: 190 }] }), { texts: [], circles: [] });
});
