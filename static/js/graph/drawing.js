/** The view as an SVG: drawn by the functions that draw the canvas, onto a context that writes elements. */
import { draw } from "./draw.js";
import { boxInView, countIn } from "./grid.js";
import { SvgContext, SvgPath, svgOf } from "./svg.js";

export const MOST_SHAPES = 20_000; // nodes in view that become shapes; of more the worker's picture is put in as a PNG
const PICTURE_RATIO = 2; // pixels of that picture per unit of the drawing

/**
 * An SVG (a Blob) of {scene, palette, pictureOf} as map.js gives them. `told` are sentences about it: {title, shown,
 * pictured}, the last for a view that is too crowded for shapes.
 */
export async function drawing({ scene, palette, pictureOf }, { title, shown, pictured }) {
  const isPicture = Boolean(scene.picture) && countIn(scene.grid, boxInView(scene.view, scene)) > MOST_SHAPES;
  const crowd = isPicture ? await embedded(scene, pictureOf) : null;
  const context = new SvgContext({ measure: measure(), colour: resolve() });
  context.fillStyle = palette.page;
  context.fillRect(0, 0, scene.width, scene.height);
  draw(context, asShapes(scene, crowd && ((onto) => (onto.drawImage(crowd, 0, 0, scene.width, scene.height), true))), palette);
  const told = isPicture ? `${shown} ${pictured}` : shown;
  return new Blob([svgOf({ ...scene, title, told, elements: context.elements })], { type: "image/svg+xml" });
}

/** The scene without what is only for the hand at the screen, its crowd as shapes or as a picture, on paths to be read. */
function asShapes(scene, picture) {
  const newPath = () => new SvgPath();
  const coasts = scene.coasts?.map((coast) => coast && coast.as(newPath)) ?? null;
  const detail = { ...scene.detail, crowded: picture !== null };
  const nobody = { hovered: -1, hoveredEdges: [], pointed: { node: -1, island: -1 }, obstacles: [] };
  return { ...scene, ...nobody, coasts, detail, picture, newPath };
}

/** The worker's picture as an address that holds it. */
async function embedded({ view, width, height }, pictureOf) {
  const { bitmap } = await pictureOf({ view, width, height, ratio: PICTURE_RATIO });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.toDataURL("image/png");
}

/** Widths as the browser has them. */
function measure() {
  const context = document.createElement("canvas").getContext("2d");
  return (font, text) => {
    context.font = font;
    return context.measureText(text).width;
  };
}

/** Colours as every program reads them: the tokens are in spaces of colour that few know. */
function resolve() {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  return (css) => {
    if (!known.has(css)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      known.set(css, { hex: `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`, alpha: alpha / 255 });
    }
    return known.get(css);
  };
}
