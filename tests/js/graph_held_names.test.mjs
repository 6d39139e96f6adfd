import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldNames } from "../../static/js/graph/held_names.js";

const palette = {};
const clusters = [];
const label = { text: "Tea", font: "13px sans", colour: "ink", rim: "page" };
const scene = { clusters, view: { k: 1, x: 0, y: 0 }, width: 800, height: 600 };

function contextOf() {
  const texts = [];
  return { texts, strokeText: () => {}, fillText: (text, x, y) => texts.push([text, x, y]) };
}

function drawn(view, more = {}, colours = palette) {
  const held = new HeldNames();
  held.keep([{ label, of: { x: 300, y: 200 }, x: 282, y: 120 }], scene, palette);
  const context = contextOf();
  return [held.draw(context, { ...scene, view, ...more }, colours), context.texts];
}

test("a name goes along with what it names", () => {
  assert.deepEqual(drawn({ k: 1, x: 30, y: -10 }), [true, [["Tea", 312, 110]]]);
  // An eighth nearer about the middle of the window, which takes (300, 200) 12.5 pixels away from it, to the left and up.
  assert.deepEqual(drawn({ k: 1.125, x: -50, y: -37.5 }), [true, [["Tea", 269.5, 107.5]]]);
});

test("names are placed anew where the view is too far off, or another map, window or colour is drawn", () => {
  for (const given of [
    [{ k: 1, x: 121, y: 0 }],
    [{ k: 1.16, x: -64, y: -48 }],
    [scene.view, { clusters: [] }],
    [scene.view, { width: 801 }],
    [scene.view, { height: 599 }],
    [scene.view, {}, {}],
  ]) {
    assert.deepEqual(drawn(...given), [false, []]);
  }
});

test("before anything is kept, names are placed", () => {
  assert.equal(new HeldNames().draw(contextOf(), scene, palette), false);
});

test("names of islands have boxes, which go along with them; counts and parts have none", () => {
  const held = new HeldNames();
  assert.deepEqual(held.boxes(scene.view), []);
  const of = { x: 300, y: 200 };
  held.keep([{ label, of, x: 282, y: 120, cluster: 4, width: 40, height: 20 }, { label, of, x: 330, y: 120 }], scene, palette);
  assert.deepEqual(held.boxes(scene.view), [{ cluster: 4, left: 282, top: 110, width: 40, height: 20 }]);
  assert.deepEqual(held.boxes({ k: 1, x: 30, y: -10 }), [{ cluster: 4, left: 312, top: 100, width: 40, height: 20 }]);
});
