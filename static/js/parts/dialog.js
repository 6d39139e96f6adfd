/**
 * Dialogs. `data-dialog="id"` opens the dialog of that id. What htmx puts into #dialog opens by itself. A deed done
 * from a dialog closes it, unless the answer was put into the dialog: a form with its errors, or what to show next.
 */

export function open(dialog) {
  if (!dialog.open) dialog.showModal();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    opener.closest("[popover]:popover-open")?.hidePopover();
    open(document.getElementById(opener.dataset.dialog));
    return;
  }
  const closer = event.target.closest("[data-dialog-close]");
  if (closer) {
    event.preventDefault();
    // A dialog shown as a page of its own is left by the way one came.
    const dialog = closer.closest("dialog");
    if (dialog) dialog.close();
    else history.back();
    return;
  }
  // A press on the backdrop lands on the dialog itself.
  if (event.target.matches("dialog[open]") && !isInside(event, event.target)) event.target.close();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "dialog" && event.target.childElementCount) open(event.target);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, requestConfig, target, xhr } = event.detail;
  const dialog = event.target.closest?.("dialog[open]");
  if (!dialog || !successful || requestConfig.verb === "get") return;
  const shown = target === dialog && xhr.status !== 204 && dialog.childElementCount > 0;
  if (!shown) dialog.close();
});

document.addEventListener("close", (event) => {
  if (event.target.id === "dialog") event.target.replaceChildren();
}, true);

function isInside(event, element) {
  const box = element.getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
}
