/** Says a sentence through the page's one polite live region. */

/** `text` is spoken even when it repeats the last one: the region is emptied first. */
export function announce(text) {
  const region = document.getElementById("announcer");
  region.textContent = "";
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}
