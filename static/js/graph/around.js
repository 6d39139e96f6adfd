/** The part of an address that says what lies around one node is shown; see graph_ui/graph/local.py. */

const NAMES = ["around", "depth", "direction", "expand"];

/** [name, value] pairs of an address's query that ask for a local graph, none for the whole map. */
export function aroundIn(search) {
  const given = new URLSearchParams(search);
  return given.get("around") ? [...given].filter(([name, value]) => NAMES.includes(name) && value) : [];
}

/** The address of the page with what lies around that node, as deep as it is now; with null, of the whole map. */
export function around(id, here) {
  const address = new URL(here);
  const kept = id ? ["around", "expand"] : NAMES;
  kept.forEach((name) => address.searchParams.delete(name));
  if (id) address.searchParams.set("around", id);
  return address.href;
}

/** The address with so many pages of a node's further neighbours, in the place where it stands; 0 takes them away. */
export function expanded(id, pages, here) {
  const address = new URL(here);
  const nodes = new Map(address.searchParams.getAll("expand").map((written) => [written.split(".")[0], written]));
  if (pages) nodes.set(id, `${id}.${pages}`);
  else nodes.delete(id);
  address.searchParams.delete("expand");
  for (const written of nodes.values()) address.searchParams.append("expand", written);
  return address.href;
}
