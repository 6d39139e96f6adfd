/**
 * Nodes that somebody has pinned: they stand on this person's map where they were put. What is chosen is dragged there, and
 * near by any node can be; by key it is pinned where it stands, and moved from there. A local graph (see local.js) has none.
 */
import { announce } from "../lib/announce.js";
import { request } from "../lib/api.js";

const FAR = 4; // pixels that a press may wander without being a drag
const STEP = 20; // pixels
const PAUSE = 500; // milliseconds after the last step, when the place is kept

export class Pins {
  #canvas;
  #map;
  #labels;
  #url;
  #words;
  #onChange;
  #signal;
  #button;
  #drag = null;
  #wasDragged = false;
  #isLoose = false; // a node stands where nobody has kept it yet
  #timer;

  /** `button` is a template of the button that goes into the panel of what is chosen; `onChange()` puts pins on the map anew. */
  constructor(canvas, map, labels, { words, url, button, onChange, signal }) {
    [this.#canvas, this.#map, this.#labels, this.#words] = [canvas, map, labels, words];
    [this.#url, this.#button, this.#onChange, this.#signal] = [url, button, onChange, signal];
    // Before the camera, which hears of the same events, and would move the map.
    const first = { capture: true, signal };
    canvas.addEventListener("pointerdown", (event) => this.#press(event), first);
    for (const type of ["mousedown", "touchstart"]) canvas.addEventListener(type, (event) => this.#drag && event.stopImmediatePropagation(), first);
    canvas.addEventListener("pointermove", (event) => this.#pull(event), first);
    canvas.addEventListener("pointerup", () => this.#drop(), first);
    canvas.addEventListener("pointercancel", () => this.cancel(), first);
    canvas.addEventListener("click", (event) => this.#wasDragged && event.stopImmediatePropagation(), first);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.cancel() && event.stopImmediatePropagation(), first);
    document.addEventListener("pins:change", () => this.refresh(), { signal });
    document.addEventListener("htmx:afterSwap", ({ target }) => target.id === "inspector" && this.#offer(), { signal });
  }

  /** The pins of a version of the map, see `WorkerClient.pins`; null when the hub has moved on to another. */
  async fetch(version) {
    const found = await request(this.#url, { signal: this.#signal });
    return found.version === version ? found.pins.map(([node, x, y]) => ({ node, x, y })) : null;
  }

  /** They have changed: all stand where the hub has them. */
  async refresh() {
    this.#isLoose = false;
    await this.#onChange();
    this.#say();
  }

  /** Pin what is chosen where it stands, or let it go. */
  toggle() {
    const { node } = this.#map.selection;
    if (node < 0) return;
    if (this.#map.rings) announce(this.#words.notPinned);
    else this.#keep(this.#labels.idOf(node), this.#isPinned(node) ? { unpin: 1 } : this.#map.placeOf(node));
  }

  #isPinned(node) {
    return this.#map.pinned.includes(node);
  }

  /** Move what is chosen a step, {dx, dy} being a direction, and pin it there; whether there was anything to move. */
  nudge({ dx, dy }) {
    const { node } = this.#map.selection;
    if (node < 0 || this.#map.rings) return false;
    const { x, y } = this.#map.placeOf(node);
    const step = STEP / this.#map.view.k;
    this.#move(node, { x: x + dx * step, y: y + dy * step });
    this.#map.reveal(node);
    clearTimeout(this.#timer);
    // By the time it is kept the node may stand elsewhere in another map.
    const [id, place] = [this.#labels.idOf(node), this.#map.placeOf(node)];
    this.#timer = setTimeout(() => this.#keep(id, place), PAUSE);
    return true;
  }

  /** End a drag, and have the node back where it was; whether there was one. */
  cancel() {
    if (!this.#drag) return false;
    const { node, from } = this.#drag;
    this.#drag = null;
    this.#wasDragged = true;
    this.#put(node, from);
    return true;
  }

  /** Another map is there: a drag ends, and the panel that may have come before it has its button. */
  begin() {
    this.#drag = null;
    this.#offer();
  }

  #press({ button, isPrimary, pointerType, offsetX, offsetY, ctrlKey, metaKey, shiftKey, altKey }) {
    this.#wasDragged = false;
    if (button || !isPrimary || ctrlKey || metaKey || shiftKey || altKey || this.#map.rings) return;
    if (this.#canvas.closest("[data-sweeping]")) return; // a tool is in hand
    const { node } = this.#map.at(offsetX, offsetY);
    if (node < 0 || (node !== this.#map.selection.node && (pointerType !== "mouse" || !this.#map.isNear))) return;
    this.#drag = { node, from: this.#map.placeOf(node), at: [offsetX, offsetY], isFar: false };
  }

  #pull({ offsetX, offsetY, pointerId }) {
    const drag = this.#drag;
    if (!drag || (!drag.isFar && Math.hypot(offsetX - drag.at[0], offsetY - drag.at[1]) < FAR)) return;
    if (!drag.isFar) this.#canvas.setPointerCapture(pointerId);
    drag.isFar = true;
    this.#move(drag.node, this.#map.toMap(offsetX, offsetY));
  }

  #drop() {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.isFar) return;
    this.#wasDragged = true;
    this.#keep(this.#labels.idOf(drag.node), this.#map.placeOf(drag.node));
  }

  #move(node, place) {
    this.#isLoose = true;
    this.#put(node, place);
  }

  /** For now: who looks for it by place finds it where it was. */
  #put(node, { x, y }) {
    const { graph } = this.#map;
    [graph.x[node], graph.y[node]] = [x, y];
    this.#map.redraw();
  }

  /** The answer is a notice that can take it back, and says `pins:change`; a failure is told by parts/requests.js. */
  async #keep(id, values) {
    const node = await id;
    await globalThis.htmx?.ajax("POST", this.#url, { values: { node, ...values }, swap: "none" }).catch(() => {});
    if (this.#isLoose) await this.refresh();
  }

  /** The panel of a memory or document has the button on the whole map; those of edges, paths and islands have none. */
  #offer() {
    const place = document.querySelector("#inspector:not(:has([data-graph-lit], [data-graph-said])) .inspector-deeds");
    if (this.#map.rings) place?.querySelector("[data-pin]")?.remove();
    if (!place || this.#map.rings || this.#map.selection.node < 0) return;
    if (!place.querySelector("[data-pin]")) {
      place.prepend(this.#button.content.cloneNode(true));
      place.querySelector("[data-pin]").addEventListener("click", () => this.toggle());
    }
    this.#say();
  }

  /** Have the button say what it does to what is chosen. */
  #say() {
    const button = document.querySelector("#inspector [data-pin]");
    if (!button) return;
    const isPinned = this.#isPinned(this.#map.selection.node);
    button.title = isPinned ? button.dataset.unpin : button.dataset.pin;
    button.setAttribute("aria-label", button.title);
    button.classList.toggle("is-pinned", isPinned);
  }
}
