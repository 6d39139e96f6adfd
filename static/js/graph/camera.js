/** The camera as plain numbers: a view {k, x, y} shows map point p at screen point p * k + (x, y), in CSS pixels. */

export const NAME_ROOM = 30; // above the northernmost coast
const MARGIN = 14;
const SLIDES = 16;
const CLOSEST_FIT = 2.4; // a map of three nodes is not blown up to fill the window

/** The box round discs {x, y, r, h}: h is half the height of a box, else a disc is meant. Null when there is none. */
export function boxOf(discs) {
  if (!discs.length) return null;
  return {
    left: Math.min(...discs.map((disc) => disc.x - disc.r)),
    right: Math.max(...discs.map((disc) => disc.x + disc.r)),
    top: Math.min(...discs.map((disc) => disc.y - (disc.h ?? disc.r))),
    bottom: Math.max(...discs.map((disc) => disc.y + (disc.h ?? disc.r))),
  };
}

/**
 * The view that shows all discs in a window {width, height}, as large as can be. `obstacles` are what floats over the
 * window ({left, top, width, height}); each is passed at the side or above, whichever leaves the map larger, and not
 * at all where the map leaves its corner free.
 */
export function fit(discs, size, obstacles = []) {
  const box = boxOf(discs);
  if (!box) return { k: 1, x: size.width / 2, y: size.height / 2 };
  const whole = { left: MARGIN, right: MARGIN, top: MARGIN + NAME_ROOM, bottom: MARGIN };
  let best = null;
  for (const insets of waysRound(obstacles, size, whole)) {
    const view = fill(box, size, insets);
    if (best && view.k <= best.k) continue;
    if (keepsClear(discs, view, obstacles)) best = view;
  }
  return best ? slidBack(discs, best, fill(box, size, whole), obstacles) : fill(box, size, whole);
}

/** A view that had to make way, moved back toward the middle as far as all stays clear. */
function slidBack(discs, view, middle, obstacles) {
  const centred = { k: view.k, x: middle.x + (view.k - middle.k) * -middleOf(discs).x, y: middle.y + (view.k - middle.k) * -middleOf(discs).y };
  for (let step = 0; step < SLIDES; step += 1) {
    const back = { k: view.k, x: lerp(centred.x, view.x, step / SLIDES), y: lerp(centred.y, view.y, step / SLIDES) };
    if (keepsClear(discs, back, obstacles)) return back;
  }
  return view;
}

const lerp = (from, to, share) => from + (to - from) * share;

function middleOf(discs) {
  const box = boxOf(discs);
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

const keepsClear = (discs, view, obstacles) => obstacles.every((obstacle) => discs.every((disc) => isClear(disc, view, obstacle)));

/** Whether a disc keeps off a floating part. */
function isClear(disc, view, obstacle) {
  const reach = { x: disc.r * view.k, y: (disc.h ?? disc.r) * view.k };
  const x = disc.x * view.k + view.x;
  const y = disc.y * view.k + view.y;
  const dx = Math.max(obstacle.left - x, 0, x - obstacle.left - obstacle.width);
  const dy = Math.max(obstacle.top - y, 0, y - obstacle.top - obstacle.height);
  return disc.h === undefined ? Math.hypot(dx, dy) >= reach.x : dx >= reach.x || dy >= reach.y;
}

/** Every combination of passing each obstacle not at all, sideways, or up and down. */
function waysRound(obstacles, size, insets) {
  return obstacles.reduce(
    (ways, obstacle) => ways.flatMap((way) => [way, sideways(way, obstacle, size), upDown(way, obstacle, size)]),
    [insets],
  );
}

function sideways(insets, { left, width }, size) {
  if (left + width / 2 < size.width / 2) return { ...insets, left: Math.max(insets.left, left + width + MARGIN) };
  return { ...insets, right: Math.max(insets.right, size.width - left + MARGIN) };
}

function upDown(insets, { top, height }, size) {
  if (top + height / 2 < size.height / 2) return { ...insets, top: Math.max(insets.top, top + height + MARGIN) };
  return { ...insets, bottom: Math.max(insets.bottom, size.height - top + MARGIN) };
}

function fill(box, size, { left, right, top, bottom }) {
  const width = Math.max(size.width - left - right, 40);
  const height = Math.max(size.height - top - bottom, 40);
  const k = Math.min(width / (box.right - box.left || 1), height / (box.bottom - box.top || 1), CLOSEST_FIT);
  return {
    k,
    x: left + width / 2 - (k * (box.left + box.right)) / 2,
    y: top + height / 2 - (k * (box.top + box.bottom)) / 2,
  };
}

/** The view of scale `k` with a map point in the middle of the window. */
export function centredOn(point, k, size) {
  return { k, x: size.width / 2 - point.x * k, y: size.height / 2 - point.y * k };
}

/** The least move of a view that brings a map point at least `room` inside the window; the view itself if it is. */
export function showing(point, view, size, room) {
  const x = point.x * view.k + view.x;
  const y = point.y * view.k + view.y;
  const into = (value, length) => Math.min(Math.max(value, Math.min(room, length / 2)), length - Math.min(room, length / 2));
  return { k: view.k, x: view.x + into(x, size.width) - x, y: view.y + into(y, size.height) - y };
}

/** How far one may zoom: a little out of the whole map, and in until neighbours stand a hand apart. */
export function zoomLimits(fitted) {
  return [Math.min(fitted.k * 0.5, 0.5), Math.max(fitted.k * 4, 8)];
}
