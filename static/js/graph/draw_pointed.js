/** Draws what the keyboard has come to and not chosen: a ring, and a name that is never left out. */
import { drawHovered } from "./draw_nodes.js";
import { drawLabels } from "./draw_labels.js";
import { clipped, onCoast } from "./labels.js";

const RING = 3; // pixels
const LEAST = 9; // pixels of a ring's radius
const NAME = { size: 13, widest: 280, height: 22, room: 8 };

/** Rings a node and writes its text; gives the nodes whose text is wanted. */
export function drawPointedNode(context, scene, node, palette, grid) {
  drawHovered(context, scene, node, palette);
  return drawLabels(context, scene, [node], palette, grid, scene.textOf, { inverted: true, swell: 1.3 });
}

/** Rings an island along its coast, or by its disc before that is there, and writes its name. */
export function drawPointedIsland(context, scene, island, palette, grid) {
  const { clusters, coasts, view } = scene;
  const { x, y, r, h = r, name } = clusters[island];
  const [left, top, radius, half] = [x * view.k + view.x, y * view.k + view.y, Math.max(r * view.k, LEAST), Math.max(h * view.k, LEAST)];
  const coast = coasts?.[island];
  context.strokeStyle = palette.accent;
  if (coast) {
    context.save();
    context.translate(view.x, view.y);
    context.scale(view.k, view.k);
    context.lineWidth = RING / view.k;
    context.stroke(coast.levels(view.k)[0]);
    context.restore();
  } else {
    context.lineWidth = RING;
    context.beginPath();
    context.roundRect(left - radius, top - half, 2 * radius, 2 * half, Math.min(radius, half));
    context.stroke();
  }
  const [north, south] = coast ? [coast.top, coast.bottom].map((end) => end * view.k + view.y) : [top - half, top + half];
  writeName(context, name, onCoast(left, north, south, widthOf(context, name, palette), NAME.height, scene), palette, grid);
}

function widthOf(context, name, palette) {
  context.font = `600 ${NAME.size}px ${palette.font}`;
  return Math.min(context.measureText(name).width, NAME.widest) + 2 * NAME.room;
}

function writeName(context, name, boxes, palette, grid) {
  if (!name || !boxes.length) return;
  const box = grid.insist(boxes);
  context.fillStyle = palette.ink;
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, 4);
  context.fill();
  context.fillStyle = palette.page;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillText(clipped(name, NAME.widest, (text) => context.measureText(text).width), box.left + NAME.room, box.top + box.height / 2 + 0.5);
}
