/** The shape of islands: a density field of the members, drawn as nested contours. */
import { contours } from "../../dist/d3.js";

const SPREAD = 9; // map units; neighbours on an island stand about 13 apart
const REACH = 3 * SPREAD;
// In units of one lone member's peak; on full ground the density is about 3. The first level is the coast.
const LEVELS = [0.34, 1.25, 2.2];
const FINE_CELLS = 40_000;

/** For each of `clusters` ({role}) its `levels` as Path2D in map units; `top` and `bottom` are y of north and south coast. */
export function coasts(graph, clusters) {
  const members = clusters.map(() => []);
  for (let node = 0; node < graph.n; node += 1) members[graph.cluster[node]]?.push(node);
  return clusters.map(({ role }, cluster) => (role === "isolated" ? null : coastOf(graph, members[cluster])));
}

function coastOf(graph, members) {
  if (!members.length) return null;
  const field = density(graph, members);
  const shapes = contours().size([field.columns, field.rows]).thresholds(LEVELS)(field.values);
  const at = ([column, row]) => [field.left + column * field.cell, field.top + row * field.cell];
  let [top, bottom] = [Infinity, -Infinity];
  for (const [ring] of shapes[0].coordinates) {
    for (const point of ring) {
      top = Math.min(top, at(point)[1]);
      bottom = Math.max(bottom, at(point)[1]);
    }
  }
  return { levels: shapes.map((shape) => pathOf(shape, at)), top, bottom };
}

/** Sum of bells round the members on a grid: {values, columns, rows, cell, left, top}. */
function density(graph, members) {
  const xs = members.map((node) => graph.x[node]);
  const ys = members.map((node) => graph.y[node]);
  const left = min(xs) - REACH;
  const top = min(ys) - REACH;
  const width = -min(xs.map((x) => -x)) + REACH - left;
  const height = -min(ys.map((y) => -y)) + REACH - top;
  const cell = Math.max(3, Math.sqrt((width * height) / FINE_CELLS));
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const values = new Float64Array(columns * rows);
  members.forEach((node, n) => addBell(values, columns, rows, (xs[n] - left) / cell - 0.5, (ys[n] - top) / cell - 0.5, cell));
  return { values, columns, rows, cell, left, top };
}

function addBell(values, columns, rows, x, y, cell) {
  const reach = REACH / cell;
  const sharp = (cell / SPREAD) ** 2 / 2;
  const last = Math.min(rows - 1, Math.floor(y + reach));
  const right = Math.min(columns - 1, Math.floor(x + reach));
  for (let row = Math.max(0, Math.ceil(y - reach)); row <= last; row += 1) {
    for (let column = Math.max(0, Math.ceil(x - reach)); column <= right; column += 1) {
      values[row * columns + column] += Math.exp(-sharp * ((column - x) ** 2 + (row - y) ** 2));
    }
  }
}

function pathOf({ coordinates }, at) {
  const path = new Path2D();
  for (const polygon of coordinates) {
    for (const ring of polygon) {
      ring.forEach((point, n) => (n ? path.lineTo(...at(point)) : path.moveTo(...at(point))));
      path.closePath();
    }
  }
  return path;
}

const min = (values) => values.reduce((least, value) => Math.min(least, value), Infinity);

/** How far a cluster reaches toward a direction (radians): where a bridge leaves its coast. */
export function shores(graph, clusters, sectors = 48) {
  const reach = clusters.map(({ r, role }) => (role === "island" && !graph.n ? new Float32Array(sectors).fill(r) : new Float32Array(sectors)));
  for (let node = 0; node < graph.n; node += 1) {
    const cluster = clusters[graph.cluster[node]];
    if (!cluster) continue;
    const dx = graph.x[node] - cluster.x;
    const dy = graph.y[node] - cluster.y;
    const sector = Math.floor(((Math.atan2(dy, dx) / (2 * Math.PI) + 1) % 1) * sectors) % sectors;
    for (let step = -3; step <= 3; step += 1) {
      const near = (sector + step + sectors) % sectors;
      const along = Math.hypot(dx, dy) * Math.cos((step * 2 * Math.PI) / sectors) + SPREAD * 1.45;
      reach[graph.cluster[node]][near] = Math.max(reach[graph.cluster[node]][near], along);
    }
  }
  return (cluster, angle) => reach[cluster][Math.floor(((angle / (2 * Math.PI) + 2) % 1) * sectors) % sectors];
}
