/**
 * What no page may do, found by measuring it: scroll sideways, cut text without saying so, let text lie over text, or
 * cover what is to be pressed. The value of this script is an array of {rule, where, detail}.
 */
(() => {
  const SLACK = 1.5;
  const findings = [];
  const layers = new Map();
  const view = { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };

  const styleOf = (element) => getComputedStyle(element);
  const clips = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";

  function name(element) {
    const classes = [...element.classList].slice(0, 3).map((one) => `.${one}`).join("");
    const own = `${element.localName}${element.id ? `#${element.id}` : ""}${classes}`;
    const parent = element.parentElement;
    return parent && !element.id && parent !== document.body ? `${parent.localName}${parent.id ? `#${parent.id}` : ""}${[...parent.classList].slice(0, 2).map((one) => `.${one}`).join("")} > ${own}` : own;
  }

  const words = (text) => `“${text.trim().replace(/\s+/g, " ").slice(0, 60)}”`;
  const report = (rule, element, detail) => findings.push({ rule, where: name(element), detail });

  function isHidden(element) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return true;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      // The way words are kept for screen readers alone.
      if (styleOf(at).clipPath === "inset(50%)" || at.localName === "noscript") return true;
    }
    return false;
  }

  /** What floats stands over the page by design, and is compared only with itself. */
  function layerOf(element) {
    if (layers.has(element)) return layers.get(element);
    const parent = element.parentElement;
    const floats = element.matches("dialog[open], [popover]:popover-open") || ["fixed", "sticky"].includes(styleOf(element).position);
    const layer = floats || !parent ? element : layerOf(parent);
    layers.set(element, layer);
    return layer;
  }

  function inner(element) {
    const box = element.getBoundingClientRect();
    const left = box.left + element.clientLeft;
    const top = box.top + element.clientTop;
    return { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
  }

  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = (box) => box.right - box.left < 1 || box.bottom - box.top < 1;

  /**
   * The part of `box` that can be seen, or null when it is scrolled away; tells `onCut(ancestor, axis)` where an
   * ancestor cuts it off without an ellipsis.
   */
  function shown(element, box, onCut) {
    let rest = box;
    const tall = parseFloat(styleOf(element).fontSize) * 0.35;
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = styleOf(at);
      if (style.display !== "inline" && style.display !== "contents") {
        const frame = inner(at);
        const across = rest.right > frame.right + SLACK || rest.left < frame.left - SLACK;
        const down = rest.bottom > frame.bottom + Math.max(2, tall) || rest.top < frame.top - Math.max(2, tall);
        if (across && clips(style.overflowX) && style.textOverflow !== "ellipsis") onCut(at, "sideways");
        if (down && clips(style.overflowY) && style.webkitLineClamp === "none") onCut(at, "in height");
        const cutX = style.overflowX !== "visible";
        const cutY = style.overflowY !== "visible";
        rest = meet(rest, { left: cutX ? frame.left : -1e6, right: cutX ? frame.right : 1e6, top: cutY ? frame.top : -1e6, bottom: cutY ? frame.bottom : 1e6 });
        if (isEmpty(rest)) return null;
      }
      if (style.position === "fixed" || at.matches("dialog, [popover]")) break;
    }
    return rest;
  }

  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || ["SCRIPT", "STYLE", "NOSCRIPT", "OPTION"].includes(element.tagName) || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 1 || box.height < 1) continue;
        found.push({ element, node, text: node.data, box: { left: box.left, top: box.top, right: box.right, bottom: box.bottom } });
      }
    }
    return found;
  }

  function checkSideways() {
    const page = document.scrollingElement;
    if (page.scrollWidth > page.clientWidth) report("scrolls sideways", page, `${page.scrollWidth} px wide in ${page.clientWidth}`);
    for (const element of document.querySelectorAll("body *")) {
      const style = styleOf(element);
      if (!scrolls(style.overflowX) || element.scrollWidth <= element.clientWidth + SLACK || isHidden(element)) continue;
      // Code may scroll in its box; a strip of chips that swipes hides its bar on purpose.
      if (element.localName === "pre" || element.localName === "textarea" || style.scrollbarWidth === "none") continue;
      report("scrolls sideways", element, `${element.scrollWidth} px wide in ${element.clientWidth}`);
    }
  }

  function checkTexts(found) {
    const seen = new Set();
    const once = (rule, element, detail) => seen.has(element) || (seen.add(element), report(rule, element, detail));
    for (const one of found) {
      one.shown = shown(one.element, one.box, (at, axis) => once("text cut", one.element, `${words(one.text)} ${axis} by ${name(at)}`));
      if (one.shown && (one.shown.right > view.right + SLACK || one.shown.left < -SLACK)) once("outside the window", one.element, words(one.text));
    }
  }

  function checkOverlaps(found) {
    const here = found.filter((one) => one.shown);
    const seen = new Set();
    for (let i = 0; i < here.length; i += 1) {
      for (let j = i + 1; j < here.length; j += 1) {
        const [a, b] = [here[i], here[j]];
        if (a.node === b.node || layerOf(a.element) !== layerOf(b.element)) continue;
        const both = meet(a.shown, b.shown);
        const height = Math.min(a.box.bottom - a.box.top, b.box.bottom - b.box.top);
        if (both.right - both.left < 3 || both.bottom - both.top < height * 0.4 || seen.has(a.element)) continue;
        seen.add(a.element);
        report("text over text", a.element, `${words(a.text)} and ${words(b.text)}`);
      }
    }
  }

  /** Whether something between `hit` and what it shares with `element` is painted, so that the words lie beneath it. */
  function paints(hit, element) {
    for (let at = hit; at && !at.contains(element); at = at.parentElement) {
      const { backgroundColor, backgroundImage } = styleOf(at);
      if (backgroundImage !== "none" || !/^(transparent|.*[,/] ?0\))$/.test(backgroundColor)) return true;
    }
    return false;
  }

  function checkCovered(found) {
    const seen = new Set();
    for (const { element, shown: part, text } of found) {
      if (!part || seen.has(element) || styleOf(element).pointerEvents === "none") continue;
      const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
      const hit = x < 0 || y < 0 || x > view.right || y > view.bottom ? null : document.elementFromPoint(x, y);
      if (!hit || hit.contains(element) || element.contains(hit) || layerOf(hit) !== layerOf(element) || !paints(hit, element)) continue;
      seen.add(element);
      report("text covered", element, `${words(text)} by ${name(hit)}`);
    }
  }

  function checkControls() {
    if (document.querySelector("dialog:modal")) return;
    for (const element of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]")) {
      if (isHidden(element) || element.disabled || styleOf(element).pointerEvents === "none") continue;
      const box = element.getClientRects()[0];
      if (!box) continue;
      const part = shown(element, box, () => {});
      if (!part) continue;
      if (part.right > view.right + SLACK || part.left < -SLACK) report("outside the window", element, words(element.textContent || element.ariaLabel || ""));
      const x = (part.left + part.right) / 2;
      const y = (part.top + part.bottom) / 2;
      if (x < 0 || y < 0 || x > view.right || y > view.bottom) continue;
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit === element || element.contains(hit) || hit.contains(element) || hit.closest("label")?.contains(element)) continue;
      if (layerOf(hit) !== layerOf(element)) continue;
      report("covered", element, `${words(element.textContent || element.ariaLabel || "")} by ${name(hit)}`);
    }
  }

  checkSideways();
  const found = texts();
  checkTexts(found);
  checkOverlaps(found);
  checkCovered(found);
  checkControls();
  return findings;
})()
