/**
 * A canvas context that writes SVG: what the map's drawing functions ask of a canvas, as elements of a file. Kept here
 * rather than as a package because it is the part of a canvas that the map uses, and paths of the browser cannot be read.
 */

// What XML 1.0 has no way to say, not even as a number.
const UNSAYABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const ANCHORS = { left: "start", center: "middle", right: "end" };
const BASELINES = { middle: "central", alphabetic: "auto" };
const WHOLE = 2 * Math.PI;

/** A text as it may stand in XML, in an element or an attribute. */
export const escaped = (text) => String(text).replace(UNSAYABLE, "\ufffd").replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

const rounded = (value) => Math.round(value * 100) / 100 + 0;
const attributes = (values) =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${typeof value === "number" ? rounded(value) : escaped(value)}"`)
    .join("");

/** An outline as SVG writes it; takes what a Path2D does. */
export class SvgPath {
  #steps = [];

  moveTo(x, y) {
    this.#add("M", x, y);
  }

  lineTo(x, y) {
    this.#add("L", x, y);
  }

  quadraticCurveTo(x1, y1, x, y) {
    this.#add("Q", x1, y1, x, y);
  }

  rect(x, y, width, height) {
    this.#add("M", x, y);
    this.#steps.push(`h${rounded(width)}v${rounded(height)}h${rounded(-width)}Z`);
  }

  roundRect(x, y, width, height, radius) {
    const r = Math.min(radius, width / 2, height / 2);
    this.#add("M", x + r, y);
    const [across, down, bend] = [rounded(width - 2 * r), rounded(height - 2 * r), rounded(r)];
    const corner = (dx, dy) => `a${bend} ${bend} 0 0 1 ${rounded(dx * r)} ${rounded(dy * r)}`;
    this.#steps.push(`h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}Z`);
  }

  /** Clockwise from one angle to another. A whole turn is written as two halves: SVG has no other way. */
  arc(x, y, r, from, to) {
    const at = (angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    this.#add(this.#steps.length && !this.#isClosed() ? "L" : "M", ...at(from));
    const turn = Math.min(to - from, WHOLE);
    const half = (angle) => this.#add("A", r, r, 0, turn > Math.PI && turn < WHOLE ? 1 : 0, 1, ...at(angle));
    if (turn >= WHOLE) half(from + Math.PI);
    half(to);
  }

  closePath() {
    this.#steps.push("Z");
  }

  #isClosed() {
    return this.#steps.at(-1).endsWith("Z");
  }

  #add(name, ...values) {
    this.#steps.push(name + values.map(rounded).join(" "));
  }

  toString() {
    return this.#steps.join("");
  }
}

const FRESH = {
  fillStyle: "#000",
  strokeStyle: "#000",
  lineWidth: 1,
  lineCap: "butt",
  lineJoin: "miter",
  globalAlpha: 1,
  font: "10px sans-serif",
  textAlign: "left",
  textBaseline: "alphabetic",
  dash: [],
  place: "",
};

export class SvgContext {
  #measure;
  #colour;
  #parts = [];
  #states = [];
  #path = new SvgPath();

  /** `measure(font, text)` gives a width in pixels, `colour(css)` {hex, alpha}. */
  constructor({ measure, colour }) {
    [this.#measure, this.#colour] = [measure, colour];
    Object.assign(this, FRESH);
  }

  /** What was drawn, as elements. */
  get elements() {
    return this.#parts.join("\n");
  }

  save() {
    this.#states.push(Object.fromEntries(Object.keys(FRESH).map((name) => [name, this[name]])));
  }

  restore() {
    Object.assign(this, this.#states.pop());
  }

  translate(x, y) {
    this.place += `translate(${rounded(x)} ${rounded(y)})`;
  }

  scale(x, y) {
    this.place += `scale(${Number(x.toPrecision(6))} ${Number(y.toPrecision(6))})`;
  }

  setLineDash(dash) {
    this.dash = dash;
  }

  /** The page is blank to begin with. */
  clearRect() {}

  beginPath() {
    this.#path = new SvgPath();
  }

  moveTo(...values) {
    this.#path.moveTo(...values);
  }

  lineTo(...values) {
    this.#path.lineTo(...values);
  }

  arc(...values) {
    this.#path.arc(...values);
  }

  rect(...values) {
    this.#path.rect(...values);
  }

  roundRect(...values) {
    this.#path.roundRect(...values);
  }

  closePath() {
    this.#path.closePath();
  }

  fill(path = this.#path, rule = null) {
    this.#outline(path, { ...this.#filled(), "fill-rule": rule });
  }

  stroke(path = this.#path) {
    this.#outline(path, { fill: "none", ...this.#stroked() });
  }

  fillRect(x, y, width, height) {
    this.#add("rect", { x, y, width, height, ...this.#filled() });
  }

  fillText(text, x, y) {
    this.#write(text, x, y, this.#filled());
  }

  strokeText(text, x, y) {
    this.#write(text, x, y, { fill: "none", ...this.#stroked(), "stroke-linejoin": "round" });
  }

  measureText(text) {
    return { width: this.#measure(this.font, text) };
  }

  /** `image` is the address of a picture. */
  drawImage(image, x, y, width, height) {
    this.#add("image", { href: image, x, y, width, height, preserveAspectRatio: "none" });
  }

  #outline(path, look) {
    const d = path.toString();
    if (d) this.#add("path", { d, ...look });
  }

  #write(text, x, y, look) {
    const [, weight, size, family] = this.font.match(/^(?:(\d+) )?([\d.]+)px (.*)$/);
    const type = { "font-family": family, "font-size": Number(size), "font-weight": weight ?? null };
    const anchor = { "text-anchor": ANCHORS[this.textAlign], "dominant-baseline": BASELINES[this.textBaseline] };
    this.#add("text", { x, y, ...type, ...anchor, ...look }, escaped(text));
  }

  #filled() {
    const { hex, alpha } = this.#colour(this.fillStyle);
    return { fill: hex, "fill-opacity": shareOf(alpha * this.globalAlpha) };
  }

  #stroked() {
    const { hex, alpha } = this.#colour(this.strokeStyle);
    return {
      stroke: hex,
      "stroke-opacity": shareOf(alpha * this.globalAlpha),
      "stroke-width": String(Number(this.lineWidth.toPrecision(3))),
      "stroke-linecap": this.lineCap === FRESH.lineCap ? null : this.lineCap,
      "stroke-dasharray": this.dash.length ? this.dash.join(" ") : null,
    };
  }

  #add(name, values, content = "") {
    const tag = `<${name}${attributes({ ...values, transform: this.place || null })}`;
    this.#parts.push(content ? `${tag}>${content}</${name}>` : `${tag}/>`);
  }
}

/** An opacity, or null for one that hides nothing. */
const shareOf = (alpha) => (alpha >= 1 ? null : rounded(alpha));

/** A whole file of that size in pixels. */
export function svgOf({ width, height, title, told, elements }) {
  const size = `width="${rounded(width)}" height="${rounded(height)}" viewBox="0 0 ${rounded(width)} ${rounded(height)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-labelledby="title desc">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(told)}</desc>
${elements}
</svg>
`;
}
