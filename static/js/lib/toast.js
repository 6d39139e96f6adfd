/**
 * <toast-note data-seconds="10">: a short notice with the line of the time left. It waits while it is pointed at or
 * has the focus. The server sends one out of band (components/toast_oob.html); scripts call `showToast`.
 */
import { announce } from "./announce.js";
import { word } from "./words.js";

const KEPT = 3;

const region = () => document.getElementById("toasts");

class ToastNote extends HTMLElement {
  #line;

  connectedCallback() {
    const seconds = Number(this.dataset.seconds) || 10;
    this.#line = document.createElement("span");
    this.#line.className = "toast-time";
    this.append(this.#line);
    const running = this.#line.animate([{ width: "100%" }, { width: "0%" }], { duration: seconds * 1000, fill: "forwards" });
    running.finished.then(() => this.remove(), () => {});
    for (const event of ["pointerenter", "focusin"]) this.addEventListener(event, () => running.pause());
    for (const event of ["pointerleave", "focusout"]) this.addEventListener(event, () => running.play());
    this.addEventListener("click", (event) => event.target.closest("[data-toast-close]") && this.remove());
    // An undo that was answered is used up; one that failed stays, so that it can be tried again.
    this.addEventListener("htmx:afterRequest", (event) => event.detail.successful && this.remove());
    announce(this.querySelector(".toast-text").textContent);
    [...region().children].slice(0, -KEPT).forEach((old) => old.remove());
    // Shown anew, it stands above a dialog that was opened since.
    region().hidePopover();
    region().showPopover();
  }

  disconnectedCallback() {
    if (!region().childElementCount) region().hidePopover();
  }
}

/** Show `text`; with `undo` ({url}) it can be taken back. `bad` marks a failure. Gives the element. */
export function showToast(text, { bad = false, seconds = 10, undo } = {}) {
  const toast = document.createElement("toast-note");
  toast.className = bad ? "toast toast-bad" : "toast";
  toast.dataset.seconds = seconds;
  const sentence = document.createElement("span");
  sentence.className = "toast-text";
  sentence.textContent = text;
  toast.append(sentence);
  if (undo) toast.append(undoForm(undo.url));
  toast.append(closeButton(!undo));
  region().append(toast);
  window.htmx?.process(toast);
  return toast;
}

function undoForm(url) {
  const form = document.createElement("form");
  form.className = "end";
  form.setAttribute("hx-post", url);
  form.setAttribute("hx-swap", "none");
  form.setAttribute("hx-disabled-elt", "find button");
  const button = document.createElement("button");
  button.className = "btn btn-small";
  button.dataset.key = "u";
  button.append(word("undo"), Object.assign(document.createElement("kbd"), { textContent: "u", ariaHidden: "true" }));
  form.append(button);
  return form;
}

function closeButton(atEnd) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `btn btn-small btn-ghost btn-icon${atEnd ? " end" : ""}`;
  button.dataset.toastClose = "";
  button.setAttribute("aria-label", word("dismiss"));
  button.textContent = "×";
  return button;
}

customElements.define("toast-note", ToastNote);
