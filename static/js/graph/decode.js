/** The typed block of a map ("MHG1"): graph_ui/graph/payload.py writes it and describes every field. */

const HEADER = 48;
const SELF_LINK = 0x80;

export const MEMORY = 0;
export const DOCUMENT = 1;
export const STATES = ["current", "superseded", "pending", "expiring", "forgotten"];
export const RELATIONS = ["updates", "extends", "derives", "source", "key"];
export const STATIC = 1;
export const INFERRED = 2;

/**
 * The map in `buffer`: x and y in map units (y grows downward), one value per node or edge in every column. Edges with
 * an end outside the nodes are dropped. Throws RangeError on a block that is no such map or is cut short.
 */
export function decode(buffer) {
  const head = new DataView(buffer);
  if (buffer.byteLength < HEADER || head.getUint32(0, false) !== 0x4d484731) throw new RangeError("no map block");
  const n = head.getUint32(4, true);
  const m = head.getUint32(8, true);
  const column = reader(buffer, HEADER);
  const places = [column(Uint16Array, n), column(Uint16Array, n)];
  const step = head.getFloat32(40, true);
  const graph = {
    n,
    clusters: head.getUint16(12, true),
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
  };
  return { ...graph, ...edges(n, column(Uint32Array, 2 * m), column(Uint8Array, m), column(Uint8Array, m)) };
}

/** The map of nothing, before the first block has arrived. */
export function emptyGraph() {
  return decode(new Uint8Array([0x4d, 0x48, 0x47, 0x31, ...new Array(HEADER - 4).fill(0)]).buffer);
}

/** Takes columns from a buffer one after the other; each is padded to four bytes. */
function reader(buffer, start) {
  let at = start;
  return (Type, length) => {
    const values = new Type(buffer, at, length);
    at += Math.ceil(values.byteLength / 4) * 4;
    return values;
  };
}

function spread(steps, origin, step) {
  return Float32Array.from(steps, (value) => origin + value * step);
}

function edges(n, ends, type, count) {
  const kept = [];
  for (let e = 0; e < type.length; e += 1) if (ends[2 * e] < n && ends[2 * e + 1] < n) kept.push(e);
  return {
    m: kept.length,
    source: Uint32Array.from(kept, (e) => ends[2 * e]),
    target: Uint32Array.from(kept, (e) => ends[2 * e + 1]),
    relation: Uint8Array.from(kept, (e) => type[e] & ~SELF_LINK),
    count: Uint8Array.from(kept, (e) => count[e]),
  };
}
