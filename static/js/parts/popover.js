/** Puts a popover beside the button that opened it, on whichever side there is room, and keeps it within the window. */
import { place } from "./popover_place.js";

let opener = null;

document.addEventListener("click", (event) => {
  opener = event.target.closest("[popovertarget]") ?? opener;
}, true);

document.addEventListener("toggle", (event) => {
  const popover = event.target;
  if (!(popover instanceof HTMLElement) || !popover.matches(".popover")) return;
  const button = document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
  const anchor = opener?.getAttribute("popovertarget") === popover.id ? opener : button;
  anchor?.setAttribute("aria-expanded", String(event.newState === "open"));
  if (event.newState !== "open" || !anchor) return;
  const size = { width: popover.offsetWidth, height: popover.offsetHeight };
  const { left, top } = place(anchor.getBoundingClientRect(), size, { width: innerWidth, height: innerHeight });
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
  popover.querySelector("[autofocus], .popover-item")?.focus({ preventScroll: true });
}, true);

/** Below the drawer of a phone the page rests. */
document.addEventListener("toggle", (event) => {
  if (event.target.id !== "rail") return;
  for (const part of document.querySelectorAll(".topbar, #main")) part.inert = event.newState === "open";
}, true);

/** Who walks on by Tab does not want to walk beneath an open menu. */
document.addEventListener("focusin", (event) => {
  for (const popover of document.querySelectorAll(".popover:popover-open")) {
    if (!popover.contains(event.target) && event.target !== opener) popover.hidePopover();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const popover = event.target.closest?.(".popover:popover-open");
  if (!popover || event.target.matches("input, textarea, select")) return;
  const items = [...popover.querySelectorAll(".popover-item")];
  const step = event.key === "ArrowDown" ? 1 : -1;
  const next = items[(items.indexOf(event.target.closest(".popover-item")) + step + items.length) % items.length];
  event.preventDefault();
  next?.focus();
});

/** An item that was chosen closes its menu; a box or a segment in it does not. */
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("button.popover-item, a.popover-item");
  if (chosen && !chosen.hasAttribute("popovertarget")) chosen.closest("[popover]:popover-open")?.hidePopover();
});
