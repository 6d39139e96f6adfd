/** A uniform grid over the nodes of a map: what is near a point, and what a window shows. */

const PER_CELL = 4; // nodes, on average over the box round the map
const MOST_CELLS = 512; // along one side

/**
 * The grid of a map. Nodes stand in `order` by cell, row after row; those of cell c from `start[c]` to `start[c + 1]`.
 * `spacing` is how far neighbours stand apart, in map units, taken from the share of cells that are in use.
 */
export function gridOf({ n, x, y }) {
  const [left, right] = rangeOf(x);
  const [top, bottom] = rangeOf(y);
  const [width, height] = [Math.max(right - left, 1), Math.max(bottom - top, 1)];
  const cell = Math.max(Math.sqrt((width * height * PER_CELL) / Math.max(n, 1)), width / MOST_CELLS, height / MOST_CELLS);
  const grid = { left, top, cell, columns: Math.floor(width / cell) + 1, rows: Math.floor(height / cell) + 1 };
  const start = new Uint32Array(grid.columns * grid.rows + 1);
  const cells = new Uint32Array(n);
  for (let node = 0; node < n; node += 1) {
    cells[node] = rowOf(grid, y[node]) * grid.columns + columnOf(grid, x[node]);
    start[cells[node] + 1] += 1;
  }
  let used = 0;
  for (let c = 1; c < start.length; c += 1) {
    used += start[c] > 0;
    start[c] += start[c - 1];
  }
  const next = start.slice();
  const order = new Uint32Array(n);
  for (let node = 0; node < n; node += 1) order[next[cells[node]]++] = node;
  return { ...grid, start, order, spacing: cell * Math.sqrt(used / Math.max(n, 1)) };
}

function rangeOf(values) {
  if (!values.length) return [0, 0];
  let [least, most] = [values[0], values[0]];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

const bounded = (value, count) => Math.min(Math.max(Math.floor(value), 0), count - 1);
const columnOf = (grid, x) => bounded((x - grid.left) / grid.cell, grid.columns);
const rowOf = (grid, y) => bounded((y - grid.top) / grid.cell, grid.rows);

/** Calls `visit(from, to)` with runs of `order` that together hold all nodes of a box {left, top, right, bottom}. */
export function runsIn(grid, box, visit) {
  const [first, last] = [columnOf(grid, box.left), columnOf(grid, box.right)];
  for (let row = rowOf(grid, box.top), end = rowOf(grid, box.bottom); row <= end; row += 1) {
    visit(grid.start[row * grid.columns + first], grid.start[row * grid.columns + last + 1]);
  }
}

/** How many nodes are in a box, at most: whole cells are counted. */
export function countIn(grid, box) {
  let count = 0;
  runsIn(grid, box, (from, to) => (count += to - from));
  return count;
}

/** The nodes inside a box, by index. */
export function nodesIn(grid, { x, y }, box) {
  const found = [];
  runsIn(grid, box, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const node = grid.order[at];
      if (x[node] > box.left && x[node] < box.right && y[node] > box.top && y[node] < box.bottom) found.push(node);
    }
  });
  return found.sort((a, b) => a - b);
}

/** The node nearest to a point and at most `reach` map units away, or -1. */
export function nearest(grid, { x, y }, point, reach) {
  let best = -1;
  let least = reach * reach;
  const box = { left: point.x - reach, right: point.x + reach, top: point.y - reach, bottom: point.y + reach };
  runsIn(grid, box, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const node = grid.order[at];
      const distance = (x[node] - point.x) ** 2 + (y[node] - point.y) ** 2;
      if (distance <= least) [best, least] = [node, distance];
    }
  });
  return best;
}

/** The box of map units that a view shows in a window, `margin` pixels wider on every side. */
export function boxInView({ k, x, y }, { width, height }, margin = 0) {
  return { left: (-margin - x) / k, right: (width + margin - x) / k, top: (-margin - y) / k, bottom: (height + margin - y) / k };
}
