/** Draws texts of nodes: the chosen one inverted, its neighbours on paper; near at hand also the best linked in view. */
import { nodeRadius } from "./detail.js";
import { besides, clipped } from "./labels.js";

const SIZE = 12;
const WIDEST = 210;
const HEIGHT = 20;
export const MOST_LABELS = 40;

/**
 * Labels `nodes`, the first the most important, as far as there is room; `textOf(node)` gives a text or undefined.
 * Gives the nodes that would have a label had their text been there.
 */
export function drawLabels(context, scene, nodes, palette, grid, textOf, { inverted = false, swell = 1 } = {}) {
  const missing = [];
  context.font = `${inverted ? 600 : 400} ${SIZE}px ${palette.font}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  for (const node of nodes.slice(0, MOST_LABELS)) {
    const text = textOf(node);
    if (text === undefined) missing.push(node);
    else if (text) drawLabel(context, scene, node, text, palette, grid, inverted, swell);
  }
  return missing;
}

function drawLabel(context, scene, node, text, palette, grid, inverted, swell) {
  const shown = clipped(text, WIDEST, (part) => context.measureText(part).width);
  const width = context.measureText(shown).width + 10;
  const x = scene.graph.x[node] * scene.view.k + scene.view.x;
  const y = scene.graph.y[node] * scene.view.k + scene.view.y;
  const r = nodeRadius(scene.graph, node, scene.detail.size) * swell;
  const boxes = besides(x, y, inverted ? Math.max(r, 5) + 5 : r, width, HEIGHT);
  const box = inverted ? grid.insist(boxes) : grid.place(boxes);
  if (!box) return;
  context.fillStyle = inverted ? palette.ink : palette.label;
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, 4);
  context.fill();
  context.fillStyle = inverted ? palette.page : palette.ink;
  context.fillText(shown, box.left + 5, box.top + box.height / 2 + 0.5);
}
