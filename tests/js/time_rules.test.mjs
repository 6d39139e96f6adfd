import assert from "node:assert/strict";
import { test } from "node:test";
import { freshFor, inFull, inWords } from "../../static/js/lib/time_rules.js";

const now = Date.parse("2026-11-29T10:00:00Z");
const words = (iso, language = "en") => inWords(Date.parse(iso), now, language, "UTC");

test("within a day a moment is told by its distance", () => {
  assert.equal(words("2026-11-29T09:59:20Z"), "40 sec ago");
  assert.equal(words("2026-11-29T09:58:00Z"), "2 min ago");
  assert.equal(words("2026-11-29T09:00:00Z"), "1 hr ago");
  assert.equal(words("2026-11-29T10:05:00Z"), "in 5 min");
});

test("within a week by day and time, then by date, with the year once it is another", () => {
  assert.match(words("2026-11-28T09:20:00Z"), /^Sat,? 09:20$/);
  assert.equal(words("2026-11-01T18:20:00Z"), "1 Nov");
  assert.equal(words("2025-11-01T18:20:00Z"), "1 Nov 2025");
});

test("each language has its own words", () => {
  assert.equal(words("2026-11-29T09:58:00Z", "zh-hans"), "2分钟前");
  assert.equal(words("2026-11-29T09:58:00Z", "ko"), "2분 전");
});

test("midnight is 00, never 24", () => {
  assert.match(words("2026-11-28T00:05:00Z"), /00:05/);
  assert.match(inFull(Date.parse("2026-11-28T00:05:00Z"), "en", "UTC"), /Saturday.*28 November 2026.*00:05:00/);
});

test("words are renewed as often as they change", () => {
  assert.equal(freshFor(now - 5_000, now), 10_000);
  assert.equal(freshFor(now - 120_000, now), 30_000);
  assert.equal(freshFor(now - 86_400_000, now), 600_000);
});
