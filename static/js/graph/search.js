/** The search box of the map: a combobox whose hits are flown to. */
import { Problem, request } from "../lib/api.js";
import { announce } from "../lib/announce.js";
import { extended } from "./wire.js";

const PAUSE = 180;

/**
 * `root` holds the input (role combobox), a list `[role=listbox]` and words in `data-none`, `data-off` and
 * `data-failed`. `onHits({version, hits})` hears of every answer and gives what is listed, `onChoose(hit)` of the hit {id, label, shown} that was picked.
 */
export class Search {
  #input;
  #list;
  #words;
  #url;
  #onHits;
  #onChoose;
  #hits = [];
  #active = -1;
  #timer;
  #asked;

  constructor(root, url, { onHits, onChoose, signal }) {
    this.#input = root.querySelector("input");
    this.#list = root.querySelector("[role=listbox]");
    this.#words = root.dataset;
    this.#url = url;
    this.#onHits = onHits;
    this.#onChoose = onChoose;
    this.#input.addEventListener("input", () => this.#later(), { signal });
    this.#input.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#input.addEventListener("blur", () => this.#close(), { signal });
    this.#list.addEventListener("pointerdown", (event) => this.#press(event), { signal });
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    this.#asked?.abort();
    const query = this.#input.value.trim();
    if (!query) {
      this.#show([], "");
      return;
    }
    this.#asked = new AbortController();
    try {
      const looked = [...new URLSearchParams(location.search)].filter(([name]) => name !== "node" && name !== "replay");
      const found = await request(extended(this.#url.split("?")[0], [...looked, ["q", query]]), { signal: this.#asked.signal });
      this.#show(this.#onHits(found), this.#words.none);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Problem)) throw error;
      this.#show([], error.message || this.#words.failed);
    }
  }

  #show(hits, otherwise) {
    this.#hits = hits;
    this.#list.replaceChildren(...hits.map((hit, n) => this.#option(hit, n)));
    if (!hits.length && otherwise) this.#list.append(line("li", otherwise, "graph-hit-note"));
    const open = this.#list.childElementCount > 0;
    this.#list.hidden = !open;
    this.#input.setAttribute("aria-expanded", String(open));
    this.#activate(hits.length ? 0 : -1);
    if (!hits.length && otherwise) announce(otherwise);
  }

  #option({ label, kind, shown }, n) {
    const option = line("li", "", "graph-hit");
    option.role = "option";
    option.id = `${this.#list.id}-${n}`;
    option.dataset.hit = n;
    option.append(line("span", label, "clip"), line("span", shown ? kind : this.#words.off, "graph-hit-kind"));
    return option;
  }

  #activate(n) {
    this.#active = n;
    [...this.#list.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === n)));
    const option = this.#list.children[n];
    option?.scrollIntoView({ block: "nearest" });
    if (n >= 0 && option) this.#input.setAttribute("aria-activedescendant", option.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #key(event) {
    if (event.isComposing || event.keyCode === 229) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && this.#hits.length) {
      event.preventDefault();
      this.#activate((this.#active + move + this.#hits.length) % this.#hits.length);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (this.#active >= 0 && !this.#list.hidden) this.#choose(this.#active);
    } else if (event.key === "Escape" && !this.#list.hidden) {
      event.preventDefault();
      this.#close();
    }
  }

  #press(event) {
    const option = event.target.closest("[data-hit]");
    // The list must not take the focus away from the box, or the blur would close it first.
    event.preventDefault();
    if (option) this.#choose(Number(option.dataset.hit));
  }

  #choose(n) {
    const hit = this.#hits[n];
    this.#close();
    this.#onChoose(hit);
  }

  #close() {
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
  }
}

function line(tag, text, className) {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
