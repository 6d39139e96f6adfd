/** The search box of all spaces: hides what does not have the words, on the map and in the list, and says how many are left. */
import { announce } from "../lib/announce.js";
import { sentence } from "./explain.js";
import { has } from "./space_words.js";

export class SpaceFinder {
  #input;
  #words;
  #items;

  /** `form` has an input `q`; items are `[data-space]` with what they are found by. Documents hear `spaces:find`. */
  constructor(form) {
    this.#input = form.elements.q;
    this.#words = JSON.parse(document.getElementById("space-words").textContent);
    this.#items = [...document.querySelectorAll("[data-space]")];
    this.#input.addEventListener("input", (event) => event.isComposing || this.#find());
    this.#input.addEventListener("compositionend", () => this.#find());
    form.addEventListener("submit", (event) => this.#enter(event));
  }

  #find() {
    const query = this.#input.value.trim();
    for (const item of this.#items) item.hidden = !has(item.dataset.space, query);
    const shown = this.#items.filter(({ hidden }) => !hidden).length;
    const told = sentence(this.#words, shown < this.#items.length ? "shownOf" : "shown", { shown, total: this.#items.length });
    document.querySelector("[data-space-count]").textContent = told;
    document.querySelector("[data-space-none]").hidden = shown > 0;
    this.#remember(query);
    announce(told);
    document.dispatchEvent(new CustomEvent("spaces:find"));
  }

  /** The address keeps what is looked for, so that it goes along to the other view. */
  #remember(query) {
    const address = new URL(location.href);
    if (query) address.searchParams.set("q", query);
    else address.searchParams.delete("q");
    history.replaceState(history.state, "", address);
  }

  /** Enter goes to the first that is left. */
  #enter(event) {
    event.preventDefault();
    this.#items.find(({ hidden }) => !hidden)?.querySelector("a").focus();
  }
}
