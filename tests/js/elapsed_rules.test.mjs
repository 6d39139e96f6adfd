import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../../static/js/lib/elapsed_rules.js";

test("a span is written as the server writes it", () => {
  assert.equal(words(0.44, "{n} s", "en"), "0.4 s");
  assert.equal(words(12.3, "{n} s", "en"), "12 s");
  assert.equal(words(65, "{n} s", "en"), "1:05");
  assert.equal(words(7_205.9, "{n} s", "en"), "2:00:05");
});

test("the unit and the sign of decimals are the reader's", () => {
  assert.equal(words(1.5, "{n} 秒", "zh-Hans"), "1.5 秒");
  assert.equal(words(1.5, "{n} s", "de"), "1,5 s");
});

test("what runs down ends at nothing", () => {
  assert.equal(words(-3, "{n} s", "en"), "0.0 s");
});
