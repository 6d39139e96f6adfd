/** Words for what lies under the pointer or is chosen: titles and notes of nodes and edges. */
import { DOCUMENT, RELATIONS, STATES } from "./decode.js";

const KEY = RELATIONS.indexOf("key");
const UNKNOWN = "…";

/** A sentence of the page's words with its figures filled in. */
export function sentence(words, name, figures) {
  const number = new Intl.NumberFormat(document.documentElement.lang);
  return words[name].replace(/%\((\w+)\)s/g, (_, figure) => number.format(figures[figure]));
}

/** Parts of what is said, one after the other, each with an end; empty ones are left out. */
export const spoken = (...parts) => parts.filter(Boolean).map((part) => (/[.!?…。！？]$/.test(part) ? part : `${part}.`)).join(" ");

/** Kind or state of a node, and how many relations it has. */
export function noteOf(words, graph, node) {
  const kind = graph.kind[node] === DOCUMENT ? words.document : words[STATES[graph.state[node]]];
  return [kind, sentence(words, "relations", { count: graph.degree[node] })].join(" · ");
}

/** {title, note} of what is under the pointer, or null for nothing. `textOf(node)` may not know a text yet. */
export function explained(words, graph, { node, edge }, textOf) {
  const text = (each) => textOf(each) ?? UNKNOWN;
  if (node >= 0) return { title: text(node), note: noteOf(words, graph, node) };
  if (edge < 0) return null;
  const name = words[RELATIONS[graph.relation[edge]]];
  const ends = [text(graph.source[edge]), text(graph.target[edge])];
  return {
    title: graph.count[edge] > 1 ? `${name} ×${graph.count[edge]}` : name,
    note: ends.join(graph.relation[edge] === KEY ? " · " : " → "),
  };
}

/** The nodes whose texts `explained` uses. */
export function concerned(graph, { node, edge }) {
  if (node >= 0) return [node];
  return edge >= 0 ? [graph.source[edge], graph.target[edge]] : [];
}
