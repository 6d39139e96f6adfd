/**
 * <live-link data-space data-seq>: the tab's one socket. It dispatches `live:entries` on the document
 * ({detail: {entries, seq}}), keeps `<html data-live="live|connecting|offline">`, and tells every element with
 * `data-live-refresh="memory.* document.*"` (or "*") `live:refresh` when an entry concerns it, so that
 * `hx-get=… hx-trigger="live:refresh"` fetches it anew. While there is no link, all are refreshed every 15 s.
 */
import { begin, isDead, isMeant, POLL_EVERY, receive, waitBefore } from "./live_rules.js";
import { takesText } from "./key_rules.js";
import { announce } from "./announce.js";
import { word } from "./words.js";

const GATHER = 150;
const CHECK_EVERY = 2_000;
// A first connection is quick; a bar that flashes on every page load would be noise.
const SAY_OFFLINE_AFTER = 3_000;

class LiveLink extends HTMLElement {
  #state;
  #socket = null;
  #attempt = 0;
  #timers = {};
  #waiting = new Set();
  #stop = new AbortController();

  connectedCallback() {
    this.#state = begin(Number(this.dataset.seq), Date.now());
    const { signal } = this.#stop;
    addEventListener("online", () => this.#retryNow(), { signal });
    addEventListener("offline", () => this.#lost(), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.#retryNow(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow(), { signal });
    document.addEventListener("click", (event) => event.target.closest("[data-live-retry]") && this.#retryNow(), { signal });
    this.#timers.check = setInterval(() => this.#check(), CHECK_EVERY);
    this.#connect();
  }

  disconnectedCallback() {
    this.#stop.abort();
    Object.values(this.#timers).forEach(clearTimeout);
    this.#drop();
  }

  #connect() {
    this.#drop();
    clearTimeout(this.#timers.retry);
    if (document.documentElement.dataset.live !== "offline") this.#show("connecting");
    this.#timers.offline ??= setTimeout(() => this.#goOffline(), SAY_OFFLINE_AFTER);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/live/${encodeURIComponent(this.dataset.space)}/?since=${this.#state.seq}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.#socket = socket;
    this.#state = { ...this.#state, heard: Date.now() };
    socket.addEventListener("message", (event) => this.#socket === socket && this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#socket === socket && this.#closed(event.code));
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lost() {
    this.#drop();
    clearTimeout(this.#timers.retry);
    this.#timers.offline ??= setTimeout(() => this.#goOffline(), SAY_OFFLINE_AFTER);
    this.#timers.retry = setTimeout(() => this.#connect(), waitBefore(this.#attempt, Math.random));
    this.#attempt += 1;
  }

  #closed(code) {
    // Codes of our own mean that the door has shut, as when a membership ends: the page itself must say so.
    if (code >= 4400 && code < 4500 && document.documentElement.dataset.live === "live") location.reload();
    else this.#lost();
  }

  #check() {
    if (this.#socket && isDead(this.#state, Date.now())) this.#lost();
  }

  #retryNow() {
    const silent = isDead(this.#state, Date.now());
    if (this.#socket?.readyState === WebSocket.OPEN && !silent) return;
    this.#attempt = 0;
    this.#connect();
  }

  #hear(frame) {
    if (frame.type === "hello") this.#goLive();
    const { state, entries, refresh } = receive(this.#state, frame, Date.now());
    this.#state = state;
    this.#count();
    if (entries.length) {
      document.dispatchEvent(new CustomEvent("live:entries", { detail: { entries, seq: state.seq } }));
    }
    if (refresh === "page") location.reload();
    else if (refresh === "all") this.#gather(() => true);
    else if (refresh === "some") this.#gather((patterns) => entries.some((entry) => isMeant(patterns, entry.verb)));
  }

  #gather(concerns) {
    for (const element of document.querySelectorAll("[data-live-refresh]")) {
      if (concerns(element.dataset.liveRefresh)) this.#waiting.add(element);
    }
    // Set once, not pushed back: a long import refreshes steadily instead of never.
    if (this.#waiting.size) this.#timers.gather ??= setTimeout(() => this.#refresh(), GATHER);
  }

  /** Have a part fetched anew once nothing is under way in it. */
  refreshSoon(part) {
    this.#waiting.add(part);
    this.#timers.gather ??= setTimeout(() => this.#refresh(), GATHER);
  }

  #refresh() {
    this.#timers.gather = undefined;
    const meant = new Set([...this.#waiting].map(present).filter(Boolean));
    this.#waiting = new Set([...meant].filter(isBusy));
    for (const element of meant) {
      if (!this.#waiting.has(element)) element.dispatchEvent(new CustomEvent("live:refresh"));
    }
    if (this.#waiting.size) this.#timers.gather = setTimeout(() => this.#refresh(), 2 * GATHER);
  }

  #goLive() {
    clearTimeout(this.#timers.offline);
    clearInterval(this.#timers.poll);
    this.#timers.offline = this.#timers.poll = undefined;
    this.#attempt = 0;
    const wasOffline = document.documentElement.dataset.live === "offline";
    this.#show("live");
    if (!wasOffline) return;
    offlineBar().hidden = true;
    announce(word("back"));
    this.#gather(() => true);
  }

  #goOffline() {
    this.#show("offline");
    const bar = offlineBar();
    bar.querySelector("[data-offline-text]").textContent = word("offline");
    bar.hidden = false;
    this.#timers.poll ??= setInterval(() => this.#gather(() => true), POLL_EVERY);
  }

  #show(status) {
    document.documentElement.dataset.live = status;
  }

  #count() {
    const figure = this.querySelector(".live-seq");
    if (figure) figure.textContent = `#${new Intl.NumberFormat(document.documentElement.lang).format(this.#state.seq)}`;
  }
}

/** The element, or the one that its own refresh has put in its place meanwhile. */
const present = (element) => (element.isConnected ? element : document.getElementById(element.id));

const offlineBar = () => document.getElementById("offline-bar");

/** What the refresh of a part puts in the place of: itself, or the wider target it names. */
function replaced(part) {
  const target = part.getAttribute("hx-target") ?? "";
  return (target.startsWith("#") && document.querySelector(target)) || part;
}

/** Not while a fetch of it or in what it replaces is under way, or somebody is at it. */
function isBusy(part) {
  return part.classList.contains("htmx-request") || replaced(part).querySelector(".htmx-request") || isHeld(replaced(part));
}

/** Whether a menu of the element is open, or somebody types there. */
function isHeld(element) {
  if (element.querySelector("[popover]:popover-open, dialog[open]")) return true;
  const active = document.activeElement;
  if (!active || active === document.body || !element.contains(active)) return false;
  return takesText({ tag: active.tagName, type: active.type, role: active.getAttribute("role"), editable: active.isContentEditable });
}

/** Which request a part is being fetched by, and the part of each that tells how things stood before a deed. */
const fetches = new WeakMap();
const overtaken = new WeakMap();

/** A deed comes before a part's own fetch: the answer to that would take away the form that waits for its notice. */
document.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig, xhr } }) => {
  if (requestConfig.verb === "get") {
    fetches.set(elt, xhr);
    return;
  }
  for (const part of document.querySelectorAll("[data-live-refresh].htmx-request")) {
    if (part !== elt && replaced(part).contains(elt)) overtaken.set(fetches.get(part), part);
  }
});

document.addEventListener("htmx:beforeSwap", ({ detail: answer }) => {
  const part = overtaken.get(answer.xhr) ?? heldMeanwhile(answer.requestConfig);
  if (!part) return;
  answer.shouldSwap = false;
  document.querySelector("live-link")?.refreshSoon(part);
});

/** The part that a live refresh asked for, if somebody has opened a menu or begun to type in what it would replace. */
function heldMeanwhile({ elt, triggeringEvent }) {
  return triggeringEvent?.type === "live:refresh" && isHeld(replaced(elt)) ? elt : undefined;
}

customElements.define("live-link", LiveLink);
