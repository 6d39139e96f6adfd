/** Draws nodes: shape = kind (memory hexagon, document square), border = state, fill = island. */
import { DOCUMENT, STATES } from "./decode.js";
import { CHOSEN_RING, chosenRadius, nodeRadius } from "./detail.js";

const [CURRENT, SUPERSEDED, PENDING, EXPIRING, FORGOTTEN] = STATES.keys();
const MOST_IN_A_PATH = 64;
const RING_FROM = 0.62; // size below which a border would be all one sees of a node
const HEXAGON_FROM = 3.1; // pixels; below, six corners cannot be told from a disc
const HEXAGON = Array.from({ length: 6 }, (_, n) => [Math.sin((n * Math.PI) / 3), -Math.cos((n * Math.PI) / 3)]);

/** Adds the outline of a node to a path. */
export function addShape(path, kind, x, y, r) {
  if (kind === DOCUMENT) {
    const half = r * 0.9;
    path.rect(x - half, y - half, 2 * half, 2 * half);
    return;
  }
  if (r < HEXAGON_FROM) {
    path.moveTo(x + r, y);
    path.arc(x, y, r, 0, 2 * Math.PI);
    return;
  }
  HEXAGON.forEach(([dx, dy], n) => (n ? path.lineTo(x + dx * r, y + dy * r) : path.moveTo(x + dx * r, y + dy * r)));
  path.closePath();
}

/** Nodes of one hue and state, painted at once. Not too many: a raster's time grows faster than a path. */
class Group {
  size = 0;

  constructor(newPath) {
    [this.shapes, this.dots, this.arcs] = [newPath(), newPath(), newPath()];
  }
}

/**
 * Draws `nodes` in the colours of `look` (palette.lit or palette.dim); `swell` scales them, `hueAt(node)` names
 * their hue. `ring` replaces the border, for the neighbours of what is chosen.
 */
export function drawNodes(context, scene, nodes, look, { swell = 1, ring = null } = {}) {
  const groups = new Map();
  const full = [];
  const { graph, detail, hueAt, view, grown } = scene;
  for (const node of nodes) {
    const x = graph.x[node] * view.k + view.x;
    const y = graph.y[node] * view.k + view.y;
    const r = nodeRadius(graph, node, detail.size) * swell * grown(node);
    if (x < -r || y < -r || x > scene.width + r || y > scene.height + r) continue;
    const state = graph.state[node];
    const key = hueAt(node) * STATES.length + state;
    let group = groups.get(key);
    if (!group || group.size === MOST_IN_A_PATH) {
      if (group) full.push([key, group]);
      groups.set(key, (group = new Group(scene.newPath)));
    }
    group.size += 1;
    addShape(group.shapes, graph.kind[node], x, y, r);
    if (state === PENDING) addDot(group.dots, x, y, Math.max(r * 0.36, 1));
    if (state === EXPIRING) addArc(group.arcs, x, y, r + 2.4);
  }
  for (const [key, group] of [...full, ...groups]) {
    const state = key % STATES.length;
    paint(context, group, state, look.hues[(key - state) / STATES.length], look, ring, detail.size);
  }
}

function addDot(path, x, y, r) {
  path.moveTo(x + r, y);
  path.arc(x, y, r, 0, 2 * Math.PI);
}

function addArc(path, x, y, r) {
  path.moveTo(x, y - r);
  path.arc(x, y, r, -Math.PI / 2, Math.PI);
}

function paint(context, group, state, hue, look, ring, size) {
  const line = Math.min(0.9 * Math.max(size, 0.8), 1.6);
  context.fillStyle = state === CURRENT || state === EXPIRING ? hue.fill : look.hollow;
  context.strokeStyle = ring ?? (state === PENDING ? look.pending : state === FORGOTTEN ? look.forgotten : hue.ring);
  context.lineWidth = (ring ? 1.5 : state === PENDING ? 1.35 : state === SUPERSEDED ? 1.15 : 1) * line;
  context.fill(group.shapes);
  if (size >= RING_FROM || ring || (state !== CURRENT && state !== EXPIRING)) context.stroke(group.shapes);
  if (state === PENDING) {
    context.fillStyle = look.pending;
    context.fill(group.dots);
  }
  if (state === EXPIRING) {
    context.strokeStyle = look.expiring;
    context.lineWidth = 1.5 * line;
    context.stroke(group.arcs);
  }
}

/** The chosen node: its shape, larger, inside a ring of the accent colour. */
export function drawChosen(context, scene, node, palette) {
  const { graph, view, detail } = scene;
  const x = graph.x[node] * view.k + view.x;
  const y = graph.y[node] * view.k + view.y;
  const r = chosenRadius(graph, node, detail.size);
  context.beginPath();
  context.arc(x, y, r + CHOSEN_RING, 0, 2 * Math.PI);
  context.fillStyle = palette.page;
  context.fill();
  context.strokeStyle = palette.accent;
  context.lineWidth = 2.5;
  context.stroke();
  const shape = scene.newPath();
  addShape(shape, graph.kind[node], x, y, r);
  context.fillStyle = palette.hues[scene.hueAt(node)];
  context.strokeStyle = palette.ink;
  context.lineWidth = 1.4;
  if (graph.state[node] === CURRENT || graph.state[node] === EXPIRING) context.fill(shape);
  context.stroke(shape);
}

/** A thin ring round the node under the pointer. */
export function drawHovered(context, scene, node, palette) {
  const { graph, view, detail } = scene;
  context.beginPath();
  context.arc(
    graph.x[node] * view.k + view.x,
    graph.y[node] * view.k + view.y,
    nodeRadius(graph, node, detail.size) + 3.5,
    0,
    2 * Math.PI,
  );
  context.strokeStyle = palette.ink;
  context.lineWidth = 1.25;
  context.stroke();
}
