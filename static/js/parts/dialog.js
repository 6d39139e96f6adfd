/**
 * Dialogs. `data-dialog="id"` opens the dialog of that id. What htmx puts into #dialog opens by itself; a successful
 * answer to a form in it closes it again, unless the answer is a new form (422) or sets HX-Retarget.
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
    closer.closest("dialog").close();
    return;
  }
  // A press on the backdrop lands on the dialog itself.
  if (event.target.matches("dialog[open]") && !isInside(event, event.target)) event.target.close();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "dialog" && event.target.childElementCount) open(event.target);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const dialog = event.detail.elt.closest?.("dialog[open]");
  const answered = event.detail.successful && event.detail.requestConfig?.verb !== "get";
  if (dialog && answered && event.detail.target !== dialog) dialog.close();
});

document.addEventListener("close", (event) => {
  if (event.target.id === "dialog") event.target.replaceChildren();
}, true);

function isInside(event, element) {
  const box = element.getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
}
