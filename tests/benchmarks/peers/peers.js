/** Other programs' graphs on the map of a benchmark: `peer.start(name, size)`, then `peer.act("zoom" | "pan", frames, most)`. */
import { MemoryGraph } from "@supermemory/memory-graph";
import ForceGraph from "force-graph";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const DOCUMENT = 1;
const SOURCE = 3;
const RELATIONS = { 0: "updates", 1: "extends", 2: "derives" };
const CREATED = "2026-10-01T00:00:00Z";
const [width, height] = [innerWidth, innerHeight];
const root = document.getElementById("root");
const frame = () => new Promise(requestAnimationFrame);
const canvas = () => root.querySelector("canvas");
let move; // of the peer at hand: (deed, share) shows the next view

/** Whether something is drawn; reading the pixels makes the browser finish them. */
function isInked() {
  const { data } = canvas().getContext("2d").getImageData(0, 0, canvas().width, canvas().height);
  let inked = 0;
  for (let at = 3; at < data.length; at += 4 * 37) inked += data[at] > 0;
  return inked > 20;
}

/** Milliseconds from the call until something is drawn. */
async function untilInked(begin) {
  while (!canvas() || !isInked()) await new Promise((resolve) => setTimeout(resolve, 20));
  return performance.now() - begin;
}

const peers = {
  /** Places are given, so that it does not arrange anything. */
  async "force-graph"({ x, y, cluster, source, target }) {
    const nodes = x.map((at, id) => ({ id, x: at, y: y[id], fx: at, fy: y[id], cluster: cluster[id] }));
    const links = source.map((from, at) => ({ source: from, target: target[at] }));
    const [left, right] = [x.reduce((a, b) => Math.min(a, b)), x.reduce((a, b) => Math.max(a, b))];
    const whole = width / (right - left);
    const begin = performance.now();
    const graph = new ForceGraph(root).width(width).height(height).cooldownTicks(0).nodeAutoColorBy("cluster").minZoom(1e-4);
    graph.graphData({ nodes, links }).centerAt((left + right) / 2, 0).zoom(whole);
    move = (deed, share) => (deed === "zoom" ? graph.zoom(whole * (1 + share)) : graph.centerAt((left + right) / 2 + (share * 100) / whole, 0));
    return untilInked(begin);
  },

  /** It arranges by itself, and its camera listens to a wheel alone. */
  async "@supermemory/memory-graph"(map) {
    const documents = documentsOf(map);
    const begin = performance.now();
    const props = { documents, isLoading: false, variant: "console", maxNodes: 1e9 };
    createRoot(root).render(createElement("div", { style: { width, height } }, createElement(MemoryGraph, props)));
    let last = 0;
    move = (deed, share) => {
      const delta = 600 * (last - share);
      last = share;
      const wheel = deed === "zoom" ? { deltaY: delta, ctrlKey: true } : { deltaX: delta };
      canvas().dispatchEvent(new WheelEvent("wheel", { ...wheel, clientX: width / 2, clientY: height / 2, bubbles: true, cancelable: true }));
    };
    return untilInked(begin);
  },
};

/** Documents with their memories and relations, in the form that component takes. */
function documentsOf({ kind, source, target, type }) {
  const dates = { createdAt: CREATED, updatedAt: CREATED };
  const documents = new Map();
  const memories = new Map();
  kind.forEach((one, id) => one === DOCUMENT && documents.set(id, { id: `d${id}`, title: `Document ${id}`, summary: "", documentType: "text", memories: [], ...dates }));
  source.forEach((from, at) => {
    if (type[at] !== SOURCE || !documents.has(from)) return;
    const memory = {
      id: `m${target[at]}`, memory: `Memory ${target[at]}`, content: `Memory ${target[at]}`, spaceId: "s", spaceContainerTag: "s", isLatest: true,
      isStatic: false, isForgotten: false, forgetAfter: null, forgetReason: null, version: 1, parentMemoryId: null, rootMemoryId: null, memoryRelations: null, ...dates,
    };
    documents.get(from).memories.push(memory);
    memories.set(target[at], memory);
  });
  source.forEach((from, at) => {
    const [one, other] = [memories.get(from), memories.get(target[at])];
    if (one && other && type[at] in RELATIONS) (one.memoryRelations ??= {})[other.id] = RELATIONS[type[at]];
  });
  return [...documents.values()];
}

globalThis.peer = {
  async start(name, size) {
    const map = await (await fetch(`/map-${size}.json`)).json();
    return peers[name](map);
  },

  /** There and back in so many frames, or as many as come in `most` milliseconds; gives how many came. */
  async act(deed, frames, most) {
    const begin = performance.now();
    for (let step = 1; step <= frames; step += 1) {
      move(deed, step <= frames / 2 ? step / frames : 1 - step / frames);
      await frame();
      if (performance.now() - begin > most) return step;
    }
    return frames;
  },
};
