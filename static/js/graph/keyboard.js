/**
 * Keys on the focused canvas. What they do is told to people in `#graph-help` and on the `?` sheet; page.js does it.
 */
import { WAYS } from "./compass.js";

const PAN = 90;
const FASTER = 3;

/**
 * What a key press asks for, as [deed, argument], or null: ["go", way] for arrows, ["pan", {dx, dy}] with Alt (three
 * times as far with Shift); ["next", 1] for Tab, or -1 with Shift; ["enter"], ["leave"], ["zoom", factor], ["fit"],
 * ["edge", 1], or -1 with Shift, and ["path"].
 */
export function deedOf({ key, shiftKey = false, altKey = false, ctrlKey = false, metaKey = false, isComposing = false }) {
  if (ctrlKey || metaKey || isComposing) return null;
  if (key in WAYS) return altKey ? ["pan", panned(WAYS[key], shiftKey)] : ["go", WAYS[key]];
  if (altKey) return null;
  switch (key) {
    case "Tab":
      return ["next", shiftKey ? -1 : 1];
    case "Enter":
    case " ":
      return ["enter"];
    case "Escape":
      return ["leave"];
    case "+":
    case "=":
      return ["zoom", 1.5];
    case "-":
      return ["zoom", 1 / 1.5];
    case "0":
      return ["fit"];
    case "e":
    case "E":
      return ["edge", shiftKey ? -1 : 1];
    case "p":
    case "P":
      return ["path"];
    default:
      return null;
  }
}

const panned = ({ dx, dy }, isFaster) => ({ dx: dx * PAN * (isFaster ? FASTER : 1), dy: dy * PAN * (isFaster ? FASTER : 1) });
