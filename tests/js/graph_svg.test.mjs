/** The context that writes SVG: every call as the element it becomes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { escaped, SvgContext, SvgPath, svgOf } from "../../static/js/graph/svg.js";

const context = () => new SvgContext({ measure: (_, text) => 6 * text.length, colour: (css) => ({ hex: `#${css}`, alpha: css === "glass" ? 0.5 : 1 }) });
const pathOf = (take) => {
  const path = new SvgPath();
  take(path);
  return String(path);
};

test("texts are escaped, and what XML cannot say is replaced", () => {
  assert.equal(escaped(`<b>"A" & 'B'</b>`), "&lt;b&gt;&quot;A&quot; &amp; &apos;B&apos;&lt;/b&gt;");
  assert.equal(escaped("a\u0000b\u001fc\ufffed\ud800e\u{1f375}"), "a\ufffdb\ufffdc\ufffdd\ufffde\u{1f375}");
});

test("outlines become path data", () => {
  assert.equal(pathOf((path) => (path.moveTo(1, 2), path.lineTo(3.456, 4), path.closePath())), "M1 2L3.46 4Z");
  assert.equal(pathOf((path) => path.quadraticCurveTo(1, 2, 3, 4)), "Q1 2 3 4");
  assert.equal(pathOf((path) => path.rect(1, 2, 30, 40)), "M1 2h30v40h-30Z");
  assert.equal(pathOf((path) => path.roundRect(0, 0, 10, 8, 2)), "M2 0h6a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2Z");
});

test("a whole turn is two halves, a part of one is one arc", () => {
  assert.equal(pathOf((path) => (path.moveTo(5, 0), path.arc(0, 0, 5, 0, 2 * Math.PI))), "M5 0L5 0A5 5 0 0 1 -5 0A5 5 0 0 1 5 0");
  assert.equal(pathOf((path) => path.arc(0, 0, 5, -Math.PI / 2, Math.PI)), "M0 -5A5 5 0 1 1 -5 0");
  assert.equal(pathOf((path) => path.arc(0, 0, 5, 0, Math.PI / 2)), "M5 0A5 5 0 0 1 0 5");
});

test("fills and strokes have the colours, widths and dashes of the moment", () => {
  const drawn = context();
  drawn.fillStyle = "red";
  drawn.globalAlpha = 0.4;
  drawn.beginPath();
  drawn.rect(0, 0, 2, 2);
  drawn.fill();
  drawn.globalAlpha = 1;
  drawn.strokeStyle = "glass";
  drawn.lineWidth = 1.5;
  drawn.lineCap = "round";
  drawn.setLineDash([5, 3]);
  drawn.stroke();
  drawn.setLineDash([]);
  drawn.fill(pathOf((path) => path.rect(1, 1, 2, 2)), "evenodd");
  assert.deepEqual(drawn.elements.split("\n"), [
    '<path d="M0 0h2v2h-2Z" fill="#red" fill-opacity="0.4"/>',
    '<path d="M0 0h2v2h-2Z" fill="none" stroke="#glass" stroke-opacity="0.5" stroke-width="1.5" stroke-linecap="round" stroke-dasharray="5 3"/>',
    '<path d="M1 1h2v2h-2Z" fill="#red" fill-rule="evenodd"/>',
  ]);
});

test("what nothing was drawn on leaves nothing", () => {
  const drawn = context();
  drawn.beginPath();
  drawn.fill();
  drawn.clearRect(0, 0, 9, 9);
  assert.equal(drawn.elements, "");
});

test("moved and scaled drawing is told as a transform, and taken back", () => {
  const drawn = context();
  drawn.save();
  drawn.translate(10, 20);
  drawn.scale(0.123456789, 2);
  drawn.fillRect(0, 0, 1, 1);
  drawn.restore();
  drawn.fillRect(0, 0, 1, 1);
  assert.deepEqual(drawn.elements.split("\n"), [
    '<rect x="0" y="0" width="1" height="1" fill="##000" transform="translate(10 20)scale(0.123457 2)"/>',
    '<rect x="0" y="0" width="1" height="1" fill="##000"/>',
  ]);
});

test("a text has its font, its anchor and its rim", () => {
  const drawn = context();
  drawn.font = '600 13px "Noto Sans", sans-serif';
  drawn.textBaseline = "middle";
  drawn.textAlign = "center";
  drawn.fillText("<tea>", 1, 2);
  drawn.strokeText("a", 1, 2);
  const type = 'x="1" y="2" font-family="&quot;Noto Sans&quot;, sans-serif" font-size="13" font-weight="600" text-anchor="middle" dominant-baseline="central"';
  assert.deepEqual(drawn.elements.split("\n"), [
    `<text ${type} fill="##000">&lt;tea&gt;</text>`,
    `<text ${type} fill="none" stroke="##000" stroke-width="1" stroke-linejoin="round">a</text>`,
  ]);
  assert.deepEqual(drawn.measureText("four"), { width: 24 });
});

test("a file has its size, a title and what is told of it", () => {
  const file = svgOf({ width: 800, height: 600.5, title: "Graph & co", told: "3 < 4", elements: "<rect/>" });
  assert.ok(file.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600.5" viewBox="0 0 800 600.5"'));
  assert.ok(file.includes('<title id="title">Graph &amp; co</title>\n<desc id="desc">3 &lt; 4</desc>\n<rect/>\n</svg>'));
});
