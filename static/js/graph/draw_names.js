/** Names: of islands on their coasts, and of the parts of an island that is large on the screen. */
import { isOutside } from "./draw_islands.js";
import { clipped, onCoast, widthOf } from "./labels.js";

const SIZE = 13;
const HEIGHT = 19;
const GAP = 6; // between a name and its count
// A name may stand out of its island by that share of its width, so that names of small islands do not cover others.
const OVERHANG = 1.3;
const WIDTHS = { hued: 112, grey: 88, most: 260 };
const LEAST_KEPT = 0.6; // share of its letters that a name must keep to say anything
const LEAST_LETTERS = 5; // and how many of them, with the dots
const LEAST_NAMED = 26; // pixels across; smaller islands have no name while there are many
const FEW = 24;
const MOST_NAMES = 60;
const SHALLOW = 0.85; // share of its disc that an island fills: its coast is not round
const LEAST_LAND = 3; // pixels; what is smaller may lie under a name

const DIVIDED_FROM = 300; // pixels across an island from which on its parts are told
const LEAST_PART = 48; // pixels across
const MOST_PARTS = 40;
const PART_SIZE = 12;
const PART_NAME = 128; // pixels that a name may take at least
const PART_AIR = 10; // pixels kept free round it
const PART_SPREAD = 8.5; // map units: a part of n nodes, as they stand on an island, has about this times √n as its radius
const PART_OUTLINE = { dash: [2, 4], share: 0.4 };

/**
 * Names with their counts, the largest island first. None lies on an island that is not its own, but for those of
 * coloured islands that find no other place. Gives what was written: {label, of, x, y}, `of` being what it
 * names, with the `cluster` and the size {width, height} of its box where a name begins.
 */
export function drawNames(context, scene, palette, grid) {
  const { clusters } = scene;
  const order = clusters.map((_, index) => index).sort((a, b) => clusters[b].count - clusters[a].count);
  const lands = landsOf(scene);
  const written = [];
  let room = MOST_NAMES;
  for (const index of order) {
    if (!room) break;
    if (index === scene.pointed.island || isOutside(clusters[index], scene) || isTooSmall(scene, index)) continue;
    const name = placed(context, scene, index, lands, palette, grid);
    room -= name.length > 0;
    written.push(...name);
  }
  return writeAll(context, written);
}

/** Islands in view as discs in pixels. */
function landsOf(scene) {
  const { clusters, view } = scene;
  const lands = [];
  clusters.forEach((cluster, index) => {
    const r = cluster.r * view.k * SHALLOW;
    if (cluster.role !== "island" || r <= LEAST_LAND || isOutside(cluster, scene)) return;
    lands.push({ index, x: cluster.x * view.k + view.x, y: cluster.y * view.k + view.y, r });
  });
  return lands;
}

function isTooSmall({ clusters, view }, index) {
  return clusters.length > FEW && clusters[index].role === "island" && 2 * clusters[index].r * view.k < LEAST_NAMED;
}

/** A name where it finds a place, else one that was cut down to the island's width, and its count; nothing without a place. */
function placed(context, scene, index, lands, palette, grid) {
  const cluster = scene.clusters[index];
  const middle = cluster.x * scene.view.k + scene.view.x;
  const [top, bottom] = extentOf(scene, index);
  const onWater = (box) => lands.every((land) => land.index === index || !covers(box, land));
  const [wide, narrow = wide] = widthsOf(scene, cluster);
  for (const [widest, isFit] of [[wide, onWater], [narrow, onWater], ...(cluster.hue ? [[wide, () => true]] : [])]) {
    const { name, count, width, countAt } = nameOf(context, scene, cluster, palette, widest);
    if (!isKept(name.text, cluster.name)) continue;
    const box = grid.place(onCoast(middle, top, bottom, width, HEIGHT, scene), isFit);
    if (!box) continue;
    const at = { of: cluster, x: box.left, y: box.top + box.height / 2 };
    return [{ ...at, label: name, cluster: index, width: box.width, height: box.height }, ...(count.text ? [{ ...at, label: count, x: box.left + countAt }] : [])];
  }
  return [];
}

/** Whether enough of a name is left. */
const isKept = (cut, name) => cut === name || cut.length >= Math.max(LEAST_KEPT * name.length, LEAST_LETTERS);

/** The most room a name may take: what its island bears, then the width of the island alone. */
function widthsOf({ view }, { role, r, hue }) {
  if (role !== "island") return [WIDTHS.most];
  const across = 2 * r * view.k;
  const least = hue ? WIDTHS.hued : WIDTHS.grey;
  return [Math.min(Math.max(across * OVERHANG, least), WIDTHS.most), across - 2 * GAP];
}

/** Whether a box lies over a disc. */
function covers({ left, top, width, height }, { x, y, r }) {
  const dx = x < left ? left - x : x > left + width ? x - left - width : 0;
  const dy = y < top ? top - y : y > top + height ? y - top - height : 0;
  return dx * dx + dy * dy < r * r;
}

/** A name of at most that width, with its count, which a name that was cut goes without: two labels, and their width. */
function nameOf(context, scene, cluster, palette, widest) {
  const size = cluster.hue ? SIZE : SIZE - 1;
  const nameFont = `${cluster.hue ? 600 : 550} ${size}px ${palette.font}`;
  const countFont = `400 ${size}px ${palette.font}`;
  const name = labelOf(clipped(cluster.name, widest, (text) => widthOf(context, nameFont, text)), nameFont, palette.ink, palette);
  const isTold = name.text === cluster.name && cluster.count !== null;
  const count = labelOf(isTold ? scene.number(cluster.count) : "", countFont, palette.count, palette);
  const countAt = widthOf(context, nameFont, name.text) + GAP;
  return { name, count, countAt, width: countAt + (count.text ? widthOf(context, countFont, count.text) : -GAP) };
}

const labelOf = (text, font, colour, palette) => ({ text, font, colour, rim: palette.page });

/** North and south end of a cluster on the screen. */
function extentOf({ clusters, coasts, view }, index) {
  const { y, r, h } = clusters[index];
  const { top, bottom } = coasts?.[index] ?? { top: y - (h ?? r), bottom: y + (h ?? r) };
  return [top * view.k + view.y, bottom * view.k + view.y];
}

/** The parts of islands that are large on the screen. */
export function partsInView(scene) {
  return scene.parts.map(compact).filter((part) => isTold(part, scene)).slice(0, MOST_PARTS);
}

/** Their soft outlines. */
export function drawPartOutlines(context, scene, palette, parts) {
  context.lineWidth = 1;
  context.globalAlpha = PART_OUTLINE.share;
  context.setLineDash(PART_OUTLINE.dash);
  for (const part of parts) {
    context.strokeStyle = palette.hues[scene.clusters[part.cluster].hue];
    context.beginPath();
    context.arc(part.x * scene.view.k + scene.view.x, part.y * scene.view.k + scene.view.y, part.r * scene.view.k, 0, 2 * Math.PI);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** A name for each where there is room; gives what was written, as `drawNames` does. */
export function drawPartNames(context, scene, palette, grid, parts) {
  return writeAll(context, parts.flatMap((part) => placedPart(context, scene, part, palette, grid)));
}

/** A part without its stragglers: the circle round all its members would cover others. */
const compact = (part) => ({ ...part, r: Math.min(part.r, PART_SPREAD * Math.sqrt(part.count)) });

function isTold(part, scene) {
  const { view, width, height, clusters } = scene;
  const across = 2 * part.r * view.k;
  const island = clusters[part.cluster];
  if (!island || 2 * island.r * view.k < DIVIDED_FROM || across < LEAST_PART || across > Math.max(width, height)) return false;
  return !isOutside(part, scene);
}

function placedPart(context, { view }, part, palette, grid) {
  const font = `500 ${PART_SIZE}px ${palette.font}`;
  const name = clipped(part.name, Math.max(2 * part.r * view.k, PART_NAME), (text) => widthOf(context, font, text));
  if (!isKept(name, part.name)) return [];
  const [x, y, r] = [part.x * view.k + view.x, part.y * view.k + view.y, part.r * view.k];
  const airy = { width: widthOf(context, font, name) + 2 * PART_AIR, height: HEIGHT + PART_AIR };
  const at = (middle) => ({ left: x - airy.width / 2, top: middle - airy.height / 2, ...airy });
  const box = grid.place([at(y), at(y - r * 0.6), at(y + r * 0.6)]);
  return box ? [{ label: labelOf(name, font, palette.ink, palette), of: part, x: box.left + PART_AIR, y: box.top + airy.height / 2 }] : [];
}

function writeAll(context, written) {
  for (const { label, x, y } of written) write(context, label, x, y);
  return written;
}

/** Text with a rim in the colour of the page, so that it reads over coasts, bridges and nodes; `y` is its middle. */
export function write(context, { text, font, colour, rim }, x, y) {
  context.font = font;
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.lineWidth = 6;
  context.strokeStyle = rim;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
