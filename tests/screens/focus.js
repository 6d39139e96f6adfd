/** How the focused element looks against itself without the focus: {where, seen, covered, outside}, or null for none. */
(() => {
  /** What its clipping ancestors leave of the element's box. */
  function visiblePart({ left, top, right, bottom }) {
    const part = { left, top, right, bottom };
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" || style.display === "inline") continue;
      const frame = at.getBoundingClientRect();
      part.left = Math.max(part.left, frame.left);
      part.right = Math.min(part.right, frame.right);
      part.top = Math.max(part.top, frame.top);
      part.bottom = Math.min(part.bottom, frame.bottom);
    }
    return part;
  }

  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const kin = [element, element.parentElement, element.parentElement?.parentElement].filter(Boolean);
  const looks = () => kin.flatMap((one) => ["", "::before", "::after"].map((part) => {
    const style = getComputedStyle(one, part || null);
    return [style.outlineStyle, style.outlineWidth, style.outlineColor, style.boxShadow, style.borderColor, style.backgroundColor, style.translate].join();
  })).join(";");
  const focused = looks();
  const box = visiblePart(element.getClientRects()[0] ?? element.getBoundingClientRect());
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const outside = x < 0 || y < 0 || x > innerWidth || y > innerHeight;
  const hit = outside ? null : document.elementFromPoint(x, y);
  const covered = Boolean(hit) && hit !== element && !element.contains(hit) && !hit.contains(element);
  element.blur();
  const plain = looks();
  element.focus({ preventScroll: true });
  const text = (element.textContent || element.getAttribute("aria-label") || element.name || "").trim().replace(/\s+/g, " ").slice(0, 40);
  const classes = [...element.classList].slice(0, 2).map((one) => `.${one}`).join("");
  return { where: `${element.localName}${element.id ? `#${element.id}` : ""}${classes}`, text, seen: focused !== plain, covered, outside };
})()
