/** The map as the address has it looked at: puts looks on the map, follows the panel and the brush, and says what is left. */
import { announce } from "../lib/announce.js";
import { complain } from "../lib/complain.js";
import { sentence } from "./explain.js";
import { Filters } from "./filters.js";
import { colourNow, Look } from "./look.js";

export class Lens {
  #map;
  #worker;
  #look;
  #filters;
  #hooks;
  #turn = 0;
  #brushed = null;

  /**
   * `dataset` names the addresses of mask, times and facets. `hooks`: words; version() of the map at hand; onStale()
   * hears when the hub has another one, onHidden() when what was chosen is no longer shown.
   */
  constructor(map, worker, dataset, hooks, signal) {
    [this.#map, this.#worker, this.#hooks] = [map, worker, hooks];
    this.#look = new Look({ mask: dataset.maskUrl, times: dataset.timesUrl }, worker, signal);
    this.#filters = new Filters(dataset.facetsUrl, { onChange: () => this.again(), signal });
    document.addEventListener("times:move", (event) => this.#brush(event.detail).catch(complain), { signal });
  }

  /** Nodes that are left out whatever the address says. */
  set held(nodes) {
    this.#look.held = nodes;
  }

  /** Those of them that the address leaves. */
  get waiting() {
    return this.#look.waiting;
  }

  /** {masked, tint} as the address asks, or null when the hub has moved on. The worker paints so from now on. */
  async at(graph, version) {
    const look = await this.#look.at(graph, version);
    if (look) await this.#worker.tint(look.tint);
    return look;
  }

  /** Take the colours anew: the theme has changed, or what they say. */
  paint() {
    this.#map.repaint({ ramp: colourNow() === "age" });
  }

  /** The address asks for another look at the same map. */
  async again() {
    const turn = (this.#turn += 1);
    try {
      const [look] = await Promise.all([this.at(this.#map.graph, this.#hooks.version()), this.#filters.refresh()]);
      if (turn !== this.#turn) return;
      if (!look) this.#hooks.onStale();
      else {
        this.#put(look);
        this.paint();
      }
    } catch (error) {
      complain(error);
    }
  }

  /** The map is another one: the panel counts anew. */
  follow() {
    this.#filters.refresh().catch(complain);
  }

  /** Write how many nodes are shown where the page says it; gives the words. */
  count() {
    const { shown, total } = this.#map.stats();
    const told = sentence(this.#hooks.words, total > shown ? "shownOf" : "shown", { shown, total });
    const place = document.querySelector("[data-graph-count]");
    if (place) place.textContent = told;
    document.dispatchEvent(new CustomEvent("graph:look"));
    return told;
  }

  #put(look, { quiet = false } = {}) {
    const { node } = this.#map.selection;
    this.#map.setLook(look);
    const isHidden = node >= 0 && this.#map.selection.node < 0;
    if (isHidden) this.#hooks.onHidden();
    const told = this.count();
    if (!quiet || isHidden) announce(isHidden ? `${this.#hooks.words.hidden} ${told}` : told);
  }

  /** Show what was made within a span of bins; of many steps that come meanwhile, the last. */
  async #brush(span) {
    const isAtWork = this.#brushed !== null;
    this.#brushed = span;
    if (isAtWork) return;
    const turn = (this.#turn += 1);
    try {
      for (let shown = null; shown !== this.#brushed; ) {
        shown = this.#brushed;
        const masked = await this.#look.between(this.#map.graph, shown);
        if (turn !== this.#turn || !masked) return;
        this.#put({ masked }, { quiet: true });
      }
    } finally {
      this.#brushed = null;
    }
  }
}
