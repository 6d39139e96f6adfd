/**
 * The inspector's slot. Content arrives by htmx into #inspector; `data-inspector-close` (a link to the page without
 * it) or Escape empties it and gives the focus back to what opened it. `inspector:close` tells the page. Where something
 * is marked `data-inspector-stays` the page is the same without it, and so is its address.
 */
let opener = null;

const slot = () => document.getElementById("inspector");
const without = (closer) => (document.querySelector("[data-inspector-stays]") ? null : closer.getAttribute("href"));

/** Empty the inspector; `url` is the address of the page without it. */
export function closeInspector(url) {
  if (!slot()?.childElementCount) return;
  slot().replaceChildren();
  document.querySelectorAll('[hx-target="#inspector"][aria-current="true"]').forEach((link) => link.removeAttribute("aria-current"));
  // Marked as htmx marks its own steps, so that Back and Forward fetch the page of the address they come to.
  if (url) history.pushState({ htmx: true }, "", url);
  if (opener?.isConnected) opener.focus();
  opener = null;
  document.dispatchEvent(new CustomEvent("inspector:close"));
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.target?.id === "inspector" && !slot().contains(event.detail.elt)) opener = event.detail.elt;
});

// A panel that was closed while it fetched itself anew stays closed.
document.addEventListener("htmx:beforeSwap", ({ detail: answer }) => {
  if (answer.target?.id === "inspector" && !answer.requestConfig.elt.isConnected) answer.shouldSwap = false;
});

// A list that refreshed itself no longer knows which of its rows is shown.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "inspector" || !slot()?.childElementCount) return;
  for (const link of event.target.querySelectorAll?.('a[hx-target="#inspector"]') ?? []) {
    if (new URL(link.href).pathname === location.pathname) link.setAttribute("aria-current", "true");
  }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "inspector" || !opener?.matches('[hx-target="#inspector"]')) return;
  document.querySelectorAll('[hx-target="#inspector"][aria-current="true"]').forEach((link) => link.removeAttribute("aria-current"));
  opener.setAttribute("aria-current", "true");
  // Where the panel covers the list, reading goes on in the panel.
  if (matchMedia("(width < 1100px)").matches) slot().querySelector("h2, .inspector-title, a, button")?.focus();
});

document.addEventListener("click", (event) => {
  const closer = event.target.closest("[data-inspector-close]");
  if (!closer || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  closeInspector(without(closer));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
  if (document.querySelector("dialog[open], .popover:popover-open, .rail:popover-open")) return;
  const closer = slot()?.querySelector("[data-inspector-close]");
  if (closer) closeInspector(without(closer));
});
