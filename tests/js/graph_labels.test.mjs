import assert from "node:assert/strict";
import { test } from "node:test";
import { besides, clipped, LabelGrid, onCoast } from "../../static/js/graph/labels.js";

const box = (left, top, width = 100, height = 20) => ({ left, top, width, height });
const length = (text) => [...text].length;

test("the first label keeps its place and a later one steps aside", () => {
  const grid = new LabelGrid(400, 300);
  assert.deepEqual(grid.place([box(50, 50)]), box(50, 50));
  assert.deepEqual(grid.place([box(60, 55), box(60, 90)]), box(60, 90));
  assert.equal(grid.place([box(100, 60)]), null);
});

test("labels that touch do not collide", () => {
  const grid = new LabelGrid(400, 300);
  grid.block(box(50, 50));
  assert.ok(grid.place([box(150, 50)]));
});

test("a label that would be cut off by the window is not shown", () => {
  const grid = new LabelGrid(400, 300);
  assert.equal(grid.place([box(-10, 50), box(350, 50), box(50, 295), box(50, 2)]), null);
});

test("the chosen label is shown in any case, within the window", () => {
  const grid = new LabelGrid(400, 300);
  grid.block(box(0, 0, 400, 300));
  assert.deepEqual(grid.insist([box(380, -20)]), box(294, 6));
});

test("the chosen label, pushed into the window, covers as little as it can", () => {
  const grid = new LabelGrid(200, 100);
  grid.block(box(90, 40, 20, 20));
  assert.deepEqual(grid.insist([box(115, 40), box(-15, 40), box(50, 15)]), box(50, 15));
  grid.block(box(6, 60, 188, 34));
  grid.block(box(20, 70, 20, 20));
  assert.deepEqual(grid.insist([box(6, 70), box(100, 70)]), box(94, 70));
});

test("a label beside a dot does not cover it", () => {
  for (const { left, top, width, height } of besides(200, 100, 8, 60, 20)) {
    assert.ok(left >= 208 || left + width <= 192 || top >= 108 || top + height <= 92);
  }
});

test("a name stands on the north coast, and slides into the window with its island", () => {
  const size = { width: 400, height: 300 };
  assert.equal(onCoast(200, 100, 180, 80, 20, size)[0].top, 77);
  assert.equal(onCoast(200, -500, 180, 80, 20, size)[0].top, 8);
  assert.equal(onCoast(10, 100, 180, 80, 20, size)[0].left, 8);
});

test("an island outside the window has no name", () => {
  assert.deepEqual(onCoast(200, -500, -100, 80, 20, { width: 400, height: 300 }), []);
  assert.deepEqual(onCoast(-300, 50, 100, 80, 20, { width: 400, height: 300 }), []);
});

test("a long text is cut to what fits, whole characters only", () => {
  assert.equal(clipped("short", 10, length), "short");
  assert.equal(clipped("a rather long sentence", 10, length), "a rather…");
  assert.equal(clipped("😀😀😀😀", 3, length), "😀😀…");
});
