/**
 * The worker's picture of a crowded view: half as large again as the window, moved along with the camera, and asked for
 * anew when it has worn out or the hand rests.
 */

const RIM = 0.25; // of the window, on every side
const WORN = 0.15; // share of the window that the middle may have moved, and of the scale that it may be off
const FRESH_FOR = 220; // milliseconds between two pictures while the map moves
const PAUSES = 5; // at least as many times as long as the last one took, so that a slow machine is left to move it
const REST = 40; // milliseconds without a move
const MOST_PIXELS = 5_000_000; // in one picture

/** Whether a picture taken for one view no longer does for another. */
export function isWorn(taken, view, { width, height }) {
  const scale = view.k / taken.k;
  const away = (at, was, length) => Math.abs(at - length / 2 - (was - length / 2) * scale) / length;
  return Math.abs(Math.log(scale)) > Math.log1p(WORN) || away(view.x, taken.x, width) > WORN || away(view.y, taken.y, height) > WORN;
}

const rimOf = (length) => Math.round(length * RIM);

/** The window of a picture for a view: {view, width, height, ratio}, larger on every side, with bounded pixels. */
export function padded(view, { width, height, ratio }) {
  const [wide, high] = [width + 2 * rimOf(width), height + 2 * rimOf(height)];
  return {
    view: { k: view.k, x: view.x + rimOf(width), y: view.y + rimOf(height) },
    width: wide,
    height: high,
    ratio: Math.min(ratio, Math.sqrt(MOST_PIXELS / (wide * high))),
  };
}

const same = (one, other) => one.k === other.k && one.x === other.x && one.y === other.y;

export class Picture {
  #ask;
  #onCome;
  #bitmap = null;
  #taken = null; // the view it shows, in window coordinates
  #of = null; // size of the window it was taken for
  #whole = null; // the one that shows the most, for what the sharp one does not cover
  #asking = false;
  #askedAt = 0;
  #stale = true;
  #timer;
  took = 0; // milliseconds from asking for the last one until it was there

  /** `ask(window)` promises {bitmap, view}; `onCome()` hears when there is another picture. */
  constructor(ask, onCome) {
    this.#ask = ask;
    this.#onCome = onCome;
  }

  /** Whether it was taken for just this view and is up to date. */
  isSharp(view, { width, height }) {
    return !this.#stale && this.#taken !== null && same(this.#taken, view) && this.#of.width === width && this.#of.height === height;
  }

  /** What is shown is out of date: colours, nodes or land have changed. */
  expire() {
    this.#stale = true;
    if (this.#whole && this.#whole.bitmap !== this.#bitmap) this.#whole.bitmap.close();
    this.#whole = null;
  }

  /** There is no such map any more. */
  drop() {
    clearTimeout(this.#timer);
    for (const kept of new Set([this.#bitmap, this.#whole?.bitmap])) kept?.close();
    this.#bitmap = this.#whole = this.#taken = null;
    this.#stale = true;
  }

  /** Draw it for `view`; false while there is none. Asks for a better one where that is due. */
  draw(context, view, size) {
    this.#see(view, size);
    if (!this.#bitmap) return false;
    const at = this.#placeOf(this.#taken, this.#of, view);
    if (!covers(at, size) && this.#whole && this.#whole.bitmap !== this.#bitmap) {
      put(context, this.#whole.bitmap, this.#placeOf(this.#whole.view, this.#whole.of, view));
      context.clearRect(at.left, at.top, at.width, at.height);
    }
    put(context, this.#bitmap, at);
    return true;
  }

  #placeOf(taken, of, view) {
    const scale = view.k / taken.k;
    // On whole pixels a copy will do, which is much cheaper than a picture drawn between them.
    const whole = scale === 1 ? Math.round : (value) => value;
    return {
      left: whole(view.x - (taken.x + rimOf(of.width)) * scale),
      top: whole(view.y - (taken.y + rimOf(of.height)) * scale),
      width: (of.width + 2 * rimOf(of.width)) * scale,
      height: (of.height + 2 * rimOf(of.height)) * scale,
    };
  }

  #see(view, size) {
    clearTimeout(this.#timer);
    if (this.isSharp(view, size)) return;
    const due = !this.#taken || this.#stale || (isWorn(this.#taken, view, size) && performance.now() - this.#askedAt > Math.max(FRESH_FOR, PAUSES * this.took));
    if (due) this.#take(view, size);
    else this.#timer = setTimeout(() => this.#take(view, size), REST);
  }

  async #take(view, size) {
    if (this.#asking) return;
    this.#asking = true;
    this.#stale = false;
    this.#askedAt = performance.now();
    try {
      const { bitmap } = await this.#ask(padded(view, size));
      this.#keep(bitmap, view, size);
      this.took = performance.now() - this.#askedAt;
    } finally {
      this.#asking = false;
    }
    this.#onCome();
  }

  #keep(bitmap, view, { width, height }) {
    if (this.#bitmap && this.#bitmap !== this.#whole?.bitmap) this.#bitmap.close();
    [this.#bitmap, this.#taken, this.#of] = [bitmap, view, { width, height }];
    if (this.#whole && view.k > this.#whole.view.k) return;
    this.#whole?.bitmap.close();
    this.#whole = { bitmap, view, of: this.#of };
  }
}

/** Scaled without smoothing: that takes most of a frame, and a sharp picture is on its way. */
function put(context, bitmap, { left, top, width, height }) {
  context.imageSmoothingEnabled = false;
  context.drawImage(bitmap, left, top, width, height);
}

const covers = ({ left, top, width, height }, size) => left <= 0 && top <= 0 && left + width >= size.width && top + height >= size.height;
