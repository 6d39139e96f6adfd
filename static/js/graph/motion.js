/** While the map moves, the last full picture is moved along; a full one follows when the hand rests or it wears out. */

const REST = 90; // milliseconds without a move
const FRESH_FOR = 160; // least time between two full pictures while the map moves
const WORN = 0.3; // share of the window that may be missing, and how far the scale may be off

/** How much of the picture is missing, or how far it is scaled, when a view is shown by a picture of another view. */
export function wear(taken, view, { width, height }) {
  const scale = view.k / taken.k;
  const left = view.x - taken.x * scale;
  const top = view.y - taken.y * scale;
  const shown = (start, length) => Math.max(Math.min(start + length * scale, length) - Math.max(start, 0), 0) / length;
  return Math.max(1 - shown(left, width) * shown(top, height), Math.abs(Math.log2(scale)));
}

/** The picture of one canvas. */
export class Motion {
  #copy = document.createElement("canvas");
  #taken = null;
  #at = 0;
  #timer;

  /** Draw `canvas` from its last picture for `view`; false when a full drawing is due. `onRest` is called once it rests. */
  draw(context, view, size, onRest) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => onRest(), REST);
    const worn = !this.#taken || (wear(this.#taken, view, size) > WORN && performance.now() - this.#at > FRESH_FOR);
    if (worn) return false;
    const scale = view.k / this.#taken.k;
    context.clearRect(0, 0, size.width, size.height);
    context.drawImage(
      this.#copy,
      view.x - this.#taken.x * scale,
      view.y - this.#taken.y * scale,
      size.width * scale,
      size.height * scale,
    );
    return true;
  }

  /** Keep what was just drawn in full for `view`. */
  keep(canvas, view) {
    this.#copy.width = canvas.width;
    this.#copy.height = canvas.height;
    this.#copy.getContext("2d").drawImage(canvas, 0, 0);
    this.#taken = view;
    this.#at = performance.now();
  }

  /** Have the next drawing be a full one. */
  drop() {
    clearTimeout(this.#timer);
    this.#taken = null;
  }
}
