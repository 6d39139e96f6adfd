/** <time-ago><time datetime>: keeps a moment in words fresh, in the reader's language and time zone. */
import { freshFor, inFull, inWords } from "./time_rules.js";

class TimeAgo extends HTMLElement {
  #timer;

  connectedCallback() {
    this.#write();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  #write() {
    const time = this.querySelector("time");
    const then = Date.parse(time?.dateTime ?? "");
    if (Number.isNaN(then)) return;
    const language = document.documentElement.lang || "en";
    time.textContent = inWords(then, Date.now(), language);
    time.title = inFull(then, language);
    this.#timer = setTimeout(() => this.#write(), freshFor(then, Date.now()));
  }
}

customElements.define("time-ago", TimeAgo);
