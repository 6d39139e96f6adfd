import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, DEAD_AFTER, isDead, isMeant, receive, waitBefore } from "../../static/js/lib/live_rules.js";

const entry = (seq, verb = "memory.remembered") => ({ seq, verb, subject: { kind: "memory", id: "x" }, batch: null });
const frame = (...entries) => ({ type: "entries", entries });

test("entries move the sequence on and refresh what they concern", () => {
  const { state, entries, refresh } = receive(begin(4, 0), frame(entry(5), entry(6)), 10);
  assert.equal(state.seq, 6);
  assert.deepEqual(entries.map(({ seq }) => seq), [5, 6]);
  assert.equal(refresh, "some");
});

test("late and repeated entries are dropped", () => {
  const late = receive(begin(6, 0), frame(entry(5), entry(6)), 10);
  assert.deepEqual([late.state.seq, late.entries, late.refresh], [6, [], "none"]);
  const half = receive(begin(5, 0), frame(entry(5), entry(6)), 10);
  assert.deepEqual(half.entries.map(({ seq }) => seq), [6]);
});

test("entries out of order come out in order", () => {
  const { entries, refresh } = receive(begin(4, 0), frame(entry(6), entry(5)), 10);
  assert.deepEqual(entries.map(({ seq }) => seq), [5, 6]);
  assert.equal(refresh, "some");
});

test("a gap refreshes everything, and is not asked for again", () => {
  const { state, refresh } = receive(begin(4, 0), frame(entry(7)), 10);
  assert.deepEqual([state.seq, refresh], [7, "all"]);
  assert.equal(receive(state, frame(entry(7)), 20).refresh, "none");
});

test("a beat ahead of us means that something was missed", () => {
  assert.equal(receive(begin(4, 0), { type: "beat", seq: 4 }, 10).refresh, "none");
  const ahead = receive(begin(4, 0), { type: "beat", seq: 5 }, 10);
  assert.deepEqual([ahead.state.seq, ahead.refresh], [5, "all"]);
});

test("a ledger behind ours is another ledger, so the page is fetched anew", () => {
  assert.equal(receive(begin(9, 0), { type: "hello", seq: 3, heartbeat: 10 }, 1).refresh, "page");
  assert.equal(receive(begin(9, 0), { type: "hello", seq: 12, heartbeat: 10 }, 1).refresh, "none");
  assert.equal(receive(begin(9, 0), { type: "reload" }, 1).refresh, "page");
});

test("a frame of a kind not known here counts as a sign of life only", () => {
  const { state, refresh } = receive(begin(4, 0), { type: "later" }, 99);
  assert.deepEqual([state.seq, state.heard, refresh], [4, 99, "none"]);
});

test("silence is noticed within 30 seconds, sooner with a quick heartbeat", () => {
  const started = begin(0, 0);
  assert.equal(isDead(started, 1_000), false);
  assert.equal(isDead(started, DEAD_AFTER), true);
  const { state } = receive(started, { type: "hello", seq: 0, heartbeat: 2 }, 0);
  assert.equal(isDead(state, 4_900), false);
  assert.equal(isDead(state, 5_000), true);
  const slow = receive(started, { type: "hello", seq: 0, heartbeat: 60 }, 0).state;
  assert.equal(isDead(slow, DEAD_AFTER), true);
});

test("waits double up to a limit and are spread at random", () => {
  assert.equal(waitBefore(0, () => 0), 500);
  assert.equal(waitBefore(0, () => 1), 250);
  assert.equal(waitBefore(3, () => 0), 4_000);
  assert.equal(waitBefore(50, () => 0), 20_000);
});

test("patterns name verbs, kinds of verbs, or everything", () => {
  assert.equal(isMeant("memory.* document.added", "memory.forgotten"), true);
  assert.equal(isMeant("memory.* document.added", "document.added"), true);
  assert.equal(isMeant("memory.* document.added", "document.failed"), false);
  assert.equal(isMeant("memory.*", "memoryhub.started"), false);
  assert.equal(isMeant("*", "space.archived"), true);
});
