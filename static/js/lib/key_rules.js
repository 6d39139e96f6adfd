/** When a key press is a shortcut and which one: pure rules, without a document. */

const TEXT_INPUTS = new Set([
  "text", "search", "email", "password", "url", "tel", "number", "date", "datetime-local", "month", "time", "week",
]);

/** Whether letters typed at `target` ({tag, type, editable, role}) are text. */
export function takesText(target) {
  if (target.editable) return true;
  if (target.role === "textbox" || target.role === "combobox" || target.role === "searchbox") return true;
  if (target.tag === "TEXTAREA" || target.tag === "SELECT") return true;
  return target.tag === "INPUT" && TEXT_INPUTS.has(target.type || "text");
}

/** Whether `target` itself answers to `name`: Enter and Space press buttons and follow links, arrows move radios. */
export function ownsKey(target, name) {
  const pressed = name === "Enter" || name === "Space";
  if (pressed && (target.tag === "BUTTON" || target.tag === "A" || target.tag === "SUMMARY" || target.role === "button")) return true;
  if (target.tag === "INPUT" && (pressed || (target.type === "radio" && name.startsWith("Arrow")))) return true;
  return target.tag === "INPUT" && target.type === "range" && name.startsWith("Arrow");
}

/** The name of a press: `a`, `?`, `Enter`, `Space`, `ArrowUp`, `mod+k` (Ctrl, or Command on a Mac). */
export function keyName(press) {
  const name = press.key === " " ? "Space" : press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return press.ctrl || press.meta ? `mod+${name}` : name;
}

/**
 * The name of the shortcut a press asks for, or null. While an input method composes (isComposing, or key code 229
 * in browsers that report only that) every key belongs to it. A single printable key counts only while single-key
 * shortcuts are on (WCAG 2.1.4), and never where text is typed; `Escape` and `mod+` keys count anywhere.
 */
export function shortcutOf(press, target, { singleKeys = true } = {}) {
  if (press.isComposing || press.keyCode === 229 || press.defaultPrevented || press.alt) return null;
  const name = keyName(press);
  if (name === "Escape" || name.startsWith("mod+")) return name;
  if (takesText(target) || ownsKey(target, name)) return null;
  if (press.key.length === 1 && !singleKeys) return null;
  return name;
}

/**
 * The binding that answers to `name` among `bindings` ({key, scope}), or null. `scopes` lists the open scopes, innermost
 * last; an entry `null` stops the search there, as an open dialog does. In one scope the last binding wins.
 */
export function choose(bindings, name, scopes) {
  for (let n = scopes.length - 1; n >= 0; n -= 1) {
    if (scopes[n] === null) return null;
    const found = bindings.findLast((binding) => binding.key === name && binding.scope === scopes[n]);
    if (found) return found;
  }
  return null;
}
