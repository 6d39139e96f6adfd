/** Selecting many on the map: by sweep, click, key and button; what is selected is ringed, and holds while it is shown. */
import { DOCUMENT } from "./decode.js";
import { MOST, Picked } from "./picked.js";
import { boxRound, isInside, Sweep } from "./sweep.js";

export class Picking {
  #root;
  #map;
  #labels;
  #picked;
  #sweep;
  #nodes = new Set();
  #version = "";
  #turn = 0;

  /** `root` is the map's element, which holds the bar, the mark of a sweep, and the buttons of the tools. */
  constructor(root, map, labels, signal) {
    [this.#root, this.#map, this.#labels] = [root, map, labels];
    const bar = root.querySelector("[data-picked]");
    this.#picked = new Picked(bar, { onChange: () => this.#taken(), signal });
    const onSwept = (points, isLasso) => this.#swept(points, isLasso);
    this.#sweep = new Sweep(root.querySelector("canvas"), root.querySelector("[data-sweep]"), { onSwept, signal });
    const sized = new ResizeObserver(() => root.style.setProperty("--picked", `${bar.hidden ? 0 : bar.offsetHeight + 8}px`));
    sized.observe(bar);
    signal.addEventListener("abort", () => sized.disconnect());
  }

  get size() {
    return this.#picked.size;
  }

  /** Whether a click selects, and is nobody else's: with Ctrl or Command, or with a tool in hand. */
  click(node, { ctrlKey, metaKey }) {
    if (!ctrlKey && !metaKey && !this.#sweep.tool) return false;
    if (node >= 0) this.toggle(node);
    return true;
  }

  toggle(node) {
    if (node < 0) return;
    const nodes = new Set(this.#picked.all ? this.#map.nodes : this.#nodes);
    if (!nodes.delete(node)) nodes.add(node);
    this.#put(nodes);
  }

  /** All in the window. */
  view() {
    this.#add(this.#map.inView());
  }

  /** The island of a node. */
  island(node) {
    const { cluster } = this.#map.graph;
    if (node >= 0) this.#add(this.#map.nodes.filter((other) => cluster[other] === cluster[node]));
  }

  /** A node with its neighbours. */
  near(node) {
    if (node >= 0) this.#add([node, ...this.#map.neighboursOf(node)]);
  }

  /** Everything that is shown. */
  everything() {
    this.#picked.everything();
    this.#taken();
  }

  /** Take a tool in hand, or put it down; gives whether it is in hand. */
  hold(shape) {
    const tool = (this.#sweep.tool = this.#sweep.tool === shape ? "" : shape);
    for (const button of this.#root.querySelectorAll("[data-sweep-shape]")) {
      button.setAttribute("aria-pressed", String(button.dataset.sweepShape === tool));
    }
    this.#root.toggleAttribute("data-sweeping", tool !== "");
    this.#picked.open(tool !== "");
  }

  /** Escape: gives up a sweep, puts the tool down, or selects nothing; whether there was anything of that. */
  leave() {
    if (this.#sweep.isAtWork) this.#sweep.cancel();
    else if (this.size) {
      this.#picked.clear();
      this.#taken();
    } else if (this.#sweep.tool) this.hold(this.#sweep.tool);
    else return false;
    return true;
  }

  /** The map shows something else: another version, or fewer of its nodes. */
  async follow() {
    const { version } = this.#labels;
    if (!version) return; // ids are not there yet
    this.#picked.showing(this.#map.nodes.length);
    const turn = (this.#turn += 1);
    if (version !== this.#version) await this.#labels.findAll([...this.#picked.nodes.keys()]);
    if (turn !== this.#turn || version !== this.#labels.version) return;
    this.#version = version;
    this.#picked.keep((id) => this.#map.isShown(this.#labels.placeOf(id) ?? -1));
    this.#taken();
  }

  #swept(points, isLasso) {
    const corners = points.map(([x, y]) => this.#map.toMap(x, y)).map(({ x, y }) => [x, y]);
    const within = this.#map.within(boxRound(corners));
    const { x, y } = this.#map.graph;
    this.#add(isLasso ? within.filter((node) => isInside(corners, x[node], y[node])) : within);
  }

  #add(nodes) {
    if (!this.#picked.all) this.#put(new Set([...this.#nodes, ...nodes]));
  }

  /** Select these nodes; their ids follow, at once where they are known. */
  async #put(nodes) {
    this.#nodes = nodes;
    this.#map.mark(nodes, false);
    const turn = (this.#turn += 1);
    const many = [...nodes];
    // Of too many only the number counts, which the bar says, since no deed is done to them.
    const ids = many.length > MOST ? many : await this.#labels.idsOf(many);
    if (turn !== this.#turn || ids === null) return;
    const { kind } = this.#map.graph;
    this.#picked.set(many.map((node, at) => [ids[at], kind[node] === DOCUMENT ? "document" : "memory"]));
  }

  /** Ring what the bar says is selected. */
  #taken() {
    const { all, nodes } = this.#picked;
    this.#nodes = new Set(all ? [] : [...nodes.keys()].map((id) => this.#labels.placeOf(id)).filter((node) => node >= 0));
    this.#map.mark(this.#nodes, all);
    this.#root.toggleAttribute("data-all-picked", all);
  }
}
