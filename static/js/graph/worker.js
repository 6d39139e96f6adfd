/** The worker of the map: decodes blocks, indexes them, and paints crowded views. See worker_client.js for its words. */
import { coastsOf, drawable, shoreOf, shoresOf } from "./coast.js";
import { decodeEdges, decodeNodes } from "./decode.js";
import { drawBridges, drawLand } from "./draw_islands.js";
import { patchedGraph } from "./delta.js";
import { detailAt } from "./detail.js";
import { gridOf } from "./grid.js";
import { lanesOf, linksOf } from "./links.js";
import { gridWithin, masked } from "./mask.js";
import { Raster } from "./raster.js";
import { ringsOf } from "./rings.js";

const AT_ONCE = 20_000; // nodes up to which the coasts come along with them
const SHIFT = 30; // milliseconds of work on coasts between two looks at what else is asked

let graph = null; // all of it, with its edges once they are there
let whole = null; // {grid, links, lanes}
let raster = null;
let left = null; // what a mask leaves, null for all
let homes = []; // where the hub has what is pinned
let land = { coasts: null, shore: () => 0 };
let palette = null;
const base = surface();
const dots = surface({ willReadFrequently: true });

function surface(options) {
  const canvas = new OffscreenCanvas(1, 1);
  return { canvas, context: canvas.getContext("2d", options) };
}

const deeds = {
  /** A block of nodes -> {graph, grid, land}; the land of a large map follows by itself. */
  nodes({ buffer }) {
    graph = decodeNodes(buffer);
    const grid = gridOf(graph);
    whole = { grid, links: null, lanes: null };
    [left, homes] = [null, []];
    raster = new Raster(graph, grid);
    if (palette) raster.setColours(coloursOf(palette));
    land = { coasts: null, shore: () => 0 };
    if (graph.n <= AT_ONCE) return { graph, grid, land: surveyed([...coastsOf(graph)]) };
    survey(graph);
    return { graph, grid, land: null };
  },

  /** What has changed in the map at hand (see delta.js) -> {graph, grid, links, lanes, land}. */
  delta({ delta }) {
    put(homes);
    graph = patchedGraph(graph, delta);
    [left, homes] = [null, []]; // pins and mask of this version are yet to come
    const links = linksOf(graph);
    whole = { grid: gridOf(graph), links, lanes: lanesOf(graph, links) };
    raster = new Raster(graph, whole.grid);
    raster.setEdges(graph, links);
    if (palette) raster.setColours(coloursOf(palette));
    if (graph.n <= AT_ONCE) return { graph, ...whole, land: surveyed([...coastsOf(graph)]) };
    survey(graph);
    return { graph, ...whole, land: null };
  },

  /** A block of edges -> {edges, links, lanes} of the nodes sent last. */
  edges({ buffer }) {
    const edges = decodeEdges(buffer);
    const linked = { n: graph.n, ...edges };
    const links = linksOf(linked);
    const lanes = lanesOf(linked, links);
    Object.assign(graph, edges);
    Object.assign(whole, { links, lanes });
    raster.setEdges(edges, links);
    return { edges, links, lanes };
  },

  /** How far the nodes sent last are from the middle of a local graph -> their places there {x, y, radii, grid}. */
  rings({ rings }) {
    const { x, y, radii } = ringsOf(graph, rings);
    Object.assign(graph, { x, y });
    whole.grid = gridOf(graph);
    return { x, y, radii, grid: whole.grid };
  },

  /** {masked}: what `kept` leaves (see mask.js), or null with null; pictures show that from now on. */
  mask({ kept, relations }) {
    left = kept;
    const part = kept && masked(graph, whole.grid, kept, { relations, lanes: whole.lanes });
    const { grid, edges, links } = part ?? { ...whole, edges: graph };
    raster.setGrid(grid);
    raster.setEdges({ source: edges.source, target: edges.target }, links);
    return { masked: part };
  },

  /** `pins` [{node, x, y}] stand there, all else where the hub has it -> {pins, homes, grid}. Land stays as it is. */
  pins({ pins }) {
    if (pins.length || homes.length) {
      put(homes);
      homes = pins.map(({ node }) => ({ node, x: graph.x[node], y: graph.y[node] }));
      put(pins);
      whole.grid = gridOf(graph);
      raster.setGrid(left ? gridWithin(whole.grid, left) : whole.grid);
    }
    return { pins, homes, grid: whole.grid };
  },

  tint({ tint }) {
    raster.setTint(tint);
  },

  palette(colours) {
    palette = colours;
    raster?.setColours(coloursOf(palette));
  },

  /** A picture of `view` {k, x, y} in `width` by `height` CSS pixels, `ratio` pixels each. */
  picture({ view, width, height, ratio, clusters, bridges }) {
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    for (const { canvas } of [base, dots]) {
      if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
    }
    const scene = { clusters, bridges, view, width, height, detail: { ...detailAt(view.k), nodes: true }, newPath: () => new Path2D(), ...land };
    base.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    base.context.clearRect(0, 0, width, height);
    drawBridges(base.context, scene, palette);
    drawLand(base.context, scene, palette);
    const pixels = raster.paint({ k: view.k * ratio, x: view.x * ratio, y: view.y * ratio }, columns, rows, ratio);
    dots.context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), columns, rows), 0, 0);
    base.context.setTransform(1, 0, 0, 1, 0, 0);
    base.context.drawImage(dots.canvas, 0, 0);
    const bitmap = base.canvas.transferToImageBitmap();
    return { bitmap, view, transfer: [bitmap] };
  },
};

function put(places) {
  for (const { node, x, y } of places) [graph.x[node], graph.y[node]] = [x, y];
}

/** Works out the coasts of a large map between pictures, and sends them when they are complete. */
async function survey(mine) {
  const coasts = [];
  const pending = coastsOf(mine);
  while (coasts.length < mine.clusters) {
    await new Promise((resolve) => setTimeout(resolve));
    if (graph !== mine) return;
    const since = performance.now();
    while (coasts.length < mine.clusters && performance.now() - since < SHIFT) coasts.push(pending.next().value);
  }
  postMessage({ land: surveyed(coasts) });
}

/** Land of the map at hand with these coasts. */
function surveyed(coasts) {
  const reach = shoresOf(graph);
  land = { coasts: drawable(coasts), shore: shoreOf(reach) };
  return { coasts, reach };
}

/** The palette's colours as the raster takes them, per slot. */
function coloursOf({ lit }) {
  const states = [lit.pending, lit.expiring].map((colour) => ({ fill: colour, ring: colour, edge: colour }));
  return [...lit.hues, ...states].map(({ fill, ring, edge }) => ({ thin: parts(fill), dense: parts(ring), edge: parts(edge) }));
}

/** Red, green and blue of a CSS colour. */
function parts(colour) {
  dots.context.fillStyle = colour;
  dots.context.fillRect(0, 0, 1, 1);
  return [...dots.context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

addEventListener("message", ({ data: { id, deed, ...given } }) => {
  try {
    const { transfer = [], ...answer } = deeds[deed](given) ?? {};
    postMessage({ id, answer }, { transfer });
  } catch (error) {
    postMessage({ id, error });
  }
});
