/** The size of a picture of the view. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { sizeOf } from "../../static/js/graph/snapshot.js";

test("a picture is as wide as asked, in the shape of the window", () => {
  assert.deepEqual(sizeOf({ width: 1000, height: 500 }, 4000), { ratio: 4, width: 4000, height: 2000 });
  assert.deepEqual(sizeOf({ width: 1000, height: 500 }, 500), { ratio: 0.5, width: 500, height: 250 });
});

test("no picture is larger than a browser can draw, nor without a pixel", () => {
  const tall = sizeOf({ width: 100, height: 1000 }, 16_384);
  assert.deepEqual([tall.width, tall.height], [1638, 16_384]);
  const wide = sizeOf({ width: 1000, height: 1000 }, 16_384);
  assert.ok(wide.width * wide.height <= 120_000_000);
  assert.deepEqual(sizeOf({ width: 1000, height: 2 }, 1), { ratio: 0.001, width: 1, height: 1 });
});
