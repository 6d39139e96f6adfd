/** Keys on the focused canvas: arrows walk or pan, Enter opens, E opens relations, P paths, Escape leaves, + - 0 zoom. */

const ANGLES = { ArrowRight: 0, ArrowDown: Math.PI / 2, ArrowLeft: Math.PI, ArrowUp: -Math.PI / 2 };
const PAN = 90;
const FASTER = 3;

/**
 * What a key press asks for, as [deed, argument], or null: ["walk", angle] while something is chosen and Alt is not
 * held, else ["pan", {dx, dy}] (three times as far with Shift); ["open"], ["leave"], ["zoom", factor], ["fit"],
 * ["start"] for Enter while nothing is chosen; while something is, ["edge", 1 or -1 with Shift] and ["path"].
 */
export function deedOf({ key, shiftKey = false, altKey = false, ctrlKey = false, metaKey = false, isComposing = false }, chosen) {
  if (ctrlKey || metaKey || isComposing) return null;
  if (key in ANGLES) {
    if (chosen && !altKey) return ["walk", ANGLES[key]];
    const far = PAN * (shiftKey ? FASTER : 1);
    return ["pan", { dx: Math.round(Math.cos(ANGLES[key])) * far, dy: Math.round(Math.sin(ANGLES[key])) * far }];
  }
  switch (key) {
    case "Enter":
    case " ":
      return [chosen ? "open" : "start"];
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
      return chosen ? ["edge", shiftKey ? -1 : 1] : null;
    case "p":
    case "P":
      return chosen ? ["path"] : null;
    default:
      return null;
  }
}
