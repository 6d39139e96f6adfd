/** The view as a part of the address. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { put, without } from "../../static/js/graph/address.js";
import { meets } from "../../static/js/graph/camera.js";
import { read, written } from "../../static/js/graph/whereabouts.js";

test("a place is whole map units and a scale of three digits", () => {
  assert.equal(written({ x: 12.4, y: -0.2, k: 1.23456 }), "12,0,1.23");
  assert.equal(written({ x: 12.4, y: -300.6, k: 0.0123456 }), "12,-301,0.0123");
});

test("beside a chosen node it is counted from that", () => {
  assert.equal(written({ x: 112, y: 90, k: 2 }, { x: 100, y: 100 }), "12,-10,2,n");
});

test("what was written is read again", () => {
  assert.deepEqual(read("?node=a&at=12,-301,0.0123"), { x: 12, y: -301, k: 0.0123, isFromNode: false });
  assert.deepEqual(read("?at=12%2C-10%2C2%2Cn"), { x: 12, y: -10, k: 2, isFromNode: true });
});

test("what cannot be looked at says nothing", () => {
  const wrong = ["", "1,2", "1,2,3,4", "1,2,3,n,n", "a,b,c", "1,2,0", "1,2,-1", "NaN,0,1", "Infinity,0,1", "1e9,0,1", ",,1", "1,2,", "1,2,3,N"];
  for (const text of wrong) assert.equal(read(`?at=${text}`), null, text);
  assert.equal(read("?node=a"), null);
});

test("an address gets the view as its last part, with its commas, or loses it", () => {
  assert.equal(put("https://hub/graph/?at=1,2,3&node=a", "at", "4,5,6"), "https://hub/graph/?node=a&at=4,5,6");
  assert.equal(without("https://hub/graph/?at=1,2,3&node=a", "at"), "https://hub/graph/?node=a");
  assert.equal(without("https://hub/graph/?key=a%20b", "at"), "https://hub/graph/?key=a%20b");
});

test("a window meets the map where it holds some of its land", () => {
  const discs = [{ x: 0, y: 0, r: 10 }, { x: 500, y: 500, r: 0 }];
  assert.equal(meets(discs, { left: 5, right: 50, top: -5, bottom: 5 }), true);
  assert.equal(meets(discs, { left: 20, right: 50, top: -5, bottom: 5 }), false);
  assert.equal(meets([], { left: -5, right: 5, top: -5, bottom: 5 }), false);
});
