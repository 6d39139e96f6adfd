/**
 * What lies which way: the node, or the island, that an arrow key leads to.
 *
 * An arrow looks within 45 degrees to either side of its way, so that the four share out all of the map. There it takes
 * what has the least `forward + 2 * aside`, in map units: what lies straight ahead goes before what is a little nearer
 * but aside. Of equals it is the first.
 */
import { nearest, runsIn } from "./grid.js";

export const WAYS = {
  ArrowRight: { dx: 1, dy: 0 },
  ArrowDown: { dx: 0, dy: 1 },
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
};

/** How far it is to a place {x, y} on a way {dx, dy}; Infinity for what does not lie that way. */
export function farness(from, { dx, dy }, x, y) {
  const [right, down] = [x - from.x, y - from.y];
  const forward = right * dx + down * dy;
  const aside = Math.abs(right * dy - down * dx);
  return forward > 0 && aside <= forward ? forward + 2 * aside : Infinity;
}

/**
 * The node of a grid that lies that way from a point, or -1. The lines of cells across the way are looked at one after
 * the other, only as wide as the cone is there, and none behind the best that was found.
 */
export function nodeAhead(grid, { x, y }, from, way) {
  const [begin, origin, lines] = way.dx ? [from.x, grid.left, grid.columns] : [from.y, grid.top, grid.rows];
  const step = way.dx + way.dy;
  const own = Math.floor((begin - origin) / grid.cell);
  let [best, least] = [-1, Infinity];
  const take = (first, end) => {
    for (let at = first; at < end; at += 1) {
      const node = grid.order[at];
      const far = farness(from, way, x[node], y[node]);
      if (far < least || (far === least && node < best)) [best, least] = [node, far];
    }
  };
  for (let line = step > 0 ? Math.max(own, 0) : Math.min(own, lines - 1); line >= 0 && line < lines; line += step) {
    const middle = origin + (line + 0.5) * grid.cell;
    const away = (middle - begin) * step;
    if (away - grid.cell / 2 > least) break;
    runsIn(grid, coneAt(from, way, middle, away + grid.cell / 2), take);
  }
  return best;
}

/** The part of a line of cells, by its middle, in which the cone is `reach` wide to either side. */
function coneAt(from, way, middle, reach) {
  if (way.dx) return { left: middle, right: middle, top: from.y - reach, bottom: from.y + reach };
  return { left: from.x - reach, right: from.x + reach, top: middle, bottom: middle };
}

/** The node of a grid nearest to a point, however far, or -1 where there is none. */
export function nodeNear(grid, graph, point) {
  const across = Math.max(grid.columns, grid.rows) * grid.cell;
  const whole = 2 * (across + Math.hypot(point.x - grid.left, point.y - grid.top));
  for (let reach = grid.cell; ; reach *= 4) {
    const node = nearest(grid, graph, point, reach);
    if (node >= 0 || reach > whole) return node;
  }
}

/** The cluster, by index, that has something to show and lies that way from a point, or -1. */
export function islandAhead(clusters, from, way) {
  let [best, least] = [-1, Infinity];
  clusters.forEach((cluster, index) => {
    const far = cluster.r > 0 && cluster.count !== 0 ? farness(from, way, cluster.x, cluster.y) : Infinity;
    if (far < least) [best, least] = [index, far];
  });
  return best;
}
