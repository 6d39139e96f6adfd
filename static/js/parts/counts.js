/**
 * <live-counts data-url data-live-refresh="memory.* …">: keeps the numbers of the frame true. Every element with
 * `data-count="memories|documents|review"` shows that number; one inside `data-count-hides` is hidden at zero.
 */
import { Problem, request } from "../lib/api.js";

class LiveCounts extends HTMLElement {
  connectedCallback() {
    this.addEventListener("live:refresh", () => this.#refresh());
  }

  async #refresh() {
    let counts;
    try {
      counts = await request(this.dataset.url);
    } catch (error) {
      // Without a link the offline bar says why; the numbers stay as they are until it is back.
      if (error instanceof Problem) return;
      throw error;
    }
    const written = new Intl.NumberFormat(document.documentElement.lang);
    for (const place of document.querySelectorAll("[data-count]")) {
      const number = counts[place.dataset.count];
      if (number === undefined) continue;
      place.textContent = written.format(number);
      if ("countHides" in place.dataset) place.hidden = number === 0;
    }
  }
}

customElements.define("live-counts", LiveCounts);
