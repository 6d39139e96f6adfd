import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, keyName, ownsKey, shortcutOf, takesText } from "../../static/js/lib/key_rules.js";

const body = { tag: "BODY", type: "", role: "", editable: false };
const press = (key, more = {}) => ({ key, keyCode: 0, isComposing: false, ...more });

test("a letter on the page is a shortcut, whatever its case", () => {
  assert.equal(shortcutOf(press("a"), body), "a");
  assert.equal(shortcutOf(press("A"), body), "a");
});

test("letters typed into text are text", () => {
  for (const target of [
    { ...body, tag: "INPUT", type: "search" },
    { ...body, tag: "INPUT", type: "" },
    { ...body, tag: "TEXTAREA" },
    { ...body, tag: "SELECT" },
    { ...body, tag: "DIV", editable: true },
    { ...body, tag: "DIV", role: "textbox" },
  ]) {
    assert.equal(takesText(target), true, JSON.stringify(target));
    assert.equal(shortcutOf(press("a"), target), null, JSON.stringify(target));
  }
});

test("a ticked box or a focused button does not block letters", () => {
  assert.equal(shortcutOf(press("a"), { ...body, tag: "INPUT", type: "checkbox" }), "a");
  assert.equal(shortcutOf(press("a"), { ...body, tag: "BUTTON" }), "a");
});

test("Enter and Space belong to the focused button, link or box", () => {
  for (const tag of ["BUTTON", "A", "SUMMARY"]) {
    assert.equal(shortcutOf(press("Enter"), { ...body, tag }), null);
    assert.equal(shortcutOf(press(" "), { ...body, tag }), null);
  }
  assert.equal(shortcutOf(press("Enter"), body), "Enter");
  assert.equal(ownsKey({ ...body, tag: "INPUT", type: "radio" }, "ArrowDown"), true);
});

test("every key belongs to an input method while it composes", () => {
  assert.equal(shortcutOf(press("Enter", { isComposing: true }), body), null);
  assert.equal(shortcutOf(press("a", { keyCode: 229 }), body), null);
});

test("Escape and mod keys count while typing, other combinations never", () => {
  const field = { ...body, tag: "INPUT", type: "text" };
  assert.equal(shortcutOf(press("Escape"), field), "Escape");
  assert.equal(shortcutOf(press("k", { ctrl: true }), field), "mod+k");
  assert.equal(shortcutOf(press("k", { meta: true }), field), "mod+k");
  assert.equal(shortcutOf(press("a", { alt: true }), body), null);
});

test("the off switch silences single keys only", () => {
  const off = { singleKeys: false };
  assert.equal(shortcutOf(press("a"), body, off), null);
  assert.equal(shortcutOf(press("?"), body, off), null);
  assert.equal(shortcutOf(press("ArrowDown"), body, off), "ArrowDown");
  assert.equal(shortcutOf(press("k", { ctrl: true }), body, off), "mod+k");
});

test("a press somebody has dealt with is left alone", () => {
  assert.equal(shortcutOf(press("a", { defaultPrevented: true }), body), null);
});

test("the space bar has a name", () => {
  assert.equal(keyName(press(" ")), "Space");
});

test("the innermost open layer answers first, and a modal one hides the page", () => {
  const popover = {};
  const page = { key: "1", scope: "page" };
  const inside = { key: "1", scope: popover };
  const other = { key: "j", scope: "page" };
  assert.equal(choose([page, inside, other], "1", ["page", popover]), inside);
  assert.equal(choose([page, inside, other], "j", ["page", popover]), other);
  assert.equal(choose([page, inside, other], "j", [null, popover]), null);
});

test("of two bindings in one scope the later one wins, as the newest toast's undo does", () => {
  const old = { key: "u", scope: "page" };
  const toast = { key: "u", scope: "page" };
  assert.equal(choose([old, toast], "u", ["page"]), toast);
});
