/** The colours of the canvas, resolved from the tokens of the page; to be read anew when the theme changes. */

const HUES = 8;

/**
 * Colours as the canvas takes them. `lit` and `dim` are the two ways a node can look: dim ones are mixed half toward
 * the page, not made transparent, so that what lies below does not shine through. With `ramp` nodes take the steps of
 * age, 1 to 7, in place of the hues of islands.
 */
export function readPalette(element, { ramp = false } = {}) {
  const probe = document.createElement("span");
  probe.hidden = true;
  element.append(probe);
  const resolve = (css) => {
    probe.style.color = css;
    return getComputedStyle(probe).color;
  };
  const mix = (one, share, other) => `color-mix(in oklab, ${one} ${share}%, ${other})`;
  const base = (hue) => `var(--${ramp && hue ? "a" : "c"}${hue})`;
  const look = (veil) => ({
    hues: Array.from({ length: HUES }, (_, hue) => {
      const own = base(hue);
      return {
        fill: resolve(veil(own)),
        ring: resolve(veil(mix(own, 55, "var(--text)"))),
        edge: resolve(veil(mix(own, 75, "var(--bg)"))),
      };
    }),
    hollow: resolve("var(--bg)"),
    pending: resolve(veil("var(--pending)")),
    expiring: resolve(veil("var(--warn)")),
    forgotten: resolve(veil(mix("var(--muted)", 60, "var(--bg)"))),
  });
  const palette = {
    lit: look((css) => css),
    dim: look((css) => mix(css, 50, "var(--bg)")),
    hues: Array.from({ length: HUES }, (_, hue) => resolve(base(hue))),
    land: Array.from({ length: HUES }, (_, hue) => resolve(`color-mix(in srgb, var(--c${hue}) 7%, var(--bg))`)),
    page: resolve("var(--bg)"),
    ink: resolve("var(--text)"),
    muted: resolve("var(--muted)"),
    accent: resolve("var(--accent)"),
    label: resolve(mix("var(--bg)", 86, "transparent")),
    font: getComputedStyle(element).fontFamily,
  };
  probe.remove();
  return palette;
}
