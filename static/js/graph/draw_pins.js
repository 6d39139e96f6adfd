/** The mark of what is pinned: the head and the needle of a pin, above the node. */
import { CHOSEN_RING, nodeRadius } from "./detail.js";

const HEAD = 3.5; // pixels
const NEEDLE = 6;

/** Draws the marks of `pins`, those of the scene's nodes that are pinned. */
export function drawPins(context, { graph, view, width, height, detail, selection, pins }, palette) {
  context.lineWidth = 1.5;
  for (const node of pins) {
    const x = graph.x[node] * view.k + view.x;
    const foot = graph.y[node] * view.k + view.y - nodeRadius(graph, node, detail.size) - (node === selection.node ? CHOSEN_RING : 0);
    if (x < 0 || x > width || foot < 0 || foot > height + NEEDLE) continue;
    context.strokeStyle = palette.ink;
    context.beginPath();
    context.moveTo(x, foot);
    context.lineTo(x, foot - NEEDLE);
    context.stroke();
    context.fillStyle = palette.ink;
    context.strokeStyle = palette.page;
    context.beginPath();
    context.arc(x, foot - NEEDLE - HEAD, HEAD, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}
