/** Selecting many in the outline: its boxes are what is selected on the map, also where a list is fetched anew. */
import { register } from "../lib/keys.js";
import { Picked } from "./picked.js";

const bar = document.querySelector("[data-picked]");
const boxes = () => document.querySelectorAll("input[form=graph-picked]");

if (bar) {
  const picked = new Picked(bar, { onChange: tick, signal: new AbortController().signal });

  function tick() {
    for (const box of boxes()) box.checked = picked.all || picked.nodes.has(box.value);
  }

  document.addEventListener("change", ({ target }) => {
    if (target.form !== bar || !target.matches("input.pick")) return;
    // Of everything that is shown one less is what is listed, without it.
    if (picked.all) picked.set([...boxes()].filter((box) => box.checked).map((box) => [box.value, box.dataset.pickKind]));
    else picked.toggle(target.value, target.dataset.pickKind);
  });
  document.addEventListener("htmx:afterSettle", tick);
  register("x", bar.dataset.label, () => document.activeElement?.closest(".row-node")?.querySelector("input.pick")?.click());
  tick();
}
