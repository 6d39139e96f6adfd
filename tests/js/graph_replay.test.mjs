/** What of a replayed search is drawn at each of its steps. */
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.matchMedia = () => ({ matches: true });
const { marksOf } = await import("../../static/js/graph/replay.js");
const { addMark } = await import("../../static/js/graph/draw_replay.js");
const { SvgPath } = await import("../../static/js/graph/svg.js");

const steps = [
  { name: "meaning", nodes: [4, 2], ranks: [1, 3], legs: [] },
  { name: "words", nodes: [2], ranks: [1], legs: [] },
  { name: "keys", nodes: [7], ranks: [1], legs: [[2, 7, "tea"]] },
  { name: "fused", nodes: [2, 7], ranks: [1, 2], legs: [] },
  { name: "returned", nodes: [2], ranks: [1], legs: [[2, 7, "tea"]] },
];

test("lists add up, the one at hand stands out", () => {
  assert.deepEqual(marksOf(steps, 1), {
    lists: [
      { name: "meaning", nodes: [4, 2], isNow: false },
      { name: "words", nodes: [2], isNow: true },
    ],
    numbered: [],
    legs: [],
    isLast: false,
  });
  assert.deepEqual(marksOf(steps, 2).legs, [[2, 7, "tea"]]);
});

test("an order is numbered by its ranks, and the last step is what was returned", () => {
  assert.deepEqual(marksOf(steps, 3).numbered, [{ node: 2, rank: 1 }, { node: 7, rank: 2 }]);
  assert.deepEqual(marksOf(steps, 3).lists.map(({ isNow }) => isNow), [false, false, false]);
  assert.equal(marksOf(steps, 3).isLast, false);
  assert.deepEqual([marksOf(steps, 4).isLast, marksOf(steps, 4).legs], [true, [[2, 7, "tea"]]]);
});

test("every list has a shape of its own", () => {
  const shape = (name) => {
    const path = new SvgPath();
    addMark(path, name, 0, 0, 10);
    return String(path);
  };
  assert.equal(shape("words"), "M-9 -9h18v18h-18Z");
  assert.equal(shape("keys"), "M0 -10L10 0L0 10L-10 0Z");
  assert.ok(shape("meaning").includes("A10 10"));
});
