/** The address of the page, which says all that is looked at. */

export const VIEW = "at"; // where the map is looked at; see whereabouts.js

/**
 * Go to another address of the page without leaving it. `graph:address` tells of it. The part of the view is left out:
 * what it is measured from may be another node now, and whoever keeps it writes it anew.
 */
export function go(href) {
  history.pushState(null, "", without(href, VIEW));
  document.dispatchEvent(new CustomEvent("graph:address"));
}

/** Whether two addresses ask for the same thing, in whatever order, and wherever the map is looked at. */
export function isSame(one, other) {
  const [first, second] = [one, other].map((href) => new URL(without(href, VIEW)));
  for (const { searchParams } of [first, second]) searchParams.sort();
  return first.href === second.href;
}

/** An address without one of its parameters. */
export function without(href, name) {
  return put(href, name, null);
}

/** An address with a parameter, as its last, or with null without it. Commas, which need no escape there, stay. */
export function put(href, name, value) {
  const address = new URL(href);
  if (value === null && !address.searchParams.has(name)) return href;
  address.searchParams.delete(name);
  if (value !== null) address.searchParams.set(name, value);
  address.search = address.search.replaceAll("%2C", ",");
  return address.href;
}
