/** Draws the land: islands with soft contours and a coast line, one summed bridge per pair, and names on the coast. */
import { clipped, onCoast, widthOf } from "./labels.js";

const BEACH = 27; // map units that land may reach beyond the outermost member
const DEPTHS = [0.05, 0.04]; // of the inner contours, on land that has the colour of its island to 7 %
const CONTOURS_FROM = 90; // pixels across
const COAST = 0.5;
const NAME_SIZE = 13;
const NAME_HEIGHT = 19;
// A name may stand out of its island by that share of its width, so that names of small islands do not cover others.
const OVERHANG = 1.3;
const NAME_WIDTHS = [88, 260];
const BRIDGES_PER_ISLAND = 1.5;
const MOST_BRIDGES = 60;
const LEAST_NAMED = 60; // pixels across; smaller islands have no name while there are many
const FEW = 24;
const MOST_NAMES = 60;
const LONG_BRIDGE = 120; // pixels of open water from which on a bridge is only hinted at
const FAR_BRIDGE = 260; // from which on it is left out among many islands, where such lines cross and say nothing

/** Islands, each on ground of its own that hides what passes below. Before the nodes are there, discs stand for them. */
export function drawLand(context, scene, palette) {
  const { clusters, coasts, view, detail } = scene;
  context.save();
  context.translate(view.x, view.y);
  context.scale(view.k, view.k);
  context.lineWidth = 1 / view.k;
  clusters.forEach((cluster, index) => {
    if (isOutside(cluster, scene)) return;
    const levels = coasts?.[index]?.levels(view.k) ?? standIn(cluster, Boolean(coasts) && detail.nodes);
    if (!levels) return;
    const [land, ...contours] = levels;
    context.globalAlpha = 1;
    context.fillStyle = palette.land[cluster.hue];
    context.fill(land, "evenodd");
    context.fillStyle = context.strokeStyle = palette.hues[cluster.hue];
    if (2 * cluster.r * view.k >= CONTOURS_FROM) {
      contours.forEach((contour, depth) => {
        context.globalAlpha = DEPTHS[depth];
        context.fill(contour, "evenodd");
      });
    }
    context.globalAlpha = COAST;
    context.stroke(land);
  });
  context.restore();
}

/** Whether a cluster with its beach lies outside the window. */
function isOutside({ x, y, r, h = r }, { view, width, height }) {
  const [left, top] = [x * view.k + view.x, y * view.k + view.y];
  const [wide, high] = [(r + BEACH) * view.k, (h + BEACH) * view.k];
  return left + wide < 0 || top + high < 0 || left - wide > width || top - high > height;
}

/** What stands for a cluster that has no coast: a disc for an island, a box for a field whose nodes are not drawn. */
function standIn({ role, x, y, r, h }, nodesAreDrawn) {
  if (nodesAreDrawn || role === "omitted") return null;
  if (role !== "island") {
    const path = new Path2D();
    path.rect(x - r, y - h, 2 * r, 2 * h);
    return [path];
  }
  return [1, 0.8, 0.55].map((share) => {
    const path = new Path2D();
    path.arc(x, y, r * share, 0, 2 * Math.PI);
    return path;
  });
}

/**
 * One line from coast to coast per pair of islands, the thicker the more relations it stands for. Only the strongest:
 * a mesh of hair lines would say nothing.
 */
export function drawBridges(context, scene, palette) {
  const { clusters, bridges, view, shore } = scene;
  context.strokeStyle = palette.muted;
  context.lineCap = "round";
  for (const [low, high, count] of bridges.slice(0, Math.min(BRIDGES_PER_ISLAND * clusters.length, MOST_BRIDGES))) {
    const [from, to] = [clusters[low], clusters[high]];
    if (from?.role !== "island" || to?.role !== "island") continue;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const start = shore(low, angle) * view.k + 3;
    const length = Math.hypot(to.x - from.x, to.y - from.y) * view.k - shore(high, angle + Math.PI) * view.k - 3;
    const water = length - start;
    if (water <= 0 || (water > FAR_BRIDGE && clusters.length > FEW)) continue;
    const [x, y] = [from.x * view.k + view.x, from.y * view.k + view.y];
    context.globalAlpha = water > LONG_BRIDGE ? 0.17 : 0.45;
    context.lineWidth = Math.min(1 + Math.log2(count), 5) * Math.min(scene.detail.size, 1);
    context.beginPath();
    context.moveTo(x + Math.cos(angle) * start, y + Math.sin(angle) * start);
    context.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.lineCap = "butt";
}

/** Names with their counts, the largest island first; names that find no free place are left out. */
export function drawNames(context, scene, palette, grid) {
  const order = scene.clusters.map((_, index) => index).sort((a, b) => scene.clusters[b].count - scene.clusters[a].count);
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.lineJoin = "round";
  let room = MOST_NAMES;
  for (const index of order) {
    if (!room) break;
    if (isOutside(scene.clusters[index], scene) || isTooSmall(scene, index)) continue;
    const label = nameOf(context, scene, scene.clusters[index], palette);
    const [top, bottom] = extentOf(scene, index);
    const x = scene.clusters[index].x * scene.view.k + scene.view.x;
    const box = grid.place(onCoast(x, top, bottom, label.width, NAME_HEIGHT, scene));
    if (!box) continue;
    room -= 1;
    const y = box.top + box.height / 2;
    write(context, label.name, label.nameFont, palette.ink, box.left, y, palette);
    write(context, label.count, label.countFont, palette.muted, box.left + label.nameWidth + 6, y, palette);
  }
}

function isTooSmall({ clusters, view }, index) {
  return clusters.length > FEW && clusters[index].role === "island" && 2 * clusters[index].r * view.k < LEAST_NAMED;
}

function nameOf(context, scene, cluster, palette) {
  const size = cluster.hue ? NAME_SIZE : NAME_SIZE - 1;
  const nameFont = `${cluster.hue ? 600 : 550} ${size}px ${palette.font}`;
  const countFont = `400 ${size}px ${palette.font}`;
  const [least, most] = NAME_WIDTHS;
  const widest = cluster.role === "island" ? Math.min(Math.max(2 * cluster.r * scene.view.k * OVERHANG, least), most) : most;
  const name = clipped(cluster.name, widest, (text) => widthOf(context, nameFont, text));
  const nameWidth = widthOf(context, nameFont, name);
  const count = scene.number(cluster.count);
  return { name, count, nameFont, countFont, nameWidth, width: nameWidth + 6 + widthOf(context, countFont, count) };
}

/** North and south end of a cluster on the screen. */
function extentOf({ clusters, coasts, view }, index) {
  const { y, r, h } = clusters[index];
  const { top, bottom } = coasts?.[index] ?? { top: y - (h ?? r), bottom: y + (h ?? r) };
  return [top * view.k + view.y, bottom * view.k + view.y];
}

/** Text with a rim in the colour of the page, so that it reads over coasts and bridges. */
function write(context, text, font, colour, x, y, palette) {
  context.font = font;
  context.lineWidth = 4;
  context.strokeStyle = palette.page;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
