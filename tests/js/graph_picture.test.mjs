import assert from "node:assert/strict";
import { test } from "node:test";
import { isWorn, padded, Picture } from "../../static/js/graph/picture.js";

const size = { width: 1000, height: 600, ratio: 1 };
const home = { k: 1, x: 0, y: 0 };
const zoomed = (k) => ({ k, x: 500 - 500 * k, y: 300 - 300 * k });

test("a picture wears out when the middle is off by 15 % of the window, or the scale by 15 %", () => {
  assert.equal(isWorn(home, home, size), false);
  assert.equal(isWorn(home, { k: 1, x: 149, y: 0 }, size), false);
  assert.equal(isWorn(home, { k: 1, x: 151, y: 0 }, size), true);
  assert.equal(isWorn(home, { k: 1, x: 0, y: -91 }, size), true);
  assert.equal(isWorn(home, zoomed(1.14), size), false);
  assert.equal(isWorn(home, zoomed(1.16), size), true);
  assert.equal(isWorn(home, zoomed(0.86), size), true);
});

test("a picture is half as large again as the window and shows the same middle", () => {
  assert.deepEqual(padded({ k: 2, x: 10, y: 20 }, size), { view: { k: 2, x: 260, y: 170 }, width: 1500, height: 900, ratio: 1 });
});

test("the rim is a whole number of pixels, or a sharp picture would be drawn between them", () => {
  assert.deepEqual(padded(home, { width: 1223, height: 805, ratio: 1 }), { view: { k: 1, x: 306, y: 201 }, width: 1835, height: 1207, ratio: 1 });
});

test("a picture has no more pixels than can be painted in time", () => {
  const { width, height, ratio } = padded(home, { width: 2000, height: 1200, ratio: 2 });
  assert.ok(width * height * ratio ** 2 <= 5_000_001);
});

/** A picture whose painter answers when told to, and a context that writes down where it is drawn. */
function easel() {
  const asked = [];
  const drawn = [];
  let finish;
  const paint = (window) => {
    asked.push(window);
    return new Promise((resolve) => (finish = () => resolve({ bitmap: { name: asked.length, close() {} } })));
  };
  const context = { drawImage: (bitmap, ...at) => drawn.push([bitmap.name, ...at]), clearRect: (...at) => drawn.push(["clear", ...at]) };
  const picture = new Picture(paint, () => {});
  const come = async () => {
    finish();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { picture, asked, drawn, come, draw: (view) => picture.draw(context, view, size) };
}

test("it is asked for at once, drawn when it has come, and moved along with the camera", async () => {
  const { picture, asked, drawn, come, draw } = easel();
  assert.equal(draw(home), false);
  assert.equal(asked.length, 1);
  await come();
  assert.equal(draw(home), true);
  assert.deepEqual(drawn, [[1, -250, -150, 1500, 900]]);
  draw({ k: 1, x: 40.3, y: 0 });
  assert.deepEqual(drawn.at(-1), [1, -210, -150, 1500, 900], "on whole pixels");
  assert.equal(asked.length, 1);
  picture.drop();
});

test("when the hand rests a sharp one is asked for", async () => {
  const { picture, asked, come, draw } = easel();
  draw(home);
  await come();
  draw(zoomed(1.05));
  assert.equal(asked.length, 1);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(asked.length, 2);
  assert.equal(asked[1].view.k, 1.05);
  picture.drop();
});

test("what the sharp picture does not cover is filled from the one that shows the most", async () => {
  const { picture, drawn, come, draw } = easel();
  draw(home);
  await come();
  picture.draw({ drawImage() {}, clearRect() {} }, zoomed(4), size);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await come();
  drawn.length = 0;
  draw(zoomed(1.1));
  assert.deepEqual(drawn.map(([name]) => name), [1, "clear", 2]);
  picture.drop();
});

test("what is out of date is asked for anew, though nothing moved", async () => {
  const { picture, asked, come, draw } = easel();
  draw(home);
  await come();
  draw(home);
  assert.equal(asked.length, 1);
  picture.expire();
  draw(home);
  assert.equal(asked.length, 2);
  picture.drop();
});
