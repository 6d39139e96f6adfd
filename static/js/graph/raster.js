/**
 * Nodes and edges of a crowded view as pixels. Each pixel adds up what covers it; a tone curve turns the sum into
 * colour, so that one node is seen and a million do not run into one blot (as datashader does; Cottam et al., 2014).
 */
import { boxInView, countIn, runsIn } from "./grid.js";
import { DOCUMENT, STATES } from "./decode.js";
import { detailAt, nodeRadius } from "./detail.js";

export const FULL = 256; // what a node adds to a pixel that it covers; far away it adds a small share of that
const MOST = 0xfff; // a pixel holds its slot in four bits and its sum in twelve
const SLOT = 12;
const PHASES = 4; // places inside a pixel that are told apart, along each axis
const SHARE = 0.25; // radius of a dot, as a share of the distance of neighbours, where they stand close
const USUAL_RADIUS = 2.9; // map units, of a node with one or two relations
const ONE_PIXEL = 0.3; // radius below which a node is a share of one pixel: there are others in it
const STATE_FROM = 0.6; // radius from which a node shows its state: before, it would give its colour to all round it
const LEAST_STAMP = 0.8; // smallest radius that is drawn: a smaller node is as much paler, so that land is no noise of specks
const EDGES_FROM = 4.5; // pixels between neighbours
const MOST_WITH_EDGES = 25_000; // nodes
const EDGE = 112; // what a line adds
const NODE_TONE = { gain: 2.4 / FULL, most: 0.94, core: 0.3 };
const EDGE_TONE = { gain: 0.8 / FULL, most: 0.6, core: 0 };

/** Slots of colour: the hues of islands, then the states that must not be buried; a higher slot covers a lower one. */
export const HUES = 8;
const [PENDING, EXPIRING] = [STATES.indexOf("pending"), STATES.indexOf("expiring")];
const SUPERSEDED = STATES.indexOf("superseded");
export const SLOTS = HUES + 2;

/** The slot of colour of every node; `tint` has hues of their own. */
export function slotsOf(graph, tint) {
  const slots = new Uint8Array(graph.n);
  for (let node = 0; node < graph.n; node += 1) {
    const state = graph.state[node];
    slots[node] = state === PENDING ? HUES : state === EXPIRING ? HUES + 1 : tint ? tint[node] : graph.hue[graph.cluster[node]];
  }
  return slots;
}

/** Sum -> share of colour, from 0 to `most`. */
export function toneCurve({ gain, most }) {
  return Float32Array.from({ length: MOST + 1 }, (_, sum) => most * (1 - Math.exp(-gain * sum)));
}

/**
 * Pixel values (RGBA in memory order) for every slot and sum. `colours` are {thin, dense} per slot, each [r, g, b]: a
 * dense pixel goes over from the one to the other.
 */
export function toneTable(tone, colours) {
  const curve = toneCurve(tone);
  const table = new Uint32Array(SLOTS << SLOT);
  colours.forEach(({ thin, dense }, slot) => {
    for (let sum = 1; sum <= MOST; sum += 1) {
      const deep = tone.core * Math.max(0, curve[sum] / tone.most - 0.8) * 5;
      const mixed = thin.map((value, part) => Math.round(value + (dense[part] - value) * deep));
      table[(slot << SLOT) | sum] = (Math.round(curve[sum] * 255) << 24) | (mixed[2] << 16) | (mixed[1] << 8) | mixed[0];
    }
  });
  return table;
}

export class Raster {
  #graph;
  #grid;
  #slots;
  #tint;
  #size = { width: 0, height: 0 };
  #nodes;
  #edges;
  #tables;
  #stamps = new Map();
  pixels;

  /** `graph` and its `grid` as `decodeNodes` and `gridOf` give them. */
  constructor(graph, grid) {
    this.#graph = graph;
    this.#grid = grid;
    this.#slots = slotsOf(graph);
  }

  /** Other nodes of the same map. */
  setGrid(grid) {
    this.#grid = grid;
  }

  /** Hues of the nodes, where they are not those of their islands; edges are grey then. */
  setTint(tint) {
    this.#tint = tint;
    this.#slots = slotsOf(this.#graph, tint);
  }

  /** Edges by source, with `links` as `linksOf` gives them. */
  setEdges(edges, links) {
    this.#graph = { ...this.#graph, ...edges, links };
  }

  /** Colours per slot: {thin, dense, edge}, each [r, g, b]. */
  setColours(colours) {
    this.#tables = {
      nodes: toneTable(NODE_TONE, colours),
      edges: toneTable(EDGE_TONE, colours.map(({ edge }) => ({ thin: edge, dense: edge }))),
    };
  }

  /** Fill `pixels` with what `view` shows in `width` by `height` pixels, `ratio` of them to a CSS pixel. */
  paint(view, width, height, ratio) {
    this.#resize(width, height);
    const spacing = this.#grid.spacing * view.k;
    const size = Math.min(detailAt(view.k / ratio).size * ratio, (spacing * SHARE) / USUAL_RADIUS);
    const box = boxInView(view, { width, height }, 8 * ratio);
    if (spacing >= EDGES_FROM * ratio && countIn(this.#grid, box) <= MOST_WITH_EDGES) this.#addEdges(view, box);
    this.#addNodes(view, box, size);
    this.#develop(this.#edges, this.#tables.edges);
    this.#develop(this.#nodes, this.#tables.nodes);
    return this.pixels;
  }

  /** Turns sums into colours. Most pixels hold nothing: they are looked at two at a time. */
  #develop(sums, table) {
    const pairs = new Uint32Array(sums.buffer);
    for (let pair = 0; pair < pairs.length; pair += 1) {
      const both = pairs[pair];
      if (!both) continue;
      if (both & 0xffff) this.pixels[2 * pair] = table[both & 0xffff];
      if (both >>> 16) this.pixels[2 * pair + 1] = table[both >>> 16];
    }
  }

  #resize(width, height) {
    if (width === this.#size.width && height === this.#size.height) {
      for (const kept of [this.#nodes, this.#edges, this.pixels]) kept.fill(0);
      return;
    }
    this.#size = { width, height };
    const even = width * height + ((width * height) % 2);
    this.#nodes = new Uint16Array(even);
    this.#edges = new Uint16Array(even);
    this.pixels = new Uint32Array(width * height);
  }

  #addNodes(view, box, size) {
    const { x, y, kind, degree, state, cluster, hue } = this.#graph;
    const { width, height } = this.#size;
    const tint = this.#tint;
    const radii = radiiAt(size);
    runsIn(this.#grid, box, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const node = this.#grid.order[at];
        const px = x[node] * view.k + view.x;
        const py = y[node] * view.k + view.y;
        const radius = radii[(kind[node] << 8) | degree[node]];
        if (px < radius || py < radius || px >= width - radius - 1 || py >= height - radius - 1) continue;
        const share = state[node] === SUPERSEDED ? 0.5 : 1;
        const slot = radius >= STATE_FROM ? this.#slots[node] : tint ? tint[node] : hue[cluster[node]];
        if (radius < ONE_PIXEL) {
          add(this.#nodes, (py | 0) * width + (px | 0), slot, Math.max(FULL * Math.PI * radius * radius * share + 0.5, 1) | 0);
        } else {
          const drawn = Math.max(radius, LEAST_STAMP);
          this.#stamp(px, py, drawn, kind[node], slot, share * (radius / drawn) ** 2);
        }
      }
    });
  }

  #stamp(px, py, radius, kind, slot, share) {
    const { width } = this.#size;
    const [column, row] = [px | 0, py | 0];
    const phase = (((py - row) * PHASES) | 0) * PHASES + (((px - column) * PHASES) | 0);
    const stamp = this.#stampOf(Math.round(radius * 4), kind, phase);
    const at = row * width + column;
    for (let n = 0; n < stamp.length; n += 3) {
      const target = at + stamp[n + 1] * width + stamp[n];
      if (target >= 0 && target < this.#nodes.length) add(this.#nodes, target, slot, stamp[n + 2] * share);
    }
  }

  #stampOf(quarters, kind, phase) {
    const key = ((quarters << 1) | kind) * PHASES * PHASES + phase;
    let stamp = this.#stamps.get(key);
    if (!stamp) this.#stamps.set(key, (stamp = stampOf(quarters / 4, kind, (phase % PHASES) / PHASES, Math.floor(phase / PHASES) / PHASES)));
    return stamp;
  }

  #addEdges(view, box) {
    const { x, y, cluster, hue, target, source, links } = this.#graph;
    if (!links) return;
    runsIn(this.#grid, box, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const node = this.#grid.order[at];
        for (let n = links.start[node]; n < links.start[node + 1]; n += 1) {
          const e = links.edge[n];
          const other = target[e];
          if (source[e] !== node || other === node || cluster[node] !== cluster[other]) continue;
          const slot = this.#tint ? 0 : hue[cluster[node]];
          line(this.#edges, this.#size, slot, x[node] * view.k + view.x, y[node] * view.k + view.y, x[other] * view.k + view.x, y[other] * view.k + view.y);
        }
      }
    });
  }
}

/** Radius in pixels by kind (upper) and degree (lower eight bits). */
function radiiAt(size) {
  return Float32Array.from({ length: 512 }, (_, at) => nodeRadius({ kind: [at >> 8], degree: [at & 255] }, 0, size));
}

/** Adds to a pixel, as far as it holds; the higher slot stays. */
function add(sums, at, slot, value) {
  const before = sums[at];
  const sum = (before & MOST) + value;
  sums[at] = (Math.max(before >> SLOT, slot) << SLOT) | (sum > MOST ? MOST : sum);
}

/** A disc, or a square for a document, as [dx, dy, value] in turn; its middle lies at (x, y) inside the pixel 0, 0. */
export function stampOf(radius, kind, x, y) {
  const reach = Math.ceil(radius + 1);
  const stamp = [];
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const [offX, offY] = [Math.abs(dx + 0.5 - x), Math.abs(dy + 0.5 - y)];
      const inside = kind === DOCUMENT ? 0.9 * radius - Math.max(offX, offY) : radius - Math.hypot(offX, offY);
      const value = Math.round(FULL * Math.min(Math.max(inside + 0.5, 0), 1));
      if (value) stamp.push(dx, dy, value);
    }
  }
  return Int16Array.from(stamp);
}

/** A line one pixel wide, shared out between the two pixels it passes (Xiaolin Wu, 1991), cut at the rim. */
export function line(sums, { width, height }, slot, x1, y1, x2, y2) {
  const steep = Math.abs(y2 - y1) > Math.abs(x2 - x1);
  const [a1, b1, a2, b2] = steep ? [y1, x1, y2, x2] : [x1, y1, x2, y2];
  const [first, last, start, end] = a1 < a2 ? [a1, a2, b1, b2] : [a2, a1, b2, b1];
  const slope = last > first ? (end - start) / (last - first) : 0;
  const [along, across] = steep ? [height, width] : [width, height];
  const stop = Math.min(Math.floor(last), along - 1);
  for (let a = Math.max(Math.ceil(first), 0); a <= stop; a += 1) {
    const b = start + (a - first) * slope - 0.5;
    const low = Math.floor(b);
    if (low < 0 || low + 1 >= across) continue;
    const high = Math.round((b - low) * EDGE);
    const at = steep ? a * width + low : low * width + a;
    add(sums, at, slot, EDGE - high);
    add(sums, at + (steep ? 1 : width), slot, high);
  }
}
