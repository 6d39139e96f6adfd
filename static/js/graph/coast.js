/** The shape of islands: a density field of the members, as nested contours; worked out in the worker. */
import { contours } from "../vendor/d3.js";
import { ROLES } from "./decode.js";

const ISOLATED = ROLES.indexOf("isolated");
const SPREAD = 9; // map units; neighbours on an island stand about 13 apart
const REACH = 3 * SPREAD;
const COARSE = 0.8; // cells that a member spreads over at least
const COARSE_REACH = 3; // cells that it reaches then
// In units of one lone member's peak; on full ground the density is about 3. The first level is the coast.
const LEVELS = [0.15, 1.25, 2.2];
const FINEST = 3; // map units per cell of the field
const FINE_CELLS = 40_000; // of one field at most
const FEWEST_CELLS = 600;
const ALL_CELLS = 1_500_000; // of all fields together, shared out by members
const FINEST_LINE = 1.5; // pixels between two points of a coast that is drawn
const SECTORS = 48;
const BEND = 3; // sectors to either side that a member still holds

/**
 * One after the other the coast of every cluster: its `levels`, each a list of rings (x and y in turn, map units), and
 * `top` and `bottom`, y of its north and south end; null for a cluster without a coast.
 */
export function* coastsOf(graph) {
  const members = membersOf(graph);
  for (const [cluster, nodes] of members.entries()) {
    const cells = Math.min(Math.max((ALL_CELLS * nodes.length) / graph.n, FEWEST_CELLS), FINE_CELLS);
    yield graph.role[cluster] === ISOLATED || !nodes.length ? null : coastOf(graph, nodes, cells);
  }
}

function membersOf(graph) {
  const members = Array.from({ length: graph.clusters }, () => []);
  for (let node = 0; node < graph.n; node += 1) members[graph.cluster[node]]?.push(node);
  return members;
}

function coastOf(graph, members, cells) {
  const field = density(graph, members, cells);
  const shapes = contours().size([field.columns, field.rows]).thresholds(LEVELS)(field.values);
  let [top, bottom] = [Infinity, -Infinity];
  for (const [ring] of shapes[0].coordinates) {
    for (const [, row] of ring) {
      top = Math.min(top, field.top + row * field.cell);
      bottom = Math.max(bottom, field.top + row * field.cell);
    }
  }
  return { levels: shapes.map((shape) => ringsOf(shape, field)), top, bottom };
}

function ringsOf({ coordinates }, { left, top, cell }) {
  return coordinates.flat().map((ring) => {
    const places = new Float32Array(2 * ring.length);
    ring.forEach(([column, row], n) => places.set([left + column * cell, top + row * cell], 2 * n));
    return places;
  });
}

/** Sum of bells round the members on a grid: {values, columns, rows, cell, left, top}. */
function density(graph, members, cells) {
  const [across, down] = [extentOf(graph.x, members), extentOf(graph.y, members)];
  const area = (across[1] - across[0] + 2 * REACH) * (down[1] - down[0] + 2 * REACH);
  const cell = Math.max(FINEST, Math.sqrt(area / cells));
  const rim = Math.max(REACH, COARSE_REACH * cell);
  const [left, right, top, bottom] = [across[0] - rim, across[1] + rim, down[0] - rim, down[1] + rim];
  const columns = Math.ceil((right - left) / cell) + 1;
  const rows = Math.ceil((bottom - top) / cell) + 1;
  const values = new Float32Array(columns * rows);
  for (const node of members) splat(values, columns, (graph.x[node] - left) / cell - 0.5, (graph.y[node] - top) / cell - 0.5);
  const wide = Math.max(SPREAD / cell, COARSE);
  const peak = (2 * Math.PI * SPREAD ** 2) / cell ** 2; // a lone member then has the height 1 at the usual spread
  const along = smoothed(values, columns, rows, wide, 1);
  return { values: smoothed(along, rows, columns, wide, peak), columns, rows, cell, left, top };
}

function extentOf(values, members) {
  let [least, most] = [Infinity, -Infinity];
  for (const node of members) {
    if (values[node] < least) least = values[node];
    if (values[node] > most) most = values[node];
  }
  return [least, most];
}

/** Shares one member out to the four cells round it. */
function splat(values, columns, x, y) {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [right, low] = [x - column, y - row];
  const at = row * columns + column;
  values[at] += (1 - right) * (1 - low);
  values[at + 1] += right * (1 - low);
  values[at + columns] += (1 - right) * low;
  values[at + columns + 1] += right * low;
}

/** Rows of a field blurred by a Gaussian of that width in cells and scaled, and written as columns. */
function smoothed(values, columns, rows, width, scale) {
  const reach = Math.ceil(3 * width);
  const bell = Float32Array.from({ length: 2 * reach + 1 }, (_, n) => Math.exp(-((n - reach) ** 2) / (2 * width ** 2)));
  const total = bell.reduce((sum, value) => sum + value, 0);
  const turned = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const value = values[row * columns + column];
      if (!value) continue;
      const last = Math.min(columns - 1, column + reach);
      for (let near = Math.max(0, column - reach); near <= last; near += 1) {
        turned[near * rows + row] += value * bell[near - column + reach];
      }
    }
  }
  for (let at = 0; at < turned.length; at += 1) turned[at] *= scale / total;
  return turned;
}

/** A coast as it is drawn: its levels as Path2D in map units, at every scale no finer than can be seen there. */
class DrawnCoast {
  #rings;
  #paths = new Map();

  constructor({ levels, top, bottom }) {
    this.#rings = levels;
    [this.top, this.bottom] = [top, bottom];
  }

  levels(k) {
    const octave = Math.ceil(Math.log2(k));
    if (!this.#paths.has(octave)) {
      this.#paths.set(octave, this.#traced(octave, () => new Path2D()));
    }
    return this.#paths.get(octave);
  }

  /** The same coast as paths of another kind. */
  as(newPath) {
    const { top, bottom } = this;
    return { top, bottom, levels: (k) => this.#traced(Math.ceil(Math.log2(k)), newPath) };
  }

  #traced(octave, newPath) {
    return this.#rings.map((rings) => pathOf(newPath(), rings, FINEST_LINE / 2 ** octave));
  }
}

/** Coasts of `coastsOf` as the map draws them. */
export const drawable = (coasts) => coasts.map((coast) => coast && new DrawnCoast(coast));

function pathOf(path, rings, step) {
  for (const ring of rings) {
    const line = thinned(ring, step);
    line.forEach(([x, y], n) => (n ? path.lineTo(x, y) : path.moveTo(x, y)));
    path.closePath();
  }
  return path;
}

/** The points of a ring of which none is nearer than `step` to the one before; of a ring that is smaller, nothing. */
export function thinned(ring, step) {
  const line = [[ring[0], ring[1]]];
  for (let at = 2; at < ring.length; at += 2) {
    const [x, y] = line.at(-1);
    if ((ring[at] - x) ** 2 + (ring[at + 1] - y) ** 2 >= step * step) line.push([ring[at], ring[at + 1]]);
  }
  return line.length > 2 ? line : [];
}

/** How far every cluster reaches from its middle in each of SECTORS directions, in map units: where a bridge leaves it. */
export function shoresOf(graph) {
  const middles = middlesOf(graph);
  const farthest = new Float32Array(graph.clusters * SECTORS);
  for (let node = 0; node < graph.n; node += 1) {
    const cluster = graph.cluster[node];
    const dx = graph.x[node] - middles[2 * cluster];
    const dy = graph.y[node] - middles[2 * cluster + 1];
    const at = cluster * SECTORS + sectorOf(Math.atan2(dy, dx));
    const distance = Math.hypot(dx, dy);
    if (distance > farthest[at]) farthest[at] = distance;
  }
  return farthest.map((_, at) => spanned(farthest, at));
}

function spanned(farthest, at) {
  const sector = at % SECTORS;
  let most = 0;
  for (let step = -BEND; step <= BEND; step += 1) {
    const near = farthest[at - sector + ((sector + step + SECTORS) % SECTORS)];
    if (near) most = Math.max(most, near * Math.cos((step * 2 * Math.PI) / SECTORS) + SPREAD * 1.7);
  }
  return most;
}

/** The middle of the box round every cluster. */
function middlesOf(graph) {
  const box = Float32Array.from({ length: graph.clusters * 4 }, (_, at) => (at % 4 < 2 ? Infinity : -Infinity));
  for (let node = 0; node < graph.n; node += 1) {
    const at = 4 * graph.cluster[node];
    box[at] = Math.min(box[at], graph.x[node]);
    box[at + 1] = Math.min(box[at + 1], graph.y[node]);
    box[at + 2] = Math.max(box[at + 2], graph.x[node]);
    box[at + 3] = Math.max(box[at + 3], graph.y[node]);
  }
  return Float32Array.from({ length: graph.clusters * 2 }, (_, at) => (box[4 * (at >> 1) + (at & 1)] + box[4 * (at >> 1) + 2 + (at & 1)]) / 2);
}

const sectorOf = (angle) => Math.floor(((angle / (2 * Math.PI) + 2) % 1) * SECTORS) % SECTORS;

/** `shore(cluster, angle)`: how far a cluster reaches toward a direction (radians), from what `shoresOf` gave. */
export function shoreOf(reach) {
  return (cluster, angle) => reach[cluster * SECTORS + sectorOf(angle)] ?? 0;
}

/** Before the nodes are there an island reaches as far as its disc. */
export function roundShore(clusters) {
  return (cluster) => clusters[cluster]?.r ?? 0;
}
