/** The canvas and its frames: sizes it, draws only when something changed, and spares full drawings while it moves. */
import { draw } from "./draw.js";
import { HeldNames } from "./held_names.js";
import { Motion } from "./motion.js";
import { readPalette } from "./palette.js";

const MOST_PIXELS = 2; // device pixels per CSS pixel that are drawn at most

export class Stage {
  #canvas;
  #context;
  #scene;
  #onDrawn;
  #palette = null;
  #ramp = false;
  #frame = 0;
  #moving = false;
  #motion = new Motion();
  #held = new HeldNames();
  size = { width: 0, height: 0, ratio: 1 };
  frames = 0;
  drawn = 0;
  took = 0;

  /** Nothing is drawn before `repaint` has read the colours. `scene()` gives what `draw` draws; `onDrawn(missing)` hears after each full drawing which nodes lack a text. */
  constructor(canvas, scene, onDrawn) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d");
    this.#scene = scene;
    this.#onDrawn = onDrawn;
  }

  /** The colours in use. */
  get palette() {
    return this.#palette;
  }

  /** Where names of islands are in a view, as `HeldNames.boxes` gives them. */
  namesIn(view) {
    return this.#held.boxes(view);
  }

  /** Take the size of the box round the canvas; false while it has none, and when it is the same. */
  resize() {
    const { width, height } = this.#canvas.parentElement.getBoundingClientRect();
    const ratio = Math.min(devicePixelRatio || 1, MOST_PIXELS);
    const known = this.size.width === width && this.size.height === height && this.size.ratio === ratio;
    if (known || !width || !height) return false;
    this.size = { width, height, ratio };
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return true;
  }

  /** Read the colours anew; with `ramp` those of age (see palette.js). */
  repaint({ ramp = this.#ramp } = {}) {
    this.#ramp = ramp;
    this.#palette = readPalette(this.#canvas.parentElement, { ramp });
    this.redraw();
  }

  /** Draw in full before the next frame is shown. */
  redraw() {
    this.#moving = false;
    this.#schedule();
  }

  /** Draw before the next frame is shown, from the last picture where that will do. */
  move() {
    this.#moving = true;
    this.#schedule();
  }

  /** Draw in full now: a canvas that was given a new size is blank. */
  drawNow() {
    this.#moving = false;
    this.#draw();
  }

  release() {
    cancelAnimationFrame(this.#frame);
    this.#motion.drop();
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.size.width || !this.#palette) return;
    this.frames += 1;
    const begin = performance.now();
    const scene = this.#scene(begin);
    // A picture of the worker's is moved by itself.
    const moving = this.#moving && !scene.picture;
    if (moving && this.#motion.draw(this.#context, scene.view, this.size, () => this.redraw())) return;
    const { drawn, missing } = draw(this.#context, { ...scene, moving: this.#moving, held: this.#held }, this.#palette);
    if (moving) this.#motion.keep(this.#canvas, scene.view);
    else this.#motion.drop();
    this.drawn = drawn;
    this.took = performance.now() - begin;
    this.#onDrawn(missing);
  }
}
