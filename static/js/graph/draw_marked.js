/** Draws what is selected among many: a double ring, which no state and no choice has, so that it is told without hue. */
import { nodeRadius } from "./detail.js";

const RINGS_FROM = 3; // pixels of a node's radius from which rings keep clear of the next node; smaller ones are filled
const MOST_IN_A_PATH = 64;

/** The `marked` nodes of a scene; small ones, and those of a crowded view, as squares in the colour of ink. */
export function drawMarked(context, scene, palette) {
  const { graph, view, detail, marked } = scene;
  const [rings, squares] = [new Paths((path) => ring(context, palette, path)), new Paths((path) => fill(context, palette, path))];
  for (const node of marked) {
    const [x, y] = [graph.x[node] * view.k + view.x, graph.y[node] * view.k + view.y];
    if (x < -20 || y < -20 || x > scene.width + 20 || y > scene.height + 20) continue;
    const r = nodeRadius(graph, node, detail.size);
    if (r < RINGS_FROM || detail.crowded) squares.next().rect(x - Math.max(r, 1), y - Math.max(r, 1), 2 * Math.max(r, 1), 2 * Math.max(r, 1));
    else addRings(rings.next(), x, y, r);
  }
  squares.paint();
  rings.paint();
}

/** One path after the other, since a raster's time grows faster than a path. */
class Paths {
  #paint;
  #path = new Path2D();
  #size = 0;

  constructor(paint) {
    this.#paint = paint;
  }

  next() {
    if (this.#size === MOST_IN_A_PATH) this.paint();
    this.#size += 1;
    return this.#path;
  }

  paint() {
    if (this.#size) this.#paint(this.#path);
    [this.#path, this.#size] = [new Path2D(), 0];
  }
}

function addRings(path, x, y, r) {
  for (const radius of [r + 3.5, r + 7]) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
  }
}

function ring(context, palette, path) {
  context.lineWidth = 4;
  context.strokeStyle = palette.page;
  context.stroke(path);
  context.lineWidth = 1.6;
  context.strokeStyle = palette.ink;
  context.stroke(path);
}

function fill(context, palette, path) {
  context.fillStyle = palette.ink;
  context.fill(path);
}
