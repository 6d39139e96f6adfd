/** Draws a step of a replayed search: a mark for each list that found a node, numbers in order, and hops as lit ways. */
import { nodeRadius } from "./detail.js";
import { drawLabels } from "./draw_labels.js";
import { drawNodes } from "./draw_nodes.js";
import { besides, widthOf } from "./labels.js";

const LEAST = 3; // pixels of a node's radius, so that it is seen from afar
const GAPS = { meaning: 3.5, words: 6, keys: 10.5 }; // pixels round a node; the marks lie one in the other
const BEFORE = 0.35; // how much is seen of the lists of earlier steps
const MOST_NUMBERS = 50;
const MOST_TEXTS = 10;
const BADGE = { size: 11, height: 16, room: 5 };
const ARROW = 8;
const HEAD = 0.4;

/** Draws `scene.replay`: {lists, numbered, legs, isLast} (see replay.js). Gives the nodes whose text is wanted. */
export function drawReplay(context, scene, palette, grid) {
  const { lists, numbered, legs, isLast } = scene.replay;
  const nodes = [...new Set([...lists.flatMap((list) => list.nodes), ...numbered.map(({ node }) => node)])].filter(scene.isShown);
  for (const leg of legs) if (scene.isShown(leg[0]) && scene.isShown(leg[1])) drawLeg(context, scene, leg, palette, grid);
  drawNodes(context, nearEnough(scene), nodes, palette.lit);
  for (const list of lists) drawMarks(context, scene, list, palette, numbered.length > 0);
  for (const node of nodes) grid.block(spotOf(scene, node));
  const ordered = numbered.filter(({ node }) => scene.isShown(node)).slice(0, MOST_NUMBERS);
  for (const { node, rank } of ordered) drawNumber(context, scene, node, rank, palette, grid, isLast);
  const told = (isLast ? ordered.map(({ node }) => node) : (lists.at(-1)?.nodes ?? []).filter(scene.isShown)).slice(0, MOST_TEXTS);
  return drawLabels(context, scene, told, palette, grid, scene.textOf, { swell: 2 });
}

/** The box round a node that no text may cover. */
function spotOf(scene, node) {
  const [[x, y], r] = [placeOf(scene, node), radiusOf(scene, node)];
  return { left: x - r, top: y - r, width: 2 * r, height: 2 * r };
}

/** The scene with nodes large enough to be seen. */
const nearEnough = (scene) => ({ ...scene, detail: { ...scene.detail, size: Math.max(scene.detail.size, 1) } });

const placeOf = ({ graph, view }, node) => [graph.x[node] * view.k + view.x, graph.y[node] * view.k + view.y];
const radiusOf = ({ graph, detail }, node) => Math.max(nodeRadius(graph, node, detail.size), LEAST);

function drawMarks(context, scene, { name, nodes, isNow }, palette, isOrdered) {
  const path = scene.newPath();
  for (const node of nodes) {
    if (!scene.isShown(node)) continue;
    addMark(path, name, ...placeOf(scene, node), radiusOf(scene, node) + GAPS[name]);
  }
  context.globalAlpha = isNow ? 1 : isOrdered ? BEFORE / 2 : BEFORE;
  context.strokeStyle = palette.lists[name];
  context.lineWidth = isNow ? 2 : 1.5;
  context.stroke(path);
  context.globalAlpha = 1;
}

/** Adds the mark of a list: a circle, a square or a diamond. */
export function addMark(path, name, x, y, r) {
  if (name === "words") return path.rect(x - r * 0.9, y - r * 0.9, 1.8 * r, 1.8 * r);
  if (name === "meaning") {
    path.moveTo(x + r, y);
    return path.arc(x, y, r, 0, 2 * Math.PI);
  }
  path.moveTo(x, y - r);
  for (const [dx, dy] of [[r, 0], [0, r], [-r, 0]]) path.lineTo(x + dx, y + dy);
  return path.closePath();
}

function drawNumber(context, scene, node, rank, palette, grid, isLast) {
  const font = `600 ${BADGE.size}px ${palette.font}`;
  const width = widthOf(context, font, String(rank)) + 2 * BADGE.room;
  const [x, y] = placeOf(scene, node);
  const boxes = besides(x, y, radiusOf(scene, node) - 2, width, BADGE.height);
  const box = isLast ? grid.insist(boxes) : grid.place(boxes);
  if (!box) return;
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, BADGE.height / 2);
  context.fillStyle = isLast ? palette.accent : palette.ink;
  context.fill();
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = isLast ? palette.onAccent : palette.page;
  context.fillText(String(rank), box.left + box.width / 2, box.top + box.height / 2 + 0.5);
}

/** A hop, from node to node with a head, and the key that led there where there is room. */
function drawLeg(context, scene, [from, to, key], palette, grid) {
  const [[x1, y1], [x2, y2]] = [placeOf(scene, from), placeOf(scene, to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (!length) return;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const stop = radiusOf(scene, to) + 3;
  const [tipX, tipY] = [x2 - ux * stop, y2 - uy * stop];
  context.strokeStyle = context.fillStyle = palette.lists.keys;
  context.lineWidth = 2.5;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(tipX, tipY);
  context.stroke();
  context.beginPath();
  context.moveTo(tipX, tipY);
  context.lineTo(tipX - (ux + uy * HEAD) * ARROW, tipY - (uy - ux * HEAD) * ARROW);
  context.lineTo(tipX - (ux - uy * HEAD) * ARROW, tipY - (uy + ux * HEAD) * ARROW);
  context.closePath();
  context.fill();
  writeKey(context, key, (x1 + x2) / 2, (y1 + y2) / 2, length, palette, grid);
}

function writeKey(context, key, x, y, length, palette, grid) {
  const font = `500 ${BADGE.size}px ${palette.font}`;
  const width = widthOf(context, font, key) + 2 * BADGE.room;
  if (width + 2 * ARROW > length) return;
  const box = grid.place([{ left: x - width / 2, top: y - BADGE.height / 2, width, height: BADGE.height }]);
  if (!box) return;
  context.fillStyle = palette.page;
  context.beginPath();
  context.roundRect(box.left, box.top, box.width, box.height, 4);
  context.fill();
  context.stroke();
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = palette.ink;
  context.fillText(key, x, y + 0.5);
}
