/**
 * A search shown step by step on the map: what each list found, the fused order, what was returned. `root` is the bar:
 * its buttons say `data-replay-deed`, and left and right go from step to step in it. A `[data-replay-ask]` button beside
 * the search box asks for what stands there, as Shift+Enter does in the box. The address has it as `replay=<query>`.
 */
import { Problem, request } from "../lib/api.js";
import { announce } from "../lib/announce.js";
import { go, put, without } from "./address.js";
import { extended } from "./wire.js";

const PAUSE = 3_500; // milliseconds that a step is shown while it plays
const LISTS = ["meaning", "words", "keys"];
const OWN = ["node", "edge", "from", "to", "at", "replay"]; // what of the address the hub is not asked with
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What is drawn of step `at`: lists up to it, or the order as `numbered`, and the hops of the step. */
export function marksOf(steps, at) {
  const { name, nodes, ranks, legs } = steps[at];
  const lists = steps.slice(0, at + 1).filter((step) => LISTS.includes(step.name));
  const numbered = LISTS.includes(name) ? [] : nodes.map((node, n) => ({ node, rank: ranks[n] }));
  return { lists: lists.map((step) => ({ name: step.name, nodes: step.nodes, isNow: step.name === name })), numbered, legs, isLast: name === "returned" };
}

export class Replay {
  #root;
  #map;
  #labels;
  #url;
  #input;
  #ask;
  #hooks;
  #query = "";
  #known = ""; // the version and the question that the steps answer
  #steps = [];
  #at = 0;
  #timer = null;
  #asked = new AbortController();

  /** `onBegin()` hears when somebody asks for one, `onStale()` when the hub has moved on to another version of the map. */
  constructor(root, map, labels, url, { signal, ...hooks }) {
    this.#hooks = hooks;
    [this.#root, this.#map, this.#labels, this.#url] = [root, map, labels, url];
    this.#ask = document.querySelector("[data-replay-ask]");
    this.#input = document.querySelector("[data-graph-search] input");
    this.#part("deed=play").hidden = still.matches;
    root.addEventListener("click", ({ target }) => this.#do(target.closest("[data-replay-deed]")?.dataset.replayDeed), { signal });
    root.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#ask?.addEventListener("click", () => this.#begin(), { signal });
    this.#input?.addEventListener("input", () => (this.#ask.disabled = !this.#input.value.trim()), { signal });
    this.#input?.addEventListener("keydown", (event) => this.#typed(event), { signal });
    document.addEventListener("graph:address", () => this.#query && this.follow(), { signal });
    signal.addEventListener("abort", () => this.#pause());
  }

  /** Show what the address asks for, as the map is now: it asks the hub anew. */
  async follow() {
    const query = new URLSearchParams(location.search).get("replay")?.trim() ?? "";
    this.#asked.abort();
    if (!query) return this.#end();
    const rest = [...new URLSearchParams(location.search)].filter(([name]) => !OWN.includes(name));
    const asked = new URLSearchParams([...rest, ["q", query]]);
    if (`${this.#labels.version}?${asked}` === this.#known) return undefined;
    const isOther = query !== this.#query;
    this.#query = query;
    if (isOther && this.#input) [this.#input.value, this.#ask.disabled] = [query, false];
    return this.#fetch(asked, isOther ? 0 : this.#at);
  }

  async #fetch(asked, at) {
    this.#asked = new AbortController();
    try {
      const found = await request(extended(this.#url.split("?")[0], asked), { signal: this.#asked.signal });
      // With the version that the hub has by now this is asked again.
      if (found.version !== this.#labels.version) return this.#hooks.onStale();
      for (const { index, id, text } of found.labels) this.#labels.learn(index, id, text);
      this.#known = `${found.version}?${asked}`;
      const isFirst = !this.#steps.length;
      this.#steps = found.steps;
      return this.#show(Math.min(at, found.steps.length - 1), { isFirst });
    } catch (error) {
      if (error.name === "AbortError") return undefined;
      if (!(error instanceof Problem)) throw error;
      return this.#say("", "", error.message || this.#root.dataset.failed);
    }
  }

  #begin() {
    const query = this.#input.value.trim();
    if (!query) return;
    this.#hooks.onBegin();
    go(put(location.href, "replay", query));
    if (query !== this.#query) this.follow();
    this.#root.hidden = false;
    this.#part("deed=next").focus();
  }

  #typed(event) {
    if (event.key !== "Enter" || !event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#begin();
  }

  #key(event) {
    const deed = { ArrowLeft: "previous", ArrowRight: "next", Escape: "close" }[event.key];
    if (!deed || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#do(deed);
  }

  #do(deed) {
    if (deed === "close") return this.#close();
    if (deed === "play") return this.#timer ? this.#pause() : this.#play();
    if (!deed || !this.#steps.length) return undefined;
    this.#pause();
    return this.#show(this.#at + (deed === "next" ? 1 : -1));
  }

  #play() {
    if (this.#at === this.#steps.length - 1) this.#show(0);
    this.#part("deed=play").setAttribute("aria-pressed", "true");
    this.#timer = setInterval(() => {
      this.#show(this.#at + 1);
      if (this.#at === this.#steps.length - 1) this.#pause();
    }, PAUSE);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#part("deed=play").setAttribute("aria-pressed", "false");
  }

  /** Show a step, and say it; the view follows at the first, and to what was returned and back. */
  #show(at, { isFirst = false } = {}) {
    if (at < 0 || at >= this.#steps.length) return;
    const isTurn = isFirst || (at === this.#steps.length - 1) !== (this.#at === this.#steps.length - 1);
    this.#at = at;
    const step = this.#steps[at];
    const place = this.#root.dataset.at.replace("{at}", at + 1).replace("{count}", this.#steps.length);
    this.#say(place, step.title, step.told);
    const lists = LISTS.slice(0, at + 1);
    for (const item of this.#root.querySelectorAll("[data-replay-list]")) item.classList.toggle("off", !lists.includes(item.dataset.replayList));
    this.#part("deed=previous").setAttribute("aria-disabled", String(at === 0));
    this.#part("deed=next").setAttribute("aria-disabled", String(at === this.#steps.length - 1));
    this.#map.showStep(marksOf(this.#steps, at));
    if (isTurn) this.#look(step);
  }

  #look({ name, nodes, legs }) {
    const seen = name === "returned" ? [...nodes, ...legs.flatMap(([from, to]) => [from, to])] : this.#steps.flatMap((step) => step.nodes);
    if (seen.length) this.#map.flyAround([...new Set(seen)]);
  }

  #say(place, title, told) {
    this.#root.hidden = false;
    for (const [name, text] of Object.entries({ at: place, title, told })) this.#part(name).textContent = text;
    announce([place, title, told].filter(Boolean).join(". "));
  }

  #close() {
    go(without(location.href, "replay"));
    this.#end();
    document.querySelector("memory-graph > canvas").focus();
  }

  #end() {
    if (!this.#query) return;
    this.#pause();
    [this.#query, this.#known, this.#steps, this.#at] = ["", "", [], 0];
    this.#root.hidden = true;
    this.#map.showStep(null);
  }

  /** The part of the bar of that name, such as `told` or `deed=next`. */
  #part(name) {
    const [attribute, value] = name.split("=");
    return this.#root.querySelector(value ? `[data-replay-${attribute}="${value}"]` : `[data-replay-${attribute}]`);
  }
}
