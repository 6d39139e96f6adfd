/** Draws the land: islands with soft contours and a coast line, and one summed bridge per pair. */

const BEACH = 27; // map units that land may reach beyond the outermost member
const DEPTHS = [0.05, 0.04]; // of the inner contours, on land that has the colour of its island to 7 %
const CONTOURS_FROM = 90; // pixels across
const COAST = 0.5;
const BRIDGES_PER_ISLAND = 1.5;
const MOST_BRIDGES = 60;
const PIXELS_PER_BRIDGE = 8_000; // a small window shows fewer
const FEW = 24;
const LONG_BRIDGE = 120; // pixels of open water from which on a bridge is only hinted at
const UNDER = 0.85; // share of an island's radius: a bridge that comes nearer to its middle passes below it

/** Islands, each on ground of its own that hides what passes below. Before the nodes are there, discs stand for them. */
export function drawLand(context, scene, palette) {
  const { clusters, coasts, view, detail } = scene;
  context.save();
  context.translate(view.x, view.y);
  context.scale(view.k, view.k);
  context.lineWidth = 1 / view.k;
  clusters.forEach((cluster, index) => {
    if (isOutside(cluster, scene)) return;
    const levels = coasts?.[index]?.levels(view.k) ?? standIn(cluster, scene.newPath, Boolean(coasts) && detail.nodes);
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

/** Whether a cluster, or a part of one, lies outside the window with its beach. */
export function isOutside({ x, y, r, h = r }, { view, width, height }) {
  const [left, top] = [x * view.k + view.x, y * view.k + view.y];
  const [wide, high] = [(r + BEACH) * view.k, (h + BEACH) * view.k];
  return left + wide < 0 || top + high < 0 || left - wide > width || top - high > height;
}

/** What stands for a cluster that has no coast: a disc for an island, a box for a field whose nodes are not drawn. */
function standIn({ role, x, y, r, h }, newPath, nodesAreDrawn) {
  if (nodesAreDrawn || role === "omitted") return null;
  if (role !== "island") {
    const path = newPath();
    path.rect(x - r, y - h, 2 * r, 2 * h);
    return [path];
  }
  return [1, 0.8, 0.55].map((share) => {
    const path = newPath();
    path.arc(x, y, r * share, 0, 2 * Math.PI);
    return path;
  });
}

/**
 * One line from coast to coast per pair of islands, the thicker the more relations it stands for. Only the strongest:
 * a mesh of hair lines would say nothing. Of those that pass below other islands few are hinted at, among many none is.
 */
export function drawBridges(context, scene, palette) {
  const { clusters, bridges, view, shore, width, height } = scene;
  const isMany = clusters.length > FEW;
  let left = Math.min(BRIDGES_PER_ISLAND * clusters.length, MOST_BRIDGES, (width * height) / PIXELS_PER_BRIDGE);
  context.strokeStyle = palette.muted;
  context.lineCap = "round";
  for (const [low, high, count] of bridges) {
    if (left < 1) break;
    const [from, to] = [clusters[low], clusters[high]];
    if (from?.role !== "island" || to?.role !== "island") continue;
    const isUnder = clusters.some((other) => other !== from && other !== to && lies(other, from, to));
    if (isMany && isUnder) continue;
    left -= 1;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const start = shore(low, angle) * view.k + 3;
    const length = Math.hypot(to.x - from.x, to.y - from.y) * view.k - shore(high, angle + Math.PI) * view.k - 3;
    const water = length - start;
    if (water <= 0) continue;
    const [x, y] = [from.x * view.k + view.x, from.y * view.k + view.y];
    context.globalAlpha = isUnder || water > LONG_BRIDGE ? 0.17 : 0.45;
    context.lineWidth = Math.min(1 + Math.log2(count), 5) * Math.min(scene.detail.size, 1);
    context.beginPath();
    context.moveTo(x + Math.cos(angle) * start, y + Math.sin(angle) * start);
    context.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length);
    context.stroke();
  }
  context.globalAlpha = 1;
  context.lineCap = "butt";
}

/** Whether an island lies on the straight way between the middles of two others. */
function lies({ role, x, y, r }, from, to) {
  if (role !== "island") return false;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  if (along <= 0 || along >= 1) return false;
  return Math.hypot(from.x + along * dx - x, from.y + along * dy - y) < r * UNDER;
}
