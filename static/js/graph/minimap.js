/** All of the map in a corner, with the frame of the window; a press or a drag there moves the window. */
import { boxOf } from "./camera.js";

const SVG = "http://www.w3.org/2000/svg";
const RIM = 0.04; // of the map's longer side
const FEWEST = 2; // clusters; of less there is nothing to be found

export class Minimap {
  #svg;
  #frame;
  #box = null; // what is drawn, with its rim

  /** `svg` holds `[data-frame]`, a rectangle; `onMove(point)` hears which map point shall be in the middle. */
  constructor(svg, { onMove, signal }) {
    this.#svg = svg;
    this.#frame = svg.querySelector("[data-frame]");
    const move = ({ clientX, clientY }) => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
      onMove({ x, y });
    };
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      move(event);
    }, { signal });
    svg.addEventListener("pointermove", (event) => svg.hasPointerCapture(event.pointerId) && move(event), { signal });
  }

  /** Draw these clusters. */
  setClusters(clusters) {
    const shown = clusters.filter(({ r }) => r > 0);
    this.#svg.toggleAttribute("hidden", shown.length < FEWEST);
    const box = boxOf(shown);
    if (!box) return;
    const rim = RIM * Math.max(box.right - box.left, box.bottom - box.top);
    this.#box = { left: box.left - rim, top: box.top - rim, right: box.right + rim, bottom: box.bottom + rim };
    this.#svg.setAttribute("viewBox", [this.#box.left, this.#box.top, this.#box.right - this.#box.left, this.#box.bottom - this.#box.top].join(" "));
    this.#svg.replaceChildren(...shown.map(signOf), this.#frame);
  }

  /** The window shows that box of map units; of one that reaches beyond the map that much is framed. */
  setFrame(window) {
    if (!this.#box) return;
    const [left, top] = ["left", "top"].map((side) => Math.max(window[side], this.#box[side]));
    const [right, bottom] = ["right", "bottom"].map((side) => Math.min(window[side], this.#box[side]));
    for (const [name, value] of Object.entries({ x: left, y: top, width: Math.max(right - left, 0), height: Math.max(bottom - top, 0) })) this.#frame.setAttribute(name, value);
  }
}

function signOf({ x, y, r, h, hue }) {
  const box = h !== undefined;
  const sign = document.createElementNS(SVG, box ? "rect" : "circle");
  const places = box ? { x: x - r, y: y - h, width: 2 * r, height: 2 * h } : { cx: x, cy: y, r };
  for (const [name, value] of Object.entries(places)) sign.setAttribute(name, value);
  sign.setAttribute("class", `hue-${hue}`);
  return sign;
}
