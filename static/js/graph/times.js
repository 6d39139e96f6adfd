/**
 * <time-brush>: the histogram of creation. Two range inputs choose from which bin on and before which one; dragging over
 * the bars sets both. `data-edges` holds the bins' ends as moments, `data-span` the sentence that says what is chosen.
 *
 * `times:move` {since, until} tells of every step, `lens:go` {href} asks to go to the address of what was chosen. A
 * page that stays where it is prevents that; else the browser goes there.
 */
const WHOLE = 20_000; // milliseconds from the first bin to the last
const still = matchMedia("(prefers-reduced-motion: reduce)");

class TimeBrush extends HTMLElement {
  #since;
  #until;
  #edges;
  #from = -1;
  #timer;
  #stop = new AbortController();

  connectedCallback() {
    const { signal } = this.#stop;
    this.#edges = this.dataset.edges.split(" ").filter(Boolean);
    [this.#since, this.#until] = ["since", "until"].map((name) => this.querySelector(`[data-times=${name}]`));
    const field = this.querySelector(".times-field");
    this.addEventListener("input", (event) => this.#moved(event.target), { signal });
    this.addEventListener("change", () => this.#choose(), { signal });
    field.addEventListener("pointerdown", (event) => this.#press(event, field), { signal });
    field.addEventListener("pointermove", (event) => this.#drag(event, field), { signal });
    field.addEventListener("pointerup", () => this.#release(), { signal });
    this.querySelector("[data-times-play]").addEventListener("click", () => this.#play(), { signal });
    this.#tell();
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    this.#stop.abort();
  }

  get #span() {
    return { since: Number(this.#since.value), until: Number(this.#until.value) };
  }

  /** The two never pass each other: at least one bin lies between them. */
  #moved(input) {
    const { since, until } = this.#span;
    if (since >= until && input === this.#since) this.#since.value = until - 1;
    else if (since >= until) this.#until.value = since + 1;
    this.#step();
  }

  #step() {
    this.#tell();
    this.dispatchEvent(new CustomEvent("times:move", { bubbles: true, detail: this.#span }));
  }

  #choose() {
    const { since, until } = this.#span;
    const address = new URL(location.href);
    const put = (name, moment) => (moment ? address.searchParams.set(name, moment) : address.searchParams.delete(name));
    put("since", since > 0 ? this.#edges[since] : "");
    put("until", until < this.#edges.length - 1 ? this.#edges[until] : "");
    const asked = new CustomEvent("lens:go", { bubbles: true, cancelable: true, detail: { href: address.href } });
    if (this.dispatchEvent(asked)) location.assign(address.href);
  }

  #binAt({ clientX }, field) {
    const { left, width } = field.getBoundingClientRect();
    const bins = this.#edges.length - 1;
    return Math.min(Math.max(Math.floor(((clientX - left) / width) * bins), 0), bins - 1);
  }

  #press(event, field) {
    if (event.target.localName === "input" || event.button) return;
    event.preventDefault();
    field.setPointerCapture(event.pointerId);
    this.#from = this.#binAt(event, field);
    this.#drag(event, field);
  }

  #drag(event, field) {
    if (this.#from < 0) return;
    const at = this.#binAt(event, field);
    this.#since.value = Math.min(this.#from, at);
    this.#until.value = Math.max(this.#from, at) + 1;
    this.#step();
  }

  #release() {
    if (this.#from < 0) return;
    this.#from = -1;
    this.#choose();
  }

  /** Let the end run from the first bin to the last; where motion is not welcome, one bin at a press. */
  #play() {
    if (this.#timer) return this.#pause();
    const last = this.#edges.length - 1;
    const { since, until } = this.#span;
    if (until >= last) this.#until.value = since + 1;
    else this.#until.value = until + 1;
    this.#step();
    if (still.matches) return this.#choose();
    this.#playing(true);
    this.#timer = setInterval(() => {
      this.#until.value = this.#span.until + 1;
      this.#step();
      if (this.#span.until >= last) this.#pause();
    }, WHOLE / last);
    return undefined;
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#playing(false);
    this.#choose();
  }

  #playing(on) {
    this.toggleAttribute("data-playing", on);
    this.querySelector("[data-times-play]").setAttribute("aria-pressed", String(on));
  }

  /** Say which days are chosen, beside the bars and to those who hear the sliders. */
  #tell() {
    if (this.#edges.length < 2) return;
    const { since, until } = this.#span;
    const isShort = Date.parse(this.#edges[1]) - Date.parse(this.#edges[0]) < 86_400_000;
    const style = isShort ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium" };
    const format = new Intl.DateTimeFormat(document.documentElement.lang, { ...style, timeZone: this.dataset.timeZone });
    const [from, to] = [Date.parse(this.#edges[since]), Date.parse(this.#edges[until]) - 1].map((moment) => format.format(moment));
    this.#since.setAttribute("aria-valuetext", from);
    this.#until.setAttribute("aria-valuetext", to);
    this.querySelector("[data-times-words]").textContent = this.dataset.span.replace("{from}", from).replace("{to}", to);
    this.querySelector(".times-bars").querySelectorAll("rect").forEach((bar, bin) => bar.classList.toggle("off", bin < since || bin >= until));
  }
}

customElements.define("time-brush", TimeBrush);
