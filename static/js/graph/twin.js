/** Map and outline are two views of one thing: the link between them takes the choice along. */
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("[data-graph-twin]");
    const chosen = new URLSearchParams(location.search).get("node");
    if (!link) return;
    const address = new URL(link.href);
    if (chosen) address.searchParams.set("node", chosen);
    else address.searchParams.delete("node");
    link.href = address.href;
  },
  { capture: true },
);
