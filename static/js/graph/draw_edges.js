/** Draws relations: dash = kind of relation; lit ones with arrows, the others as a quiet web of their island's hue. */
import { RELATIONS } from "./decode.js";
import { CHOSEN_RING, nodeRadius } from "./detail.js";
import { widthOf } from "./labels.js";

const [UPDATES, EXTENDS, DERIVES, SOURCE, KEY] = RELATIONS.keys();
const DASH = { [UPDATES]: [], [EXTENDS]: [5, 3.5], [DERIVES]: [1.5, 3], [SOURCE]: [], [KEY]: [7, 3, 1.5, 3] };
const ARROW = 7;
const NAME_ROOM = 40; // pixels of an edge beside its name
const MOST_NAMES = 24;
export const LANE = 11; // pixels between the middles of edges that run side by side
const LOOP = 5;
const LONG = 130; // pixels from which on an edge of the web is only hinted at: long ones cross all others
const WEB_SHARE = { short: 0.7, long: 0.1 };
const MOST_IN_A_PATH = 96; // a raster's time grows faster than a path

/** The web of `edges` inside islands, one path per cluster and dash. Bridges sum up what crosses the water. */
export function drawWeb(context, scene, edges, look) {
  const { graph, detail, hueOf } = scene;
  const paths = new Map();
  const full = [];
  for (const e of edges) {
    if (!scene.rings && graph.cluster[graph.source[e]] !== graph.cluster[graph.target[e]]) continue;
    const kind = graph.cluster[graph.source[e]] * RELATIONS.length + (detail.dashes ? graph.relation[e] : SOURCE);
    const key = 2 * kind + isLong(scene, e);
    let path = paths.get(key);
    if (!path || path.size === MOST_IN_A_PATH) {
      if (path) full.push([key, path]);
      paths.set(key, (path = Object.assign(scene.newPath(), { size: 0 })));
    }
    path.size += 1;
    addEdge(path, scene, e);
  }
  context.lineWidth = Math.min(0.8 * detail.size, 1.2);
  for (const [key, path] of [...full, ...paths]) {
    const kind = key >> 1;
    context.globalAlpha = key & 1 ? WEB_SHARE.long : WEB_SHARE.short;
    context.strokeStyle = look.hues[hueOf(Math.floor(kind / RELATIONS.length))].edge;
    context.setLineDash(DASH[kind % RELATIONS.length]);
    context.stroke(path);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Arrow heads of what updates what, near at hand. */
export function drawHeads(context, scene, edges, look) {
  const { graph, hueOf } = scene;
  const paths = new Map();
  for (const e of edges) {
    const cluster = graph.cluster[graph.source[e]];
    const crosses = !scene.rings && cluster !== graph.cluster[graph.target[e]];
    if (graph.relation[e] !== UPDATES || crosses || isLong(scene, e)) continue;
    if (!paths.has(cluster)) paths.set(cluster, scene.newPath());
    addArrow(paths.get(cluster), scene, e);
  }
  for (const [cluster, heads] of paths) {
    context.fillStyle = look.hues[hueOf(cluster)].edge;
    context.fill(heads);
  }
}

/** The lit edges in ink, each with its dash; directed ones with an arrow, merged ones with their count. */
export function drawLit(context, scene, edges, palette) {
  const { graph } = scene;
  context.strokeStyle = palette.ink;
  context.fillStyle = palette.ink;
  RELATIONS.forEach((_, kind) => {
    const path = scene.newPath();
    const heads = scene.newPath();
    for (const e of edges) {
      if (graph.relation[e] !== kind) continue;
      addEdge(path, scene, e);
      if (kind === UPDATES) addArrow(heads, scene, e);
    }
    context.setLineDash(DASH[kind]);
    context.lineWidth = kind === SOURCE || kind === KEY ? 1 : 1.5;
    context.stroke(path);
    context.setLineDash([]);
    context.fill(heads);
  });
  for (const e of edges) if (graph.count[e] > 1) drawCount(context, scene, e, palette);
}

/** What the lit edges are, in words, as far as there is room on the edge and beside other labels. */
export function drawRelationNames(context, scene, edges, palette, grid) {
  const font = `400 11px ${palette.font}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.lineWidth = 4;
  for (const e of edges.slice(0, MOST_NAMES)) {
    const { count, relation } = scene.graph;
    const word = count[e] > 1 ? `${scene.wordOf(relation[e])} ×${count[e]}` : scene.wordOf(relation[e]);
    const width = widthOf(context, font, word);
    const [x1, y1, x2, y2] = ends(scene, e);
    if (Math.hypot(x2 - x1, y2 - y1) < width + NAME_ROOM) continue;
    const [x, y] = middle(scene, e);
    const box = grid.place([{ left: x - width / 2, top: y - 8, width, height: 16 }]);
    if (!box) continue;
    context.font = font;
    context.strokeStyle = palette.page;
    context.strokeText(word, box.left, y);
    context.fillStyle = palette.muted;
    context.fillText(word, box.left, y);
  }
}

/** The edges of the node under the pointer, thin. */
export function drawHint(context, scene, edges, palette) {
  const path = scene.newPath();
  for (const e of edges) addEdge(path, scene, e);
  context.globalAlpha = 0.6;
  context.strokeStyle = palette.ink;
  context.lineWidth = 1;
  context.stroke(path);
  context.globalAlpha = 1;
}

function ends({ graph, view }, e) {
  const [from, to] = [graph.source[e], graph.target[e]];
  return [
    graph.x[from] * view.k + view.x,
    graph.y[from] * view.k + view.y,
    graph.x[to] * view.k + view.x,
    graph.y[to] * view.k + view.y,
  ];
}

function isLong(scene, e) {
  if (scene.rings) return 0;
  const [x1, y1, x2, y2] = ends(scene, e);
  return Math.hypot(x2 - x1, y2 - y1) > LONG ? 1 : 0;
}

/** Middle of an edge, moved aside into its lane. */
function middle(scene, e) {
  const [x1, y1, x2, y2] = ends(scene, e);
  const lane = scene.lanes[e];
  if (!lane) return [(x1 + x2) / 2, (y1 + y2) / 2];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const side = (LANE * lane * (scene.graph.source[e] < scene.graph.target[e] ? 1 : -1)) / length;
  return [(x1 + x2) / 2 + (y2 - y1) * side, (y1 + y2) / 2 - (x2 - x1) * side];
}

/** A line from node to node, bent where it has neighbours; a self link is a small loop at the upper right. */
function addEdge(path, scene, e) {
  const [x1, y1, x2, y2] = ends(scene, e);
  if (Math.max(x1, x2) < 0 || Math.max(y1, y2) < 0 || Math.min(x1, x2) > scene.width || Math.min(y1, y2) > scene.height) return null;
  if (scene.graph.source[e] !== scene.graph.target[e]) {
    path.moveTo(x1, y1);
    if (!scene.lanes[e]) return path.lineTo(x2, y2);
    const [mx, my] = middle(scene, e);
    return path.quadraticCurveTo(2 * mx - (x1 + x2) / 2, 2 * my - (y1 + y2) / 2, x2, y2);
  }
  const node = scene.graph.source[e];
  const r = nodeRadius(scene.graph, node, scene.detail.size) * 1.3 + (node === scene.selection.node ? CHOSEN_RING : 0);
  const off = (r + LOOP) * Math.SQRT1_2;
  path.moveTo(x1 + off + LOOP, y1 - off);
  return path.arc(x1 + off, y1 - off, LOOP, 0, 2 * Math.PI);
}

/** An arrow head that ends at the border of the target. */
function addArrow(path, scene, e) {
  const [, , x2, y2] = ends(scene, e);
  const [x1, y1] = middle(scene, e);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < ARROW) return;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const stop = nodeRadius(scene.graph, scene.graph.target[e], scene.detail.size) * 1.3 + 2;
  const [tipX, tipY] = [x2 - ux * stop, y2 - uy * stop];
  path.moveTo(tipX, tipY);
  path.lineTo(tipX - ux * ARROW - uy * ARROW * 0.4, tipY - uy * ARROW + ux * ARROW * 0.4);
  path.lineTo(tipX - ux * ARROW + uy * ARROW * 0.4, tipY - uy * ARROW - ux * ARROW * 0.4);
  path.closePath();
}

function drawCount(context, scene, e, palette) {
  const [x, y] = middle(scene, e);
  const text = `×${scene.graph.count[e]}`;
  context.font = `500 11px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 4;
  context.strokeStyle = palette.page;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
  context.strokeStyle = palette.ink;
}
