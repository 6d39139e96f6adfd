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
    for (const { label, of, x, y } of this.#written) {
      write(context, label, x + of.x * (scene.view.k - view.k) + scene.view.x - view.x, y + of.y * (scene.view.k - view.k) + scene.view.y - view.y);
    }
    return true;
  }
}
