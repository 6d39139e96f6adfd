/**
 * Keys on the focused canvas. What they do is told to people in `#graph-help` and on the `?` sheet; page.js does it.
 */
import { WAYS } from "./compass.js";

const PAN = 90;
const FASTER = 3;
const NEARER = 1.5;

/** The deed of a key, which stands in lower case, with Shift held or not. */
const DEEDS = {
  tab: (shift) => ["next", shift ? -1 : 1],
  enter: () => ["enter"],
  " ": () => ["enter"],
  escape: () => ["leave"],
  "+": () => ["zoom", NEARER],
  "=": () => ["zoom", NEARER],
  "-": () => ["zoom", 1 / NEARER],
  0: () => ["fit"],
  e: (shift) => ["edge", shift ? -1 : 1],
  p: () => ["path"],
  l: () => ["around"],
  m: (shift) => [shift ? "collapse" : "expand"],
  h: () => ["versions"],
  x: (shift) => [shift ? "pickNear" : "pick"],
  i: (shift) => [shift ? "pickIsland" : "island"],
  v: () => ["pickView"],
  b: () => ["pin"],
};

/**
 * What a key press asks for, as [deed, argument], or null: ["go", way] for arrows, ["shift", way] with Shift,
 * ["pan", {dx, dy}] with Alt (three times as far with Shift), ["pickAll"] for A with Ctrl or Command; else that of `DEEDS`.
 */
export function deedOf({ key, shiftKey = false, altKey = false, ctrlKey = false, metaKey = false, isComposing = false }) {
  if (isComposing) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "a" && !shiftKey && !altKey ? ["pickAll"] : null;
  if (key in WAYS) return altKey ? ["pan", panned(WAYS[key], shiftKey)] : [shiftKey ? "shift" : "go", WAYS[key]];
  return altKey ? null : (DEEDS[key.toLowerCase()]?.(shiftKey) ?? null);
}

const panned = ({ dx, dy }, isFaster) => ({ dx: dx * PAN * (isFaster ? FASTER : 1), dy: dy * PAN * (isFaster ? FASTER : 1) });
