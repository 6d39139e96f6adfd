/**
 * Where the map is looked at, as a part of the address: `at=x,y,k`, the map point in the middle of the window and the
 * scale. While a node is chosen it is `at=x,y,k,n`, counted from that node, so that the link still leads there when the
 * map has been laid out anew.
 *
 * Only a view that somebody has chosen is written, once the hand rests; the fitted one, and the flight to a node, are
 * what an address without it means.
 */
import { put, VIEW, without } from "./address.js";

const REST = 600; // milliseconds; a flight that a choice begins is over by then
const FARTHEST = 1e7; // map units
const FROM_NODE = "n";

/** A place {x, y, k} as text: whole map units, a scale of three digits; counted from `node`, a point, if that is given. */
export function written({ x, y, k }, node = null) {
  const [right, down] = [x - (node?.x ?? 0), y - (node?.y ?? 0)].map((value) => Math.round(value) + 0);
  return [right, down, Number(k.toPrecision(3)), ...(node ? [FROM_NODE] : [])].join(",");
}

/** {x, y, k, isFromNode} of a query, or null where it says nothing that can be looked at. */
export function read(search) {
  const parts = (new URLSearchParams(search).get(VIEW) ?? "").split(",");
  const [x, y, k] = parts.slice(0, 3).map((part) => (part.trim() ? Number(part) : NaN));
  const isWhole = parts.length === 3 || (parts.length === 4 && parts[3] === FROM_NODE);
  if (!isWhole || ![x, y, k].every(Number.isFinite)) return null;
  if (k <= 0 || Math.abs(x) > FARTHEST || Math.abs(y) > FARTHEST) return null;
  return { x, y, k, isFromNode: parts.length === 4 };
}

export class Whereabouts {
  #map;
  #isKept = false; // whether the address has the view
  #isFresh = false; // whether nobody has moved the map since it was restored
  #timer = null;

  constructor(map, signal) {
    this.#map = map;
    document.addEventListener("graph:address", () => this.#isKept && this.keep(), { signal });
    // Who goes to the list right after a move takes that move along.
    document.addEventListener("click", () => this.#timer && this.#write(), { capture: true, signal });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Somebody has moved the map, or something else is chosen: write where it is looked at once all rests. */
  keep() {
    [this.#isKept, this.#isFresh] = [true, false];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(), REST);
  }

  /** The view is one that needs no words. */
  drop() {
    this.#forget();
    this.#replace(without(location.href, VIEW));
  }

  /** Look where the address says; whether it says so. One that is counted from a node waits until that is chosen. */
  restore() {
    const place = read(location.search);
    const { node } = this.#map.selection;
    const isThere = place && (!place.isFromNode || node >= 0) && this.#map.lookAt(place.isFromNode ? this.#beside(place, node) : place);
    this.#forget();
    this.#isKept = this.#isFresh = Boolean(isThere);
    return this.#isKept;
  }

  /** The window has another size, as when a panel opens beside the map: what was restored is its middle again. */
  settle() {
    if (this.#isFresh) this.restore();
  }

  #beside({ x, y, k }, node) {
    const from = this.#map.placeOf(node);
    return { x: from.x + x, y: from.y + y, k };
  }

  #forget() {
    clearTimeout(this.#timer);
    [this.#isKept, this.#isFresh, this.#timer] = [false, false, null];
  }

  #write() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const { node } = this.#map.selection;
    const from = node >= 0 && new URLSearchParams(location.search).has("node") ? this.#map.placeOf(node) : null;
    this.#replace(put(location.href, VIEW, written(this.#map.place, from)));
  }

  /** The same step of the history, with another address. */
  #replace(href) {
    if (href !== location.href) history.replaceState(history.state, "", href);
  }
}
