/** Map and outline are two views of one thing: the link between them takes along all that the address says. */
const OF_THE_OUTLINE = ["view", "open", "unfold"];

document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("[data-graph-twin]");
    if (!link) return;
    const address = new URL(location.href);
    for (const name of OF_THE_OUTLINE) address.searchParams.delete(name);
    const view = new URL(link.href).searchParams.get("view");
    if (view) address.searchParams.set("view", view);
    link.href = address.href;
  },
  { capture: true },
);
