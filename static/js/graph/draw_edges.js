/** Draws relations: dash = kind of relation; lit ones with arrows, the others as a quiet web of their island's hue. */
import { RELATIONS } from "./decode.js";
import { nodeRadius } from "./detail.js";

const [UPDATES, EXTENDS, DERIVES, SOURCE, KEY] = RELATIONS.keys();
const DASH = { [UPDATES]: [], [EXTENDS]: [5, 3.5], [DERIVES]: [1.5, 3], [SOURCE]: [], [KEY]: [7, 3, 1.5, 3] };
const ARROW = 7;
const LOOP = 5;

/** The web inside islands, and near at hand also what crosses the water. One path per hue and dash. */
export function drawWeb(context, scene, look) {
  const { graph, detail, hueOf } = scene;
  const paths = new Map();
  for (let e = 0; e < graph.m; e += 1) {
    const inside = graph.cluster[graph.source[e]] === graph.cluster[graph.target[e]];
    if (!inside && !detail.crossings) continue;
    const kind = detail.dashes ? graph.relation[e] : SOURCE;
    const key = (inside ? hueOf(graph.source[e]) : -1) * RELATIONS.length + kind;
    if (!paths.has(key)) paths.set(key, new Path2D());
    addEdge(paths.get(key), scene, e);
  }
  for (const [key, path] of paths) {
    const kind = ((key % RELATIONS.length) + RELATIONS.length) % RELATIONS.length;
    const hue = (key - kind) / RELATIONS.length;
    context.globalAlpha = hue < 0 ? 0.25 : 0.6;
    context.strokeStyle = hue < 0 ? look.hues[0].edge : look.hues[hue].edge;
    context.lineWidth = Math.min(0.8 * detail.size, 1.2);
    context.setLineDash(DASH[kind]);
    context.stroke(path);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** The lit edges in ink, each with its dash; directed ones with an arrow, merged ones with their count. */
export function drawLit(context, scene, edges, palette) {
  const { graph } = scene;
  context.strokeStyle = palette.ink;
  context.fillStyle = palette.ink;
  RELATIONS.forEach((_, kind) => {
    const path = new Path2D();
    const heads = new Path2D();
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

function ends({ graph, view }, e) {
  const [from, to] = [graph.source[e], graph.target[e]];
  return [
    graph.x[from] * view.k + view.x,
    graph.y[from] * view.k + view.y,
    graph.x[to] * view.k + view.x,
    graph.y[to] * view.k + view.y,
  ];
}

/** A line from node to node; a self link is a small loop at the upper right. */
function addEdge(path, scene, e) {
  const [x1, y1, x2, y2] = ends(scene, e);
  if (Math.max(x1, x2) < 0 || Math.max(y1, y2) < 0 || Math.min(x1, x2) > scene.width || Math.min(y1, y2) > scene.height) return;
  if (scene.graph.source[e] !== scene.graph.target[e]) {
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
    return;
  }
  const off = nodeRadius(scene.graph, scene.graph.source[e], scene.detail.size) * 0.7 + LOOP * 0.7;
  path.moveTo(x1 + off + LOOP, y1 - off);
  path.arc(x1 + off, y1 - off, LOOP, 0, 2 * Math.PI);
}

/** An arrow head that ends at the border of the target. */
function addArrow(path, scene, e) {
  const [x1, y1, x2, y2] = ends(scene, e);
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 2 * ARROW) return;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const stop = nodeRadius(scene.graph, scene.graph.target[e], scene.detail.size) * 1.3 + 2;
  const [tipX, tipY] = [x2 - ux * stop, y2 - uy * stop];
  path.moveTo(tipX, tipY);
  path.lineTo(tipX - ux * ARROW - uy * ARROW * 0.4, tipY - uy * ARROW + ux * ARROW * 0.4);
  path.lineTo(tipX - ux * ARROW + uy * ARROW * 0.4, tipY - uy * ARROW - ux * ARROW * 0.4);
  path.closePath();
}

function drawCount(context, scene, e, palette) {
  const [x1, y1, x2, y2] = ends(scene, e);
  const text = `×${scene.graph.count[e]}`;
  context.font = `500 11px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 4;
  context.strokeStyle = palette.page;
  context.strokeText(text, (x1 + x2) / 2, (y1 + y2) / 2);
  context.fillText(text, (x1 + x2) / 2, (y1 + y2) / 2);
  context.strokeStyle = palette.ink;
}
