/** Where a popover goes: below its opener, above where there is no room below, always within the window. Pure. */

const GAP = 6;
const EDGE = 8;

/** `anchor` is the opener's box, `size` the popover's, `view` the window's; all in CSS pixels. */
export function place(anchor, size, view) {
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - size.height;
  const top = below + size.height <= view.height - EDGE || above < EDGE ? below : above;
  const fromStart = anchor.left + size.width <= view.width - EDGE;
  const left = fromStart ? anchor.left : anchor.right - size.width;
  return {
    left: clamp(left, EDGE, view.width - EDGE - size.width),
    top: clamp(top, EDGE, view.height - EDGE - size.height),
  };
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(value, high));
}
