/**
 * Selecting by hand: a drag with Shift, or with a tool in hand, draws a box or a lasso (Alt changes the box for the
 * lasso). Without Shift and without a tool every drag is somebody else's.
 */
const FEWEST = 4; // pixels of movement below which a press is a click
const SHAPES = { box: boxPath, lasso: lassoPath };

export class Sweep {
  #canvas;
  #mark;
  #onSwept;
  #points = null;
  #pointer = null;
  #lasso = false;
  #swept = false;
  /** The tool in hand: "box", "lasso", or "". */
  tool = "";

  /** `mark` is the SVG that shows the shape; `onSwept(points, isLasso)` gets pixels of the canvas, [x, y] each. */
  constructor(canvas, mark, { onSwept, signal }) {
    [this.#canvas, this.#mark, this.#onSwept] = [canvas, mark, onSwept];
    const early = { signal, capture: true };
    const around = canvas.parentElement;
    around.addEventListener("pointerdown", (event) => this.#begin(event), early);
    canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
    canvas.addEventListener("pointerup", (event) => this.#end(event), { signal });
    canvas.addEventListener("pointercancel", () => this.#drop(), { signal });
    canvas.addEventListener("lostpointercapture", () => this.#drop(), { signal });
    // The camera listens to these two; it hears nothing of a drag that selects.
    for (const type of ["mousedown", "touchstart"]) around.addEventListener(type, (event) => this.#keep(event), early);
    around.addEventListener("click", (event) => this.#click(event), early);
  }

  get isAtWork() {
    return this.#points !== null;
  }

  /** Give a sweep up. */
  cancel() {
    this.#drop();
  }

  #begin(event) {
    this.#swept = false;
    if (this.#points) return this.#drop(); // a second finger
    if (event.target !== this.#canvas || event.button || event.ctrlKey || event.metaKey) return;
    if (!event.shiftKey && !this.tool) return;
    this.#lasso = event.altKey ? this.tool !== "lasso" : this.tool === "lasso";
    this.#pointer = event.pointerId;
    this.#points = [[event.offsetX, event.offsetY]];
    this.#canvas.setPointerCapture(event.pointerId);
  }

  #keep(event) {
    if (!this.#points || event.target !== this.#canvas) return;
    event.stopPropagation();
    // Without the camera's own handling the press would take the focus nowhere and select text.
    event.preventDefault();
    this.#canvas.focus({ preventScroll: true });
  }

  #move(event) {
    if (event.pointerId !== this.#pointer || !this.#points) return;
    const [first] = this.#points;
    const last = [event.offsetX, event.offsetY];
    if (!this.#swept && Math.hypot(last[0] - first[0], last[1] - first[1]) < FEWEST) return;
    this.#swept = true;
    this.#points = this.#lasso ? [...this.#points, last] : [first, last];
    this.#mark.toggleAttribute("hidden", false);
    this.#mark.firstElementChild.setAttribute("d", SHAPES[this.#lasso ? "lasso" : "box"](this.#points));
  }

  #end(event) {
    if (event.pointerId !== this.#pointer) return;
    const points = this.#points;
    const swept = this.#swept;
    this.#drop();
    this.#swept = swept;
    if (points && swept) this.#onSwept(points, this.#lasso);
  }

  #drop() {
    [this.#points, this.#pointer] = [null, null];
    this.#mark.toggleAttribute("hidden", true);
  }

  /** The click at the end of a sweep is none. */
  #click(event) {
    if (!this.#swept) return;
    this.#swept = false;
    event.stopPropagation();
    event.preventDefault();
  }
}

function boxPath([[x, y], [toX, toY]]) {
  return `M${x} ${y}H${toX}V${toY}H${x}Z`;
}

function lassoPath(points) {
  return `M${points.map((point) => point.join(" ")).join("L")}Z`;
}

/** The box {left, right, top, bottom} round points. */
export function boxRound(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/**
 * Whether a point lies inside a polygon, by the even-odd rule: a ray to the right crosses its sides an odd number of
 * times (M. Shimrat, "Algorithm 112: position of point relative to polygon", 1962).
 */
export function isInside(polygon, x, y) {
  let inside = false;
  for (let at = 0, before = polygon.length - 1; at < polygon.length; before = at, at += 1) {
    const [[x1, y1], [x2, y2]] = [polygon[at], polygon[before]];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
