/** What a live link knows and concludes: pure rules over frames and the clock, without a socket. Times in milliseconds. */

export const DEAD_AFTER = 30_000;
export const POLL_EVERY = 15_000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;

/** The state of a link that has seen the ledger up to `seq`. `heard` is when anything last arrived. */
export function begin(seq, now) {
  return { seq, heard: now, heartbeat: DEAD_AFTER / 3 };
}

/**
 * Take in one frame. Gives the next state, the entries not seen before, and `refresh`: "none", "some" (what the
 * entries touch), "all" (something was missed) or "page" (the server asks for a fresh page).
 */
export function receive(state, frame, now) {
  const next = { ...state, heard: now };
  switch (frame.type) {
    case "hello":
      if (frame.heartbeat) next.heartbeat = frame.heartbeat * 1000;
      // A ledger that is behind us is another ledger: the database was replaced.
      return { state: next, entries: [], refresh: frame.seq < state.seq ? "page" : "none" };
    case "entries":
      return takeEntries(next, frame.entries);
    case "beat":
      if (frame.seq <= state.seq) return { state: next, entries: [], refresh: "none" };
      next.seq = frame.seq;
      return { state: next, entries: [], refresh: "all" };
    case "reload":
      return { state: next, entries: [], refresh: "page" };
    default:
      return { state: next, entries: [], refresh: "none" };
  }
}

function takeEntries(state, entries) {
  const fresh = entries.filter((entry) => entry.seq > state.seq).sort((a, b) => a.seq - b.seq);
  if (fresh.length === 0) return { state, entries: [], refresh: "none" };
  const gap = fresh.some((entry, n) => entry.seq !== state.seq + n + 1);
  return { state: { ...state, seq: fresh.at(-1).seq }, entries: fresh, refresh: gap ? "all" : "some" };
}

/** Whether the link must be given up: nothing heard for two and a half beats, and never later than `DEAD_AFTER`. */
export function isDead(state, now) {
  return now - state.heard >= Math.min(DEAD_AFTER, 2.5 * state.heartbeat);
}

/** How long to wait before try number `attempt` (from 0): doubling, with up to half taken off at random. */
export function waitBefore(attempt, random) {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
  return Math.round(longest * (1 - random() / 2));
}

/** Whether `verb` (`memory.remembered`) is meant by `patterns` (`"memory.* document.added"`, `"*"`). */
export function isMeant(patterns, verb) {
  return patterns
    .split(/\s+/)
    .some((pattern) => pattern === "*" || pattern === verb || (pattern.endsWith(".*") && verb.startsWith(pattern.slice(0, -1))));
}
