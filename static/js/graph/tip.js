/** The small sheet beside the pointer: what a node or an edge is. Texts are set as text, never as markup. */

const OFF = 14;

export class Tip {
  #element;

  /** `element` holds `[data-tip-title]` and `[data-tip-note]`. */
  constructor(element) {
    this.#element = element;
  }

  /** Show title and note beside a point {x, y} of the window {width, height}, on the side where there is room. */
  show(title, note, { x, y }, size) {
    this.#element.querySelector("[data-tip-title]").textContent = title;
    this.#element.querySelector("[data-tip-note]").textContent = note;
    this.#element.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.#element;
    const left = x + OFF + width > size.width ? Math.max(x - OFF - width, 4) : x + OFF;
    const top = y + OFF + height > size.height ? Math.max(y - OFF - height, 4) : y + OFF;
    this.#element.style.translate = `${left}px ${top}px`;
  }

  hide() {
    this.#element.hidden = true;
  }
}
