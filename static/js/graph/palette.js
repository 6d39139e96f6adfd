/** The colours of the canvas, resolved from the tokens of the page; to be read anew when the theme changes. */

const HUES = 8;

/**
 * Colours as the canvas takes them. `lit` and `dim` are the two ways a node can look: dim ones are mixed half toward
 * the page, not made transparent, so that what lies below does not shine through. With `ramp` nodes take the steps of
 * age, 1 to 7, in place of the hues of islands.
 */
export function readPalette(element, { ramp = false } = {}) {
  const mix = (one, share, other) => `color-mix(in oklab, ${one} ${share}%, ${other})`;
  const base = (hue) => `var(--${ramp && hue ? "a" : "c"}${hue})`;
  const look = (veil) => ({
    hues: Array.from({ length: HUES }, (_, hue) => {
      const own = base(hue);
      return {
        fill: veil(own),
        ring: veil(mix(own, 55, "var(--text)")),
        edge: veil(mix(own, 75, "var(--bg)")),
      };
    }),
    hollow: "var(--bg)",
    pending: veil("var(--pending)"),
    expiring: veil("var(--warn)"),
    forgotten: veil(mix("var(--muted)", 60, "var(--bg)")),
  });
  const colours = resolved(element, {
    lit: look((css) => css),
    dim: look((css) => mix(css, 50, "var(--bg)")),
    hues: Array.from({ length: HUES }, (_, hue) => base(hue)),
    land: Array.from({ length: HUES }, (_, hue) => `color-mix(in srgb, var(--c${hue}) 7%, var(--bg))`),
    page: "var(--bg)",
    ink: "var(--text)",
    muted: "var(--muted)",
    count: mix("var(--muted)", 75, "var(--text)"), // it may lie on nodes
    accent: "var(--accent)",
    onAccent: "var(--on-accent)",
    lists: { meaning: "var(--accent)", words: "var(--ok)", keys: "var(--warn)" },
    label: mix("var(--bg)", 86, "transparent"),
  });
  return { ...colours, font: getComputedStyle(element).fontFamily };
}

/** The same, with each CSS colour in it as the browser resolves it; all at once, since each look at a changed style costs. */
function resolved(element, colours) {
  const holder = document.createElement("span");
  holder.hidden = true;
  const probes = [];
  const each = (given, of) => {
    if (typeof given === "string") return of(given);
    if (Array.isArray(given)) return given.map((inside) => each(inside, of));
    return Object.fromEntries(Object.entries(given).map(([name, inside]) => [name, each(inside, of)]));
  };
  const probed = each(colours, (css) => {
    const probe = document.createElement("span");
    probe.style.color = css;
    return `${probes.push(probe) - 1}`;
  });
  holder.append(...probes);
  element.append(holder);
  const found = each(probed, (at) => getComputedStyle(probes[at]).color);
  holder.remove();
  return found;
}
