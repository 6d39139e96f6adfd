/**
 * Fills the `?` sheet from the registry each time it opens, so that it never lists a key that would do nothing. Keys that
 * belong to one part of a page, while that has the focus, are told by it: `<template data-key-section data-title>`.
 */
import { bindings } from "../lib/keys.js";
import { word } from "../lib/words.js";

const SHOWN = { "mod+": navigator.platform.startsWith("Mac") ? "⌘" : "Ctrl ", Escape: "Esc", ArrowDown: "↓", ArrowUp: "↑", Enter: "↵" };

document.addEventListener("click", (event) => {
  if (event.target.closest('[data-dialog="key-sheet"]')) fill(document.querySelector("[data-key-sheet]"));
}, true);

function fill(sheet) {
  const all = bindings()
    .map(({ key, label, run }) => ({ key, label: typeof label === "function" ? label() : label, global: key === "?" || key === "/", run }))
    .filter(({ label }) => label);
  const seen = new Set();
  const unique = all.toReversed().filter(({ key }) => !seen.has(key) && seen.add(key)).toReversed();
  sheet.replaceChildren(
    ...section(word("keysPage"), unique.filter((binding) => !binding.global).map(line)),
    ...[...document.querySelectorAll("template[data-key-section]")].flatMap(told),
    ...section(word("keysEverywhere"), unique.filter((binding) => binding.global).map(line)),
  );
}

const told = (template) => section(template.dataset.title, [...template.content.cloneNode(true).children]);

function section(title, lines) {
  if (!lines.length) return [];
  const part = document.createElement("section");
  const head = document.createElement("h3");
  head.textContent = title;
  const list = document.createElement("ul");
  list.className = "plain";
  list.append(...lines);
  part.append(head, list);
  return [part];
}

function line({ key, label }) {
  const item = document.createElement("li");
  const cap = document.createElement("kbd");
  cap.textContent = Object.entries(SHOWN).reduce((text, [name, shown]) => text.replace(name, shown), key);
  const words = document.createElement("span");
  words.textContent = label;
  item.append(words, cap);
  return item;
}
