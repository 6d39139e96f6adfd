/** Requests of the console: same origin, CSRF header from the page, errors as the hub's problem details (RFC 9457). */

/** An answer that is no success, or no answer at all (`status` 0). `message` is fit to be shown. */
export class Problem extends Error {
  constructor(status, body = {}) {
    super(body.detail || body.title || "");
    this.name = "Problem";
    this.status = status;
    this.code = body.code || "";
    this.body = body;
  }
}

/** The token Django compares with the cookie; from the one meta tag of the page. */
export function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.content ?? "";
}

/** Headers every request of ours carries. */
export function headers(extra = {}) {
  return { "X-CSRFToken": csrfToken(), Accept: "application/json, application/problem+json", ...extra };
}

/** The problem an answer's body tells, whatever its form. */
export function problemOf(status, contentType, text) {
  if (!/\bjson\b/.test(contentType ?? "")) return new Problem(status);
  try {
    return new Problem(status, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return new Problem(status);
    throw error;
  }
}

/** `fetch` of our own origin. Throws `Problem` with status 0 where there is no answer. */
export function answered(url, options) {
  return reached(fetch(url, { credentials: "same-origin", ...options }));
}

/** What a promise of `fetch` or of a body gives; `Problem` with status 0 where the link broke. */
export async function reached(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0);
  }
}

/**
 * Fetch `url`; `body` may be FormData or a plain value sent as JSON. Gives the parsed JSON, the text of any other
 * success, or null for 204. Throws `Problem`.
 */
export async function request(url, { method = "GET", body, signal } = {}) {
  const json = body !== undefined && !(body instanceof FormData);
  const sent = { method, body: json ? JSON.stringify(body) : body, signal };
  const response = await answered(url, { ...sent, headers: headers(json ? { "Content-Type": "application/json" } : {}) });
  if (response.status === 204) return null;
  const text = await reached(response.text());
  const contentType = response.headers.get("Content-Type");
  if (!response.ok) throw problemOf(response.status, contentType, text);
  return /\bjson\b/.test(contentType ?? "") ? JSON.parse(text) : text;
}
