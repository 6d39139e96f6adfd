import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurn, sortOut } from "../../static/js/lib/drop_rules.js";

test("a file above the limit is refused before it is sent, the rest goes", () => {
  const files = [{ name: "a.md", size: 10 }, { name: "big.pdf", size: 11 }];
  const { sent, refused } = sortOut(files, 10);
  assert.deepEqual(sent.map(({ name }) => name), ["a.md"]);
  assert.deepEqual(refused.map(({ name }) => name), ["big.pdf"]);
  assert.equal(sortOut(files, 0).sent.length, 2);
});

test("no more than so many are under way at once, and all are done", async () => {
  let running = 0;
  let most = 0;
  const done = [];
  await inTurn([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running -= 1;
    done.push(item);
  });
  assert.equal(most, 2);
  assert.deepEqual(done.toSorted(), [1, 2, 3, 4, 5]);
});

test("nothing to send is done at once", async () => {
  await inTurn([], 3, () => assert.fail("nothing was to be done"));
});
