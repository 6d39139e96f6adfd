import assert from "node:assert/strict";
import { test } from "node:test";

import { has } from "../../static/js/graph/space_words.js";

test("a space is found by all words of a query, in any order and case", () => {
  const told = "harbour office\nhbr-1\ntea masters";
  assert.ok(has(told, "Tea HARB"));
  assert.ok(has(told, ""));
  assert.ok(!has(told, "tea boats"));
});
