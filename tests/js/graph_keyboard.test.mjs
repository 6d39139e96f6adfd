import assert from "node:assert/strict";
import { test } from "node:test";
import { WAYS } from "../../static/js/graph/compass.js";
import { deedOf } from "../../static/js/graph/keyboard.js";

test("arrows go somewhere, and with Alt they move the map, farther with Shift", () => {
  assert.deepEqual(deedOf({ key: "ArrowRight" }), ["go", WAYS.ArrowRight]);
  assert.deepEqual(deedOf({ key: "ArrowUp", shiftKey: true }), ["shift", { dx: 0, dy: -1 }]);
  assert.deepEqual(deedOf({ key: "ArrowDown", altKey: true }), ["pan", { dx: 0, dy: 90 }]);
  assert.deepEqual(deedOf({ key: "ArrowLeft", altKey: true, shiftKey: true }), ["pan", { dx: -270, dy: 0 }]);
});

test("Tab goes through neighbours, with Shift back", () => {
  assert.deepEqual(deedOf({ key: "Tab" }), ["next", 1]);
  assert.deepEqual(deedOf({ key: "Tab", shiftKey: true }), ["next", -1]);
});

test("what is chosen is pinned and moved", () => {
  assert.deepEqual(deedOf({ key: "b" }), ["pin"]);
  assert.deepEqual(deedOf({ key: "ArrowLeft", shiftKey: true }), ["shift", WAYS.ArrowLeft]);
});

test("Enter and Space enter, Escape leaves", () => {
  assert.deepEqual(deedOf({ key: "Enter" }), ["enter"]);
  assert.deepEqual(deedOf({ key: " " }), ["enter"]);
  assert.deepEqual(deedOf({ key: "Escape" }), ["leave"]);
});

test("plus, minus and zero zoom and fit", () => {
  assert.deepEqual(deedOf({ key: "+" }), ["zoom", 1.5]);
  assert.deepEqual(deedOf({ key: "-" }), ["zoom", 1 / 1.5]);
  assert.deepEqual(deedOf({ key: "0" }), ["fit"]);
});

test("keys of the browser, of an input method and of others are left alone", () => {
  for (const press of [{ key: "ArrowLeft", ctrlKey: true }, { key: "ArrowLeft", metaKey: true }, { key: "Tab", altKey: true }]) {
    assert.equal(deedOf(press), null);
  }
  assert.equal(deedOf({ key: "Enter", isComposing: true }), null);
  for (const key of ["o", "f", "/", "?"]) assert.equal(deedOf({ key }), null);
});

test("E goes through the relations of what is chosen, P begins a path", () => {
  assert.deepEqual(deedOf({ key: "e" }), ["edge", 1]);
  assert.deepEqual(deedOf({ key: "E", shiftKey: true }), ["edge", -1]);
  assert.deepEqual(deedOf({ key: "p" }), ["path"]);
});

test("X selects what is chosen, with Shift its neighbours, I its island; V all in view, Control A everything", () => {
  assert.deepEqual(deedOf({ key: "x" }), ["pick"]);
  assert.deepEqual(deedOf({ key: "X", shiftKey: true }), ["pickNear"]);
  assert.deepEqual(deedOf({ key: "i" }), ["island"]);
  assert.deepEqual(deedOf({ key: "I", shiftKey: true }), ["pickIsland"]);
  assert.deepEqual(deedOf({ key: "v" }), ["pickView"]);
  assert.deepEqual(deedOf({ key: "a", ctrlKey: true }), ["pickAll"]);
  assert.deepEqual(deedOf({ key: "a", metaKey: true }), ["pickAll"]);
  assert.equal(deedOf({ key: "x", ctrlKey: true }), null);
});

test("what is chosen is looked around in, expanded, collapsed, and has its versions gone to", () => {
  assert.deepEqual(deedOf({ key: "l" }), ["around"]);
  assert.deepEqual(deedOf({ key: "m" }), ["expand"]);
  assert.deepEqual(deedOf({ key: "M", shiftKey: true }), ["collapse"]);
  assert.deepEqual(deedOf({ key: "h" }), ["versions"]);
});
