/** The next version of a map, made of the former one and what has changed since; graph_ui/graph/delta.py says how that is told. */

const FACTS = ["cluster", "kind", "state", "degree", "flags"];
const ENDS = ["source", "target", "relation", "count"];

/** Where each of `n` rows stands once the `gone` ones are out and others stand at the places `taken` (both ascend); -1 for what went. */
export function moved(n, gone, taken) {
  const places = new Int32Array(n);
  let [out, into, to] = [0, 0, 0];
  for (let at = 0; at < n; at += 1) {
    if (gone[out] === at) {
      places[at] = -1;
      out += 1;
      continue;
    }
    for (; taken[into] === to; into += 1) to += 1;
    places[at] = to;
    to += 1;
  }
  return places;
}

/** Where each node of the former map of `n` nodes stands now. */
export const nodesMoved = (n, { gone, new: more }) => moved(n, gone, more.map(([node]) => node));

/** The former map, with its edges, as it is now. Takes nothing from what it is given. */
export function patchedGraph(graph, delta) {
  const places = nodesMoved(graph.n, delta);
  const n = graph.n - delta.gone.length + delta.new.length;
  const next = { ...graph, n, clusters: delta.roles.length, revision: delta.revision, total: delta.total, truncated: delta.truncated };
  for (const name of ["x", "y", ...FACTS]) next[name] = spread(graph[name], places, n);
  for (const [node, x, y, ...facts] of delta.new) {
    [next.x[node], next.y[node]] = [x, y];
    put(next, node, facts);
  }
  for (const [node, ...facts] of delta.changed) put(next, node, facts);
  return { ...next, role: Uint8Array.from(delta.roles), hue: Uint8Array.from(delta.hues), ...patchedEdges(graph, delta, places) };
}

function put(graph, node, facts) {
  FACTS.forEach((name, at) => (graph[name][node] = facts[at]));
}

/** A column whose values have moved to `places`, and that is `n` long now. */
function spread(column, places, n) {
  const next = new column.constructor(n);
  for (let at = 0; at < places.length; at += 1) if (places[at] >= 0) next[places[at]] = column[at];
  return next;
}

/** Both what stays and what is new come by source, target and relation. */
function patchedEdges(graph, { edges }, places) {
  const gone = new Set(edges.gone);
  const most = graph.m + edges.new.length;
  const next = { source: new Uint32Array(most), target: new Uint32Array(most), relation: new Uint8Array(most), count: new Uint8Array(most) };
  let [m, into] = [0, 0];
  const add = (row) => {
    ENDS.forEach((name, at) => (next[name][m] = row[at]));
    m += 1;
  };
  for (let e = 0; e < graph.m; e += 1) {
    const [source, target] = [places[graph.source[e]], places[graph.target[e]]];
    if (source < 0 || target < 0 || gone.has(e)) continue;
    const row = [source, target, graph.relation[e], graph.count[e]];
    for (; into < edges.new.length && comesBefore(edges.new[into], row); into += 1) add(edges.new[into]);
    add(row);
  }
  edges.new.slice(into).forEach(add);
  for (const name of ENDS) next[name] = next[name].slice(0, m);
  return { m, ...next };
}

function comesBefore(one, other) {
  for (let at = 0; at < 3; at += 1) if (one[at] !== other[at]) return one[at] < other[at];
  return false;
}

/** A list of rows of the overview as it is now. */
export function patchedRows(rows, { gone, new: more }) {
  const out = new Set(gone);
  const next = rows.filter((_, at) => !out.has(at));
  for (const [place, row] of more) next.splice(place, 0, row);
  return next;
}

/** The overview as it is now. */
export function patchedOverview(overview, delta) {
  const lists = ["clusters", "bridges", "parts"].map((name) => [name, patchedRows(overview[name], delta[name])]);
  const shown = overview.shown - delta.gone.length + delta.new.length;
  return { ...overview, revision: delta.revision, shown, total: delta.total, ...Object.fromEntries(lists) };
}

/** What is known of ids by index, as it is now; those of new nodes are told. */
export function patchedIds(ids, places, delta) {
  const next = [];
  ids.forEach((id, at) => id !== undefined && places[at] >= 0 && (next[places[at]] = id));
  delta.new.forEach(([node], at) => (next[node] = delta.ids[at]));
  return next;
}
