/** Tells the style sheets how high head and filters are together, which differs when they wrap. */
const top = document.querySelector(".page-top");

if (top) {
  new ResizeObserver(([entry]) => {
    document.documentElement.style.setProperty("--page-top", `${Math.round(entry.borderBoxSize[0].blockSize)}px`);
  }).observe(top);
}
