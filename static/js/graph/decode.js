/** The typed blocks of a map ("MHG2", "MHE2"): graph_ui/graph/payload.py writes them and describes every field. */

const NODES = { magic: 0x4d484732, header: 48 };
const EDGES = { magic: 0x4d484532, header: 24 };
const SELF_LINK = 0x80;

export const MEMORY = 0;
export const DOCUMENT = 1;
export const STATES = ["current", "superseded", "pending", "expiring", "forgotten"];
export const RELATIONS = ["updates", "extends", "derives", "source", "key"];
export const ROLES = ["island", "small", "isolated"];
export const STATIC = 1;
export const INFERRED = 2;

/**
 * The nodes in `buffer`: x and y in map units (y grows downward), one value per node in every column but `role` and
 * `hue`, which have one per cluster. There are no edges yet. Throws RangeError on a block that is none or is cut short.
 */
export function decodeNodes(buffer) {
  const head = headOf(buffer, NODES);
  const n = head.getUint32(4, true);
  const clusters = head.getUint16(12, true);
  const column = reader(buffer, NODES.header);
  const places = [column(Uint16Array, n), column(Uint16Array, n)];
  const step = head.getFloat32(40, true);
  return {
    n,
    clusters,
    truncated: (head.getUint16(14, true) & 1) === 1,
    revision: Number(head.getBigUint64(16, true)),
    total: head.getUint32(24, true),
    x: spread(places[0], head.getFloat32(32, true), step),
    y: spread(places[1], head.getFloat32(36, true), step),
    cluster: column(Uint16Array, n),
    kind: column(Uint8Array, n),
    state: column(Uint8Array, n),
    degree: column(Uint8Array, n),
    flags: column(Uint8Array, n),
    role: column(Uint8Array, clusters),
    hue: column(Uint8Array, clusters),
    ...noEdges(),
  };
}

/** The edges in `buffer`, by source; those with an end outside the nodes are dropped. Throws RangeError as above. */
export function decodeEdges(buffer) {
  const head = headOf(buffer, EDGES);
  const n = head.getUint32(4, true);
  const m = head.getUint32(8, true);
  const column = reader(buffer, EDGES.header);
  const fan = column(Uint32Array, n);
  const distance = column(Uint32Array, m);
  const type = column(Uint8Array, m);
  const count = column(Uint8Array, m);
  const found = { m: 0, source: new Uint32Array(m), target: new Uint32Array(m), relation: new Uint8Array(m), count: new Uint8Array(m) };
  for (let node = 0, e = 0; node < n; node += 1) {
    for (const end = Math.min(e + fan[node], m); e < end; e += 1) {
      const target = distance[e] & 1 ? node - (distance[e] + 1) / 2 : node + distance[e] / 2;
      if (target < 0 || target >= n) continue;
      found.source[found.m] = node;
      found.target[found.m] = target;
      found.relation[found.m] = type[e] & ~SELF_LINK;
      found.count[found.m] = count[e];
      found.m += 1;
    }
  }
  if (found.m === m) return found;
  for (const name of ["source", "target", "relation", "count"]) found[name] = found[name].slice(0, found.m);
  return found;
}

/** The map of nothing, before the first block has arrived. */
export function emptyGraph() {
  return decodeNodes(new Uint8Array([0x4d, 0x48, 0x47, 0x32, ...new Array(NODES.header - 4).fill(0)]).buffer);
}

/** A map without edges. */
export function noEdges() {
  return { m: 0, source: new Uint32Array(0), target: new Uint32Array(0), relation: new Uint8Array(0), count: new Uint8Array(0) };
}

function headOf(buffer, { magic, header }) {
  const head = new DataView(buffer);
  if (buffer.byteLength < header || head.getUint32(0, false) !== magic) throw new RangeError("no block of a map");
  return head;
}

/** Takes columns from a buffer one after the other; each is stored byte by byte and padded to four bytes. */
function reader(buffer, start) {
  let at = start;
  return (Type, length) => {
    const size = Type.BYTES_PER_ELEMENT * length;
    const bytes = new Uint8Array(buffer, at, size);
    const values = new Type(length);
    for (let plane = 0; plane < Type.BYTES_PER_ELEMENT; plane += 1) {
      const from = plane * length;
      for (let n = 0; n < length; n += 1) values[n] |= bytes[from + n] << (8 * plane);
    }
    at += Math.ceil(size / 4) * 4;
    return values;
  };
}

function spread(steps, origin, step) {
  const places = new Float32Array(steps.length);
  for (let n = 0; n < steps.length; n += 1) places[n] = origin + steps[n] * step;
  return places;
}
