/**
 * The page of documents: what is dropped or pasted goes to the hub, ticks outlive a refresh, and the ends of documents
 * in work are said aloud. <elapsed-time> is a clock below a step.
 */
import { announce } from "../lib/announce.js";
import "../lib/drop.js";
import "../lib/elapsed.js";
import { showToast } from "../lib/toast.js";
import { closeInspector } from "../parts/inspector.js";

const WORK = "documents-work";
const DONE = "documents-done";
const ENDS = new Set(["done", "failed"]);

const refresh = () => document.body.dispatchEvent(new CustomEvent("documents:changed"));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-add-files]")) document.querySelector("[data-drop-input]")?.click();
});

document.addEventListener("drop:sent", (event) => {
  const { unchanged, notice } = event.detail.answer;
  refresh();
  if (!unchanged) return;
  showToast(notice);
  event.preventDefault();
});

document.addEventListener("paste:text", async (event) => {
  await window.htmx.ajax("GET", event.target.dataset.paste, "#dialog");
  const field = document.querySelector("#dialog textarea");
  if (field) field.value = event.detail.text;
});

/** How each row in work stood when it was last seen. */
let stood = statuses();
let ticked = new Set();

function statuses() {
  const rows = document.querySelectorAll(`#${WORK} [data-document]`);
  return new Map([...rows].map((row) => [row.dataset.document, row.dataset.status]));
}

/** Say which documents have come to an end since. One that is new here and done already was quick, not old. */
function sayEnds() {
  const ended = [...document.querySelectorAll(`#${WORK} [data-document]`)].filter(
    ({ dataset }) => ENDS.has(dataset.status) && stood.get(dataset.document) !== dataset.status,
  );
  if (ended.length) announce(ended.map((row) => row.dataset.said).join(". "));
  stood = statuses();
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== DONE) return;
  ticked = new Set([...event.target.querySelectorAll(".pick:checked")].map((box) => box.value));
});

document.addEventListener("htmx:afterSwap", () => {
  sayEnds();
  if (!ticked.size) return;
  for (const box of document.querySelectorAll(`#${DONE} .pick[name]`)) box.checked = ticked.has(box.value);
  ticked.clear();
});

/** A panel of what is deleted has nothing to show. */
function closeDeleted(gone) {
  const shown = document.querySelector("[data-shown-document]");
  if (!shown || !gone.includes(shown.dataset.shownDocument)) return;
  closeInspector(shown.querySelector("[data-inspector-close]").getAttribute("href"));
}

document.addEventListener("documents:changed", (event) => closeDeleted(event.detail?.deleted ?? []));

document.addEventListener("live:entries", (event) => {
  const gone = event.detail.entries.filter((entry) => entry.verb === "document.deleted");
  closeDeleted(gone.map((entry) => entry.subject.id));
});
