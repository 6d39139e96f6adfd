/**
 * Names as they were placed for one view: while the map moves they go along with what they name, which costs a third of
 * placing them anew.
 */
import { write } from "./draw_names.js";
import { isWorn } from "./picture.js";

export class HeldNames {
  #written = [];
  #scene = null;
  #palette = null;

  /** Keep what `drawNames` and `drawPartNames` wrote for a scene. */
  keep(written, scene, palette) {
    [this.#written, this.#scene, this.#palette] = [written, scene, palette];
  }

  /** Write them where they belong in another view of the same map; false where they have to be placed anew. */
  draw(context, scene, palette) {
    const { clusters, view, width, height } = this.#scene ?? {};
    if (clusters !== scene.clusters || width !== scene.width || height !== scene.height || palette !== this.#palette) return false;
    if (isWorn(view, scene.view, scene)) return false;
    for (const name of this.#written) {
      const { x, y } = moved(name, view, scene.view);
      write(context, name.label, x, y);
    }
    return true;
  }

  /** Where names of islands are in a view: boxes {cluster, left, top, width, height}. */
  boxes(view) {
    return this.#written
      .filter(({ cluster }) => cluster !== undefined)
      .map((name) => ({ ...name, ...moved(name, this.#scene.view, view) }))
      .map(({ cluster, x, y, width, height }) => ({ cluster, left: x, top: y - height / 2, width, height }));
  }
}

/** Where a name that was placed in one view is in another. */
const moved = ({ of, x, y }, from, to) => ({ x: x + of.x * (to.k - from.k) + to.x - from.x, y: y + of.y * (to.k - from.k) + to.y - from.y });
