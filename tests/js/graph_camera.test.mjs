import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, centredOn, fit, including, NAME_ROOM, showing, zoomLimits } from "../../static/js/graph/camera.js";
import { wear } from "../../static/js/graph/motion.js";

const size = { width: 1000, height: 600 };
const legend = { left: 12, top: 500, width: 300, height: 88 };
const zoom = { left: 950, top: 12, width: 38, height: 110 };
const onScreen = (disc, view) => ({ x: disc.x * view.k + view.x, y: disc.y * view.k + view.y, r: disc.r * view.k, h: (disc.h ?? disc.r) * view.k });

function assertInside(discs, view, { width, height } = size) {
  for (const disc of discs) {
    const { x, y, r, h } = onScreen(disc, view);
    assert.ok(x - r >= -0.01 && x + r <= width + 0.01 && y - h >= NAME_ROOM - 0.01 && y + h <= height + 0.01, JSON.stringify({ x, y, r, h }));
  }
}

test("nothing to show is shown at natural size in the middle", () => {
  assert.deepEqual(fit([], size, [legend]), { k: 1, x: 500, y: 300 });
});

test("a single node is not blown up, and stands in the window", () => {
  const view = fit([{ x: 40, y: 70, r: 13, h: 13 }], size);
  assert.equal(view.k, 2.4);
  assertInside([{ x: 40, y: 70, r: 13 }], view);
});

test("a large map fills the window with room for the northern name", () => {
  const discs = [{ x: -900, y: 0, r: 300 }, { x: 900, y: 200, r: 500 }];
  assertInside(discs, fit(discs, size));
});

test("islands keep clear of what floats over the window", () => {
  const discs = Array.from({ length: 40 }, (_, n) => ({ x: (n % 8) * 100, y: Math.floor(n / 8) * 100, r: 45 }));
  const view = fit(discs, size, [legend, zoom]);
  assertInside(discs, view);
  for (const disc of discs) {
    const { x, y, r } = onScreen(disc, view);
    for (const part of [legend, zoom]) {
      const dx = Math.max(part.left - x, 0, x - part.left - part.width);
      const dy = Math.max(part.top - y, 0, y - part.top - part.height);
      assert.ok(Math.hypot(dx, dy) >= r - 0.01);
    }
  }
});

test("a map whose corners are free pays nothing for what floats there", () => {
  const round = [{ x: 0, y: 0, r: 100 }];
  assert.deepEqual(fit(round, size, [legend, zoom]), fit(round, size));
});

test("a map that makes way stays as large as it can, beside or above what floats", () => {
  const wide = [{ x: 0, y: 0, r: 100, h: 30 }];
  const high = [{ x: 0, y: 0, r: 30, h: 100 }];
  assert.ok(fit(wide, size, [legend]).k > 4.2 * 0.5 && onScreen(wide[0], fit(wide, size, [legend])).y < 400);
  assert.ok(onScreen(high[0], fit(high, size, [legend])).x - 30 * fit(high, size, [legend]).k > 300);
});

test("a window that is smaller than what floats over it still gets a finite view", () => {
  const view = fit([{ x: 0, y: 0, r: 500 }], { width: 60, height: 40 }, [legend]);
  assert.ok(Object.values(view).every(Number.isFinite));
  assert.ok(view.k > 0);
});

test("a box with a height of its own counts by it", () => {
  assert.deepEqual(boxOf([{ x: 0, y: 0, r: 100, h: 10 }]), { left: -100, right: 100, top: -10, bottom: 10 });
});

test("a point is brought to the middle", () => {
  assert.deepEqual(centredOn({ x: 10, y: 20 }, 2, size), { k: 2, x: 480, y: 260 });
});

test("what is in view moves nothing, what is not moves as little as it must", () => {
  const view = { k: 1, x: 0, y: 0 };
  assert.deepEqual(showing({ x: 500, y: 300 }, view, size, 70), view);
  assert.deepEqual(showing({ x: 1200, y: 10 }, view, size, 70), { k: 1, x: -270, y: 60 });
});

test("one can always zoom out of the whole map and into a single node", () => {
  assert.deepEqual(zoomLimits({ k: 0.2 }), [0.1, 8]);
  assert.deepEqual(zoomLimits({ k: 4 }), [0.5, 16]);
});

test("a moved picture wears out by what is missing or by its scale", () => {
  const taken = { k: 1, x: 0, y: 0 };
  assert.equal(wear(taken, taken, size), 0);
  assert.equal(wear(taken, { k: 1, x: 250, y: 0 }, size), 0.25);
  assert.equal(wear(taken, { k: 2, x: -500, y: -300 }, size), 1);
  assert.ok(wear(taken, { k: 1, x: 5000, y: 0 }, size) === 1);
});

test("places that are not all in the window are brought into it, no nearer than it is", () => {
  const size = { width: 800, height: 600 };
  const home = { k: 1, x: 0, y: 0 };
  assert.equal(including([{ x: 100, y: 100, r: 5 }, { x: 700, y: 500, r: 5 }], home, size), null);
  assert.deepEqual(including([{ x: 900, y: 300, r: 5 }, { x: 1100, y: 500, r: 5 }], home, size), { k: 1, x: -600, y: -100 });
  const far = including([{ x: -4000, y: 0, r: 5 }, { x: 4000, y: 0, r: 5 }], home, size);
  assert.ok(far.k < 0.1);
});
