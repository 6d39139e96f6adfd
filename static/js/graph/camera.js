/** The camera as plain numbers: a view {k, x, y} shows map point p at screen point p * k + (x, y), in CSS pixels. */

export const NAME_ROOM = 30; // above the northernmost coast
const MARGIN = 14;
const CLOSEST_FIT = 2.4; // a map of three nodes is not blown up to fill the window
const SMALLEST_FIT = 0.3; // of the scale at which the map fills the window
const SHRINK = 0.97;
const STEPS = 10; // from one rim to the other
// Where a map that is smaller than the window may stand, the middle first.
const SPOTS = Array.from({ length: (STEPS + 1) ** 2 }, (_, n) => ({ across: (n % (STEPS + 1)) / STEPS, down: Math.floor(n / (STEPS + 1)) / STEPS }))
  .sort((one, other) => fromMiddle(one) - fromMiddle(other));

function fromMiddle({ across, down }) {
  return Math.hypot(across - 0.5, down - 0.5);
}

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

/** Whether a box of the map holds some of the land of discs. */
export function meets(discs, box) {
  const land = boxOf(discs.filter(({ r }) => r > 0));
  return land !== null && box.left < land.right && land.left < box.right && box.top < land.bottom && land.top < box.bottom;
}

/**
 * The view that shows all discs in a window {width, height}, as large as can be and as near the middle as that allows.
 * `obstacles` are what floats over the window ({left, top, width, height}): no disc lies beneath one of them, unless
 * they leave no room at all.
 */
export function fit(discs, size, obstacles = []) {
  const box = boxOf(discs);
  if (!box) return { k: 1, x: size.width / 2, y: size.height / 2 };
  const whole = Math.min(roomOf(size).width / (box.right - box.left || 1), roomOf(size).height / (box.bottom - box.top || 1), CLOSEST_FIT);
  for (let k = whole; k > whole * SMALLEST_FIT; k *= SHRINK) {
    const clear = SPOTS.map((spot) => placed(box, k, size, spot)).find((view) => keepsClear(discs, view, obstacles));
    if (clear) return clear;
  }
  return placed(box, whole, size, SPOTS[0]);
}

/** The window without its margins; room for a name is left above. */
function roomOf({ width, height }) {
  return { width: Math.max(width - 2 * MARGIN, 40), height: Math.max(height - 2 * MARGIN - NAME_ROOM, 40) };
}

/** The view of scale `k` in which a box stands `across` and `down` (0 to 1) in the room there is. */
function placed(box, k, size, { across, down }) {
  const room = roomOf(size);
  return {
    k,
    x: MARGIN + (room.width - k * (box.right - box.left)) * across - k * box.left,
    y: MARGIN + NAME_ROOM + (room.height - k * (box.bottom - box.top)) * down - k * box.top,
  };
}

/** The view that has the middles of all discs in the window, no nearer than the one at hand; null where that has them. */
export function including(discs, { k, x, y }, { width, height }) {
  const within = (at, length) => at >= 0 && at <= length;
  if (discs.every((disc) => within(disc.x * k + x, width) && within(disc.y * k + y, height))) return null;
  const view = fit(discs, { width, height });
  return view.k < k ? view : centredOn(middleOf(discs), k, { width, height });
}

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
