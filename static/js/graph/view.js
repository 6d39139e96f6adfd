/** The camera's hand: d3-zoom on the canvas for wheel, drag and pinch, and flights for buttons, keys and search. */
import { select, zoom, zoomIdentity } from "../vendor/d3.js";

const FLIGHT = 450;
const STEP = 180;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Binds `canvas`. `onMove(view, byHand)` hears every change of the view {k, x, y}; `byHand` tells wheel, drag and
 * pinch from moves that were asked for.
 */
export class View {
  #selection;
  #zoom;
  #onMove;
  current = { k: 1, x: 0, y: 0 };

  constructor(canvas, onMove) {
    this.#onMove = onMove;
    this.#zoom = zoom()
      .clickDistance(4)
      .duration(still.matches ? 0 : 250)
      .on("zoom", ({ transform, sourceEvent }) => this.#moved(transform, Boolean(sourceEvent)));
    this.#selection = select(canvas).call(this.#zoom);
  }

  /** Bounds of the scale. */
  limit(extent) {
    this.#zoom.scaleExtent(extent);
  }

  /** Go to `view`: at once, or as a flight where `flight` is set and motion is welcome. */
  go(view, { flight = false } = {}) {
    const transform = zoomIdentity.translate(view.x, view.y).scale(view.k);
    this.#animate(flight ? FLIGHT : 0, (target) => this.#zoom.transform(target, transform));
  }

  /** Zoom about a point [x, y] of the canvas, else about its middle. */
  zoomBy(factor, about) {
    this.#animate(STEP, (target) => this.#zoom.scaleBy(target, factor, about));
  }

  /** Move the window by that many pixels: positive `dx` shows what lies to the right. */
  pan(dx, dy) {
    this.#animate(STEP, (target) => this.#zoom.translateBy(target, -dx / this.current.k, -dy / this.current.k));
  }

  /** End a flight and let go of the canvas. */
  release() {
    this.#selection.interrupt().on(".zoom", null);
  }

  #animate(duration, change) {
    this.#selection.interrupt();
    change(duration && !still.matches ? this.#selection.transition().duration(duration) : this.#selection);
  }

  #moved({ k, x, y }, byHand) {
    this.current = { k, x, y };
    this.#onMove(this.current, byHand);
  }
}
