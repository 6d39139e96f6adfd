/** Draws what a local graph has in place of islands: the edges of its rings, and marks of what is not shown. */
import { CHOSEN_RING, chosenRadius, nodeRadius } from "./detail.js";
import { widthOf } from "./labels.js";

const HEIGHT = 16;
const DASH = [2, 5];

/** A thin circle round each ring, the further the fainter. */
export function drawRings(context, { rings, view }, palette) {
  context.strokeStyle = palette.muted;
  context.lineWidth = 1;
  context.setLineDash(DASH);
  for (let hop = 1; hop < rings.radii.length; hop += 1) {
    context.globalAlpha = 0.55 / hop;
    context.beginPath();
    context.arc(view.x, view.y, rings.radii[hop] * view.k, 0, 2 * Math.PI);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** "+212" at each of the nodes that have neighbours which are not shown; no label covers it. */
export function drawMarks(context, scene, nodes, palette, grid) {
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const node of nodes) {
    if (!isMarked(scene, node)) continue;
    const box = markOf(context, scene, node, palette.font);
    grid.block(box);
    context.beginPath();
    context.roundRect(box.left, box.top, box.width, box.height, HEIGHT / 2);
    context.fillStyle = palette.label;
    context.fill();
    context.strokeStyle = palette.muted;
    context.stroke();
    context.fillStyle = palette.ink;
    context.fillText(box.text, box.left + box.width / 2, box.top + HEIGHT / 2 + 0.5);
  }
}

/** The marked node under a point of the window, or -1. */
export function markAt(context, scene, nodes, { x, y }, font) {
  const found = nodes.find((node) => {
    if (!isMarked(scene, node)) return false;
    const { left, top, width, height } = markOf(context, scene, node, font);
    return x >= left && y >= top && x <= left + width && y <= top + height;
  });
  return found ?? -1;
}

/** From afar only what is chosen or pointed at is marked. */
function isMarked({ rings, detail, selection, hovered }, node) {
  return rings.beyond[node] > 0 && (detail.dashes || node === selection.node || node === hovered);
}

/** The box of a node's mark with its text. */
function markOf(context, { rings, graph, view, detail, number, selection }, node, font) {
  const text = `+${number(rings.beyond[node])}`;
  const style = `500 11px ${font}`;
  const width = widthOf(context, style, text) + 10;
  context.font = style;
  const r = node === selection.node ? chosenRadius(graph, node, detail.size) + CHOSEN_RING : nodeRadius(graph, node, detail.size) + 1;
  return { left: graph.x[node] * view.k + view.x + r * 0.6, top: graph.y[node] * view.k + view.y + r * 0.6, width, height: HEIGHT, text };
}
