/** One frame of the map, from the land up to the labels; draws what the scene says and keeps nothing. */
import { drawBridges, drawLand } from "./draw_islands.js";
import { drawNames, drawPartNames, drawPartOutlines, partsInView } from "./draw_names.js";
import { drawMarks, drawRings } from "./draw_rings.js";
import { drawHeads, drawHint, drawLit, drawRelationNames, drawWeb } from "./draw_edges.js";
import { drawChosen, drawHovered, drawNodes } from "./draw_nodes.js";
import { drawMarked } from "./draw_marked.js";
import { drawPins } from "./draw_pins.js";
import { drawLabels, MOST_LABELS } from "./draw_labels.js";
import { drawPointedIsland, drawPointedNode } from "./draw_pointed.js";
import { drawReplay } from "./draw_replay.js";
import { LabelGrid } from "./labels.js";
import { STATES } from "./decode.js";
import { boxInView, nodesIn } from "./grid.js";
import { edgesAmong } from "./links.js";
import { nodeRadius } from "./detail.js";

// Drawn last, so that what needs attention is not buried.
const UP_FRONT = new Set([STATES.indexOf("pending"), STATES.indexOf("expiring")]);
const VEIL = 0.5;
const RIM = 20;

/**
 * Draws `scene`: {graph, grid, links, lanes, clusters, bridges, coasts, shore, view, width, height, detail, picture,
 * selection, marked, hovered, hoveredEdges, pointed, replay, isShown, obstacles, hueOf, hueAt, textOf, grown, number, parts, wordOf, rings, pins, newPath}, `moving`, and `held`, which keeps the names while it moves (see held_names.js). Where the view is
 * crowded, `picture` draws land and nodes from the worker's picture. Gives {drawn, missing}: how many nodes were drawn one
 * by one, and those whose text is wanted.
 */
export function draw(context, scene, palette) {
  const { selection, detail } = scene;
  const grid = new LabelGrid(scene.width, scene.height);
  scene.obstacles.forEach((box) => grid.block(box));
  context.clearRect(0, 0, scene.width, scene.height);
  context.lineJoin = "round";
  const pictured = scene.picture?.(context) ?? false;
  const visible = detail.nodes && !scene.picture ? nodesIn(scene.grid, scene.graph, boxInView(scene.view, scene, RIM)) : [];
  const isDimmed = selection.node >= 0 || scene.replay !== null;
  if (pictured && isDimmed) drawVeil(context, scene, palette);
  if (!pictured) {
    if (scene.rings) drawRings(context, scene, palette);
    drawBridges(context, scene, palette);
    drawLand(context, scene, palette);
  }
  const look = isDimmed ? palette.dim : palette.lit;
  if (detail.edges && visible.length) drawWeb(context, scene, edgesAmong(scene.graph, scene.links, visible), look);
  if (detail.labels && visible.length) drawHeads(context, scene, edgesAmong(scene.graph, scene.links, visible), look);
  if (scene.hovered >= 0 && scene.hovered !== selection.node) drawHint(context, scene, scene.hoveredEdges, palette);
  const quiet = visible.filter((node) => node !== selection.node && !selection.near.has(node));
  drawNodes(context, scene, quiet.filter((node) => !UP_FRONT.has(scene.graph.state[node])), look);
  drawNodes(context, scene, quiet.filter((node) => UP_FRONT.has(scene.graph.state[node])), look);
  const missing = scene.replay ? drawReplay(context, scene, palette, grid) : [];
  if (selection.node >= 0) missing.push(...drawSelection(context, scene, palette, grid, visible));
  drawMarked(context, scene, palette);
  if (scene.hovered >= 0) drawHovered(context, scene, scene.hovered, palette);
  if (detail.nodes) drawPins(context, scene, palette);
  if (scene.pointed.island >= 0) drawPointedIsland(context, scene, scene.pointed.island, palette, grid);
  const parts = partsInView(scene);
  drawPartOutlines(context, scene, palette, parts);
  // Labels of nodes keep off the names, so that they want them placed.
  const stays = scene.moving && scene.picture && !isDimmed && scene.pointed.island < 0;
  if (!stays || !scene.held.draw(context, scene, palette)) {
    const written = [...drawNames(context, scene, palette, grid), ...drawPartNames(context, scene, palette, grid, parts)];
    scene.held?.keep(written, scene, palette);
  }
  if (scene.rings && selection.node < 0) drawMarks(context, scene, visible, palette, grid);
  if (detail.labels && (!isDimmed || scene.rings)) {
    for (const node of quiet) grid.block(spotOf(scene, node));
    missing.push(...drawLabels(context, scene, byDegree(scene, quiet), palette, grid, scene.textOf));
  }
  return { drawn: visible.length, missing };
}

function drawSelection(context, scene, palette, grid, visible) {
  const { selection } = scene;
  const near = byDegree(scene, [...selection.near]);
  drawLit(context, scene, selection.edges, palette);
  drawNodes(context, scene, near, palette.lit, { swell: 1.3, ring: palette.ink });
  drawChosen(context, scene, selection.node, palette);
  for (const node of [selection.node, ...near]) grid.block(spotOf(scene, node));
  if (scene.rings) drawMarks(context, scene, visible, palette, grid);
  const options = { inverted: true, swell: 1.3 };
  const { node: pointed } = scene.pointed;
  const missing = [
    ...drawLabels(context, scene, [selection.node], palette, grid, scene.textOf, options),
    ...(pointed >= 0 ? drawPointedNode(context, scene, pointed, palette, grid) : []),
    ...drawLabels(context, scene, near.filter((node) => node !== pointed), palette, grid, scene.textOf, { swell: 1.3 }),
  ];
  if (scene.detail.dashes) drawRelationNames(context, scene, selection.edges, palette, grid);
  return missing;
}

/** The box round a node that no label may cover. */
function spotOf({ graph, view, detail }, node) {
  const r = nodeRadius(graph, node, detail.size);
  return { left: graph.x[node] * view.k + view.x - r, top: graph.y[node] * view.k + view.y - r, width: 2 * r, height: 2 * r };
}

/** A picture cannot be dimmed node by node: it is mixed toward the page. */
function drawVeil(context, { width, height }, palette) {
  context.globalAlpha = VEIL;
  context.fillStyle = palette.page;
  context.fillRect(0, 0, width, height);
  context.globalAlpha = 1;
}

function byDegree({ graph }, nodes) {
  return nodes.sort((a, b) => graph.degree[b] - graph.degree[a] || a - b).slice(0, MOST_LABELS * 4);
}
