import assert from "node:assert/strict";
import { test } from "node:test";
import { place } from "../../static/js/parts/popover_place.js";

const view = { width: 1000, height: 600 };
const size = { width: 248, height: 200 };
const box = (left, top) => ({ left, top, right: left + 80, bottom: top + 32 });

test("a popover opens below its button, from its start", () => {
  assert.deepEqual(place(box(100, 50), size, view), { left: 100, top: 88 });
});

test("it opens above where there is no room below", () => {
  assert.deepEqual(place(box(100, 560), size, view), { left: 100, top: 354 });
});

test("it ends with its button where it would leave the window, and never leaves it", () => {
  assert.equal(place(box(900, 50), size, view).left, 732);
  assert.deepEqual(place(box(0, 50), { width: 400, height: 900 }, { width: 320, height: 600 }), { left: 8, top: 8 });
});
