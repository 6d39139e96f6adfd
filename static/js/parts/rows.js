/** `data-rows` on a list: j and k (and the arrows, once inside) walk its `data-row` links, Home and End go to its ends. */
import { register } from "../lib/keys.js";

const list = () => document.querySelector("[data-rows]");
const rowsOf = (container) => [...container.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility());

function walk(step) {
  const container = list();
  if (!container) return;
  const rows = rowsOf(container);
  const from = rows.findIndex((row) => row === document.activeElement);
  const current = from >= 0 ? from : rows.findIndex((row) => row.getAttribute("aria-current") === "true");
  const next = rows[Math.max(0, Math.min(rows.length - 1, current + step))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

register("j", () => list()?.dataset.rowsNext ?? "", () => walk(1));
register("k", () => list()?.dataset.rowsPrevious ?? "", () => walk(-1));

document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.("[data-row]");
  const container = row?.closest("[data-rows]");
  if (!container || event.target !== row) return;
  const rows = rowsOf(container);
  const target = { ArrowDown: rows[rows.indexOf(row) + 1], ArrowUp: rows[rows.indexOf(row) - 1], Home: rows[0], End: rows.at(-1) }[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
});
