/**
 * The panel of filters beside the map. Links marked `data-lens` change the address without leaving the page; the parts
 * that say what may be chosen then come anew from the hub. Where there is no map they are links as any other.
 */
import { answered, headers, problemOf, reached } from "../lib/api.js";
import { go, put } from "./address.js";
import { complain } from "../lib/complain.js";
import { extended } from "./wire.js";

const PARTS = ["graph-filters-body", "graph-legend", "graph-times", "graph-export-links", "graph-local"];
const CHOSEN = ["node", "replay"];
const PAUSE = 250;

export class Filters {
  #url;
  #onChange;
  #asked = new AbortController();
  #timer;

  /** `url` gives the parts; `onChange()` hears when the address asks for another look. */
  constructor(url, { onChange, signal }) {
    this.#url = url;
    this.#onChange = onChange;
    document.addEventListener("click", (event) => this.#click(event), { signal });
    document.addEventListener("lens:go", (event) => this.#go(event, event.detail.href), { signal });
    document.addEventListener("submit", (event) => this.#find(event), { signal });
    document.addEventListener("input", (event) => this.#type(event), { signal });
  }

  #click(event) {
    const link = event.target.closest("a[data-lens]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) this.#go(event, link.href);
  }

  #go(event, href) {
    event.preventDefault();
    go(withChosen(href));
    this.#onChange();
  }

  #find(event) {
    if (!event.target.matches("[data-lens-find]")) return;
    event.preventDefault();
    this.refresh().catch(complain);
  }

  #type(event) {
    if (!event.target.form?.matches("[data-lens-find]") || event.isComposing) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh().catch(complain), PAUSE);
  }

  /** Fetch the parts for the address as it is, and for what is looked for in them. Throws `Problem`. */
  async refresh() {
    this.#asked.abort();
    this.#asked = new AbortController();
    const query = new URLSearchParams(location.search);
    for (const input of document.querySelectorAll("[data-lens-find] [type=search]")) if (input.value) query.set(input.name, input.value);
    try {
      const answer = await answered(extended(this.#url.split("?")[0], query), {
        headers: headers({ Accept: "text/html, application/problem+json", "HX-Request": "true" }),
        signal: this.#asked.signal,
      });
      const text = await reached(answer.text());
      if (!answer.ok) throw problemOf(answer.status, answer.headers.get("Content-Type"), text);
      swap(new DOMParser().parseFromString(text, "text/html"));
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }
}

/** An address with what is chosen now; the links of the panel may be older than the choice. */
function withChosen(href) {
  const now = new URLSearchParams(location.search);
  return CHOSEN.reduce((address, name) => put(address, name, now.get(name)), href);
}

/** Put the new parts in place of the old ones; the focus, and the place in a list, stay. */
function swap(fresh) {
  const focused = nameOf(document.activeElement);
  const caret = document.activeElement?.selectionStart;
  for (const id of PARTS) {
    const [old, part] = [document.getElementById(id), fresh.getElementById(id)];
    if (!old || !part || old.matches("[data-playing]")) continue;
    old.replaceWith(document.adoptNode(part));
  }
  document.dispatchEvent(new CustomEvent("filters:swap"));
  if (!focused || document.activeElement?.matches(focused)) return;
  const element = document.querySelector(focused);
  element?.focus();
  if (element?.matches("[type=search]")) element.setSelectionRange(caret, caret);
}

/** A selector of the part of the panel that has the focus, or null. */
function nameOf(element) {
  if (!element?.closest(PARTS.map((id) => `#${id}`).join())) return null;
  const scope = `#${element.closest(PARTS.map((id) => `#${id}`).join()).id} `;
  if (element.dataset.lens) return `${scope}[data-lens="${CSS.escape(element.dataset.lens)}"]`;
  if (element.dataset.local) return `${scope}[data-local="${element.dataset.local}"]`;
  if (element.dataset.times) return `${scope}[data-times="${element.dataset.times}"]`;
  return element.name ? `${scope}[name="${element.name}"]` : null;
}
