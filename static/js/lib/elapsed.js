/**
 * <elapsed-time seconds="3.2" step="1" pattern="{n} s">: a span that goes on from where the server saw it, whatever
 * this machine's clock says; with step -1 it runs down to nothing. The server writes the first words, so that without
 * scripts there is something to read.
 */
import { words } from "./elapsed_rules.js";

const EVERY = 1_000;

class ElapsedTime extends HTMLElement {
  #timer;
  #begun;

  connectedCallback() {
    this.#begun = performance.now();
    this.#timer = setInterval(() => this.#show(), EVERY);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show() {
    const { seconds, step, pattern } = this.attributes;
    const since = (performance.now() - this.#begun) / 1_000;
    const now = Number(seconds.value) + Number(step.value) * since;
    this.textContent = words(now, pattern.value, document.documentElement.lang);
  }
}

customElements.define("elapsed-time", ElapsedTime);
