/**
 * <drop-zone data-url data-field="file" data-limit="bytes">: takes files and folders dropped anywhere on the page,
 * pasted files, and those of a file input `[data-drop-input]` inside it. Each is one multipart POST, so that one bad
 * file stops no other; what fails is listed in `[data-drop-files]` with the hub's own reason. `drop:sent` follows each
 * success, and whoever prevents it has told the person already; `drop:done` ({sent, failed}) follows the last; pasted
 * text goes to `paste:text` ({text}).
 */
import { Problem, request } from "./api.js";
import { inTurn, sortOut } from "./drop_rules.js";
import { takesText } from "./key_rules.js";
import { showToast } from "./toast.js";
import { word } from "./words.js";

const AT_ONCE = 3;

class DropZone extends HTMLElement {
  #stop = new AbortController();
  #depth = 0;

  connectedCallback() {
    const options = { signal: this.#stop.signal };
    addEventListener("dragenter", (event) => this.#drag(event, 1), options);
    addEventListener("dragleave", (event) => this.#drag(event, -1), options);
    addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault(), options);
    addEventListener("drop", (event) => this.#drop(event), options);
    addEventListener("paste", (event) => this.#paste(event), options);
    this.addEventListener("change", (event) => {
      if (!event.target.matches("[data-drop-input]")) return;
      this.send([...event.target.files]);
      event.target.value = "";
    });
  }

  disconnectedCallback() {
    this.#stop.abort();
    document.documentElement.classList.remove("dragging");
  }

  #drag(event, step) {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    this.#depth = Math.max(0, this.#depth + step);
    document.documentElement.classList.toggle("dragging", this.#depth > 0);
  }

  async #drop(event) {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    this.#depth = 0;
    document.documentElement.classList.remove("dragging");
    // Entries must be taken before the first await: the browser empties the list afterwards.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = entries.length ? (await Promise.all(entries.map(filesIn))).flat() : [...event.dataTransfer.files];
    await this.send(files);
  }

  #paste(event) {
    const active = event.target;
    if (takesText({ tag: active.tagName, type: active.type, role: active.getAttribute?.("role"), editable: active.isContentEditable })) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length) this.send(files);
    else if (text.trim()) this.dispatchEvent(new CustomEvent("paste:text", { bubbles: true, detail: { text } }));
    else return;
    event.preventDefault();
  }

  /** Send `files`; resolves when each is accepted or refused. */
  async send(files) {
    const { sent, refused } = sortOut(files, Number(this.dataset.limit) || 0);
    let done = 0;
    let untold = 0;
    for (const file of refused) this.#line(file).fail(word("tooLarge"));
    await inTurn(sent, AT_ONCE, async (file) => {
      const answer = await this.#sendOne(file);
      if (answer === null) return;
      done += 1;
      const sent = new CustomEvent("drop:sent", { bubbles: true, cancelable: true, detail: { name: file.name, answer } });
      if (this.dispatchEvent(sent)) untold += 1;
    });
    this.dispatchEvent(new CustomEvent("drop:done", { bubbles: true, detail: { sent: done, failed: files.length - done } }));
    if (untold) showToast(`${word("received")}: ${new Intl.NumberFormat(document.documentElement.lang).format(untold)}`, { seconds: 4 });
  }

  /** The hub's answer, or null for a file it did not take. */
  async #sendOne(file) {
    const line = this.#line(file);
    const body = new FormData();
    body.set(this.dataset.field || "file", file, file.webkitRelativePath || file.name);
    try {
      const answer = await request(this.dataset.url, { method: "POST", body });
      line.remove();
      return answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      line.fail(error.message || word(error.status ? "failed" : "unreachable"));
      return null;
    }
  }

  #line(file) {
    const item = document.createElement("li");
    item.className = "drop-file";
    const name = document.createElement("span");
    name.className = "clip";
    name.textContent = file.name;
    const state = document.createElement("span");
    state.className = "drop-state";
    state.textContent = word("sending");
    item.append(name, state);
    this.querySelector("[data-drop-files]").append(item);
    return {
      remove: () => item.remove(),
      fail(reason) {
        item.classList.add("failed");
        state.textContent = reason;
      },
    };
  }
}

const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");

/** All files of a dropped entry, folders read through. */
async function filesIn(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => entry.file(resolve, reject))];
  const reader = entry.createReader();
  const found = [];
  // A reader gives at most a hundred entries a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return (await Promise.all(found.map(filesIn))).flat();
    found.push(...some.filter((child) => !child.name.startsWith(".")));
  }
}

customElements.define("drop-zone", DropZone);
