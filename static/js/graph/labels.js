/** Which labels are shown: the more important first, none on top of another, none cut off by the window. */

const EDGE = 6; // pixels kept free at the rim of the window

/** A window that fills with boxes. */
export class LabelGrid {
  #taken = [];

  constructor(width, height) {
    this.width = width;
    this.height = height;
  }

  /** Keep a box {left, top, width, height} free of labels. */
  block(box) {
    this.#taken.push(box);
  }

  /** Take the first of the boxes that is free, within the window and `fits`, and give it; null when there is none. */
  place(boxes, fits = () => true) {
    const free = boxes.find((box) => this.#isFree(box) && fits(box));
    if (free) this.#taken.push(free);
    return free ?? null;
  }

  /** Take the first of the boxes that is free once it is moved into the window, else the one that covers the least. */
  insist(boxes) {
    const into = (value, room) => Math.max(EDGE, Math.min(value, room - EDGE));
    const moved = boxes.map(({ left, top, width, height }) => ({
      left: into(left, this.width - width), top: into(top, this.height - height), width, height,
    }));
    const free = this.place(moved);
    if (free) return free;
    const covered = moved.map((box) => this.#taken.filter((other) => meet(box, other)).length);
    const best = moved[covered.indexOf(Math.min(...covered))];
    this.#taken.push(best);
    return best;
  }

  #isFree(box) {
    const { left, top, width, height } = box;
    if (left < EDGE || top < EDGE || left + width > this.width - EDGE || top + height > this.height - EDGE) return false;
    for (const other of this.#taken) if (meet(box, other)) return false;
    return true;
  }
}

const meet = (one, other) =>
  one.left < other.left + other.width && other.left < one.left + one.width &&
  one.top < other.top + other.height && other.top < one.top + one.height;

/** Boxes for a text of that size beside a dot of radius r: right, left, above, below. */
export function besides(x, y, r, width, height) {
  const gap = r + 5;
  return [
    { left: x + gap, top: y - height / 2, width, height },
    { left: x - gap - width, top: y - height / 2, width, height },
    { left: x - width / 2, top: y - gap - height, width, height },
    { left: x - width / 2, top: y + gap, width, height },
  ];
}

/**
 * Boxes for the name of an island whose north coast is at `top` and south coast at `bottom`: on the north coast, in the
 * middle or to either side, pushed into the window where the coast lies outside it; else inside the north of the island,
 * south of it, or on its middle.
 */
export function onCoast(x, top, bottom, width, height, size) {
  const into = (left) => Math.min(Math.max(left, EDGE + 2), size.width - width - EDGE - 2);
  const pushed = Math.max(top - height - 3, EDGE + 2);
  if (bottom < pushed + height || x < -width || x > size.width + width) return [];
  const box = (left, at) => ({ left: into(left), top: at, width, height });
  const middle = x - width / 2;
  return [
    box(middle, pushed), box(x - width * 0.8, pushed), box(x - width * 0.2, pushed),
    box(middle, pushed + height + 6), box(middle, bottom + 3), box(middle, (top + bottom - height) / 2),
  ];
}

const MOST_KEPT = 20_000;
const widths = new Map();

/** The width of a text in a font; names are drawn anew with every frame. */
export function widthOf(context, font, text) {
  const key = `${font}\n${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > MOST_KEPT) widths.clear();
    context.font = font;
    widths.set(key, (width = context.measureText(text).width));
  }
  return width;
}

/** Cuts a text so that `measure(text)` is at most `widest`, with an ellipsis; by halving, as texts may be long. */
export function clipped(text, widest, measure) {
  if (measure(text) <= widest) return text;
  const letters = [...text];
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(`${letters.slice(0, middle).join("")}…`) <= widest) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join("").trimEnd()}…`;
}
