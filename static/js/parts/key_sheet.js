/** Fills the `?` sheet from the registry each time it opens, so that it never lists a key that would do nothing. */
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
    ...section(word("keysPage"), unique.filter((binding) => !binding.global)),
    ...section(word("keysEverywhere"), unique.filter((binding) => binding.global)),
  );
}

function section(title, entries) {
  if (!entries.length) return [];
  const part = document.createElement("section");
  const head = document.createElement("h3");
  head.textContent = title;
  const list = document.createElement("ul");
  list.className = "plain";
  list.append(...entries.map(line));
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
