/** The view as a file: a PNG of any width, drawn anew at that size and not enlarged, or an SVG (see drawing.js). */
import { draw } from "./draw.js";
import { drawing } from "./drawing.js";

const LARGEST = 16_384; // pixels of a side that browsers can draw on
const MOST_PIXELS = 120_000_000;
const KEPT_FOR = 10_000; // milliseconds in which the browser has taken the file

/** The size in pixels of a picture of a window that is `wanted` pixels wide, in the window's shape, within what can be drawn. */
export function sizeOf({ width, height }, wanted) {
  const most = Math.min(LARGEST / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)));
  const ratio = Math.min(Math.max(wanted, 1) / width, most);
  return { ratio, width: Math.max(Math.round(width * ratio), 1), height: Math.max(Math.round(height * ratio), 1) };
}

/**
 * A PNG (a Blob) of {scene, palette, pictureOf}, `wanted` pixels wide. The scene is as `draw` takes it;
 * `pictureOf({view, width, height, ratio})` promises the worker's {bitmap} of a crowded view.
 */
export async function snapshot({ scene, palette, pictureOf }, wanted) {
  const size = sizeOf(scene, wanted);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [size.width, size.height];
  const context = canvas.getContext("2d");
  context.scale(size.ratio, size.ratio);
  const crowd = scene.picture && (await pictureOf({ view: scene.view, width: scene.width, height: scene.height, ratio: size.ratio }));
  const picture = crowd && ((onto) => (onto.drawImage(crowd.bitmap, 0, 0, scene.width, scene.height), true));
  draw(context, { ...scene, ratio: size.ratio, picture, hovered: -1, hoveredEdges: [], pointed: { node: -1, island: -1 }, obstacles: [] }, palette);
  crowd?.bitmap.close();
  // What was drawn is transparent between things.
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = palette.page;
  context.fillRect(0, 0, scene.width, scene.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new RangeError("too large to draw"))), "image/png"));
}

/**
 * Let `form`, with a field `width` and a button for each format, save what `view()` gives as `snapshot` takes it; it was
 * hidden until now. `told()` gives sentences about it, as `drawing` takes them.
 */
export function offer(form, view, told, { signal }) {
  form.hidden = false;
  form.addEventListener(
    "submit",
    async (event) => {
      event.preventDefault();
      const format = event.submitter?.value === "svg" ? "svg" : "png";
      const taken = format === "svg" ? drawing(view(), told()) : snapshot(view(), form.elements.width.valueAsNumber);
      save(await taken, `${form.dataset.mapPng}.${format}`);
      form.closest("[popover]")?.hidePopover();
    },
    { signal },
  );
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
