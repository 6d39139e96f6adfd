import assert from "node:assert/strict";
import { test } from "node:test";
import { deedOf } from "../../static/js/graph/keyboard.js";

test("arrows pan while nothing is chosen, farther with Shift", () => {
  assert.deepEqual(deedOf({ key: "ArrowRight" }, false), ["pan", { dx: 90, dy: 0 }]);
  assert.deepEqual(deedOf({ key: "ArrowUp", shiftKey: true }, false), ["pan", { dx: 0, dy: -270 }]);
});

test("arrows walk while something is chosen, and pan with Alt", () => {
  assert.deepEqual(deedOf({ key: "ArrowLeft" }, true), ["walk", Math.PI]);
  assert.deepEqual(deedOf({ key: "ArrowDown", altKey: true }, true), ["pan", { dx: 0, dy: 90 }]);
});

test("Enter chooses, then opens; Escape leaves", () => {
  assert.deepEqual(deedOf({ key: "Enter" }, false), ["start"]);
  assert.deepEqual(deedOf({ key: "Enter" }, true), ["open"]);
  assert.deepEqual(deedOf({ key: "Escape" }, true), ["leave"]);
});

test("keys of the browser, of an input method and of others are left alone", () => {
  assert.equal(deedOf({ key: "ArrowLeft", ctrlKey: true }, true), null);
  assert.equal(deedOf({ key: "Enter", isComposing: true }, false), null);
  assert.equal(deedOf({ key: "Tab" }, true), null);
  assert.equal(deedOf({ key: "o" }, true), null);
});

test("E goes through the relations of what is chosen, P begins a path", () => {
  assert.deepEqual(deedOf({ key: "e" }, true), ["edge", 1]);
  assert.deepEqual(deedOf({ key: "E", shiftKey: true }, true), ["edge", -1]);
  assert.deepEqual(deedOf({ key: "p" }, true), ["path"]);
  assert.equal(deedOf({ key: "e" }, false), null);
  assert.equal(deedOf({ key: "p" }, false), null);
});
