/**
 * The one registry of keys. A button or link says `data-key="a"` and is pressed for it; modules call `register`.
 *
 * Inside an open dialog or popover only its own keys count. `data-key-label` names the deed on the `?` sheet (else
 * the element's text does). `<body data-keys="off">` switches single-key shortcuts off.
 */
import { choose, shortcutOf } from "./key_rules.js";

const registered = [];

/** Call `run(event)` for `key`, unless an element with that `data-key` is on the page. Gives a function that takes it back. */
export function register(key, label, run) {
  if (registered.some((binding) => binding.key === key)) throw new Error(`The key ${key} is taken.`);
  const binding = { key, label, run, scope: "page" };
  registered.push(binding);
  return () => registered.splice(registered.indexOf(binding), 1);
}

/** Every binding that counts now: {key, label, scope, run}. */
export function bindings() {
  const found = [...document.querySelectorAll("[data-key]")].filter(isLive).map((element) => ({
    key: element.dataset.key,
    label: element.dataset.keyLabel || element.getAttribute("aria-label") || ownText(element),
    scope: scopeOf(element),
    run: () => press(element),
  }));
  return [...registered, ...found];
}

export const singleKeysOn = () => document.body.dataset.keys !== "off";

function isLive(element) {
  // The person's menu keeps the `?` key although it is closed: it is no deed of the menu.
  if (element.dataset.key === "?") return true;
  return !element.disabled && element.getAttribute("aria-disabled") !== "true" && element.checkVisibility();
}

function scopeOf(element) {
  if (element.dataset.key === "?") return "page";
  return element.closest("dialog[open], [popover]:popover-open") ?? "page";
}

function openScopes() {
  const layers = [...document.querySelectorAll("dialog[open], [popover]:popover-open")];
  const modal = layers.findLast((layer) => layer.matches(":modal"));
  // An open modal hides all keys outside it; a popover, as the notices are, lends the page's while it lacks its own.
  return modal ? [null, ...layers.filter((layer) => modal.contains(layer))] : ["page", ...layers];
}

function press(element) {
  if (element.matches("input, select, textarea") && element.type !== "checkbox") element.focus();
  else element.click();
}

function ownText(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("kbd, svg").forEach((part) => part.remove());
  return copy.textContent.trim().replace(/\s+/g, " ");
}

function targetOf(element) {
  return {
    tag: element.tagName ?? "",
    type: element.type ?? "",
    role: element.getAttribute?.("role") ?? "",
    editable: Boolean(element.isContentEditable),
  };
}

function onKey(event) {
  const pressed = {
    key: event.key ?? "",
    keyCode: event.keyCode,
    isComposing: event.isComposing,
    defaultPrevented: event.defaultPrevented,
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
  };
  const name = shortcutOf(pressed, targetOf(event.composedPath()[0] ?? event.target), { singleKeys: singleKeysOn() });
  if (name === null || event.repeat && name.length === 1 && !"jk".includes(name)) return;
  const binding = choose(bindings(), name, openScopes());
  if (!binding) return;
  event.preventDefault();
  binding.run(event);
}

document.addEventListener("keydown", onKey);
