import assert from "node:assert/strict";
import { test } from "node:test";
import { boxRound, isInside, Sweep } from "../../static/js/graph/sweep.js";

test("a box lies round points wherever they were begun", () => {
  assert.deepEqual(boxRound([[5, 7], [1, 9]]), { left: 1, right: 5, top: 7, bottom: 9 });
});

test("inside a lasso is what its line goes round an odd number of times", () => {
  const bay = [[0, 0], [10, 0], [10, 10], [6, 10], [6, 3], [4, 3], [4, 10], [0, 10]];
  assert.equal(isInside(bay, 2, 8), true);
  assert.equal(isInside(bay, 8, 8), true);
  assert.equal(isInside(bay, 5, 1), true);
  assert.equal(isInside(bay, 5, 8), false);
  assert.equal(isInside(bay, 11, 5), false);
  const eight = [[0, 0], [10, 10], [10, 0], [0, 10]];
  assert.equal(isInside(eight, 1, 5), true);
  assert.equal(isInside(eight, 5, 1), false);
  assert.equal(isInside([[1, 1]], 1, 1), false);
});

/** A canvas inside an element, with what a sweep hears and does. */
function hand() {
  const around = new EventTarget();
  const canvas = Object.assign(new EventTarget(), { parentElement: around, setPointerCapture() {}, focus() {} });
  const mark = { toggleAttribute() {}, firstElementChild: { setAttribute() {} } };
  const swept = [];
  const sweep = new Sweep(canvas, mark, { onSwept: (...what) => swept.push(what), signal: new AbortController().signal });
  const fire = (type, x, y, more = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), { offsetX: x, offsetY: y, pointerId: 1, button: 0, ...more });
    Object.defineProperty(event, "target", { value: canvas });
    const stopped = [];
    event.stopPropagation = () => stopped.push(type);
    around.dispatchEvent(event);
    canvas.dispatchEvent(event);
    return stopped.length > 0;
  };
  return { sweep, swept, fire };
}

test("a drag without Shift and without a tool is somebody else's", () => {
  const { swept, fire } = hand();
  fire("pointerdown", 0, 0);
  assert.equal(fire("mousedown", 0, 0), false);
  fire("pointermove", 50, 50);
  fire("pointerup", 50, 50);
  assert.deepEqual(swept, []);
});

test("with Shift it is a box, with Alt too a lasso; the camera and the click hear nothing of it", () => {
  const { swept, fire } = hand();
  fire("pointerdown", 0, 0, { shiftKey: true });
  assert.equal(fire("mousedown", 0, 0), true);
  fire("pointermove", 30, 30);
  fire("pointermove", 50, 40);
  fire("pointerup", 50, 40);
  assert.equal(fire("click", 50, 40), true);
  fire("pointerdown", 0, 0, { shiftKey: true, altKey: true });
  for (const [x, y] of [[10, 0], [10, 10]]) fire("pointermove", x, y);
  fire("pointerup", 10, 10);
  assert.deepEqual(swept, [[[[0, 0], [50, 40]], false], [[[0, 0], [10, 0], [10, 10]], true]]);
});

test("a press with Shift that does not move is a click, and a second finger ends a sweep", () => {
  const { sweep, swept, fire } = hand();
  fire("pointerdown", 0, 0, { shiftKey: true });
  fire("pointermove", 2, 2);
  fire("pointerup", 2, 2);
  assert.equal(fire("click", 2, 2), false);
  sweep.tool = "box";
  fire("pointerdown", 0, 0);
  fire("pointermove", 40, 40);
  fire("pointerdown", 9, 9, { pointerId: 2 });
  fire("pointerup", 40, 40);
  assert.deepEqual(swept, []);
});
