/** What every htmx request of the console shares: the CSRF header, and a sentence when it fails. */
import { csrfToken, problemOf } from "../lib/api.js";
import { showToast } from "../lib/toast.js";
import { word } from "../lib/words.js";

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = csrfToken();
});

document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  const problem = problemOf(xhr.status, xhr.getResponseHeader("Content-Type"), xhr.responseText);
  showToast(problem.message || word("failed"), { bad: true });
});

document.addEventListener("htmx:sendError", (event) => {
  // A part that refreshes itself stays as it is; the offline bar already says why.
  if (event.detail.requestConfig?.triggeringEvent?.type !== "live:refresh") showToast(word("unreachable"), { bad: true });
});

/** A redirect ends in a whole page, which no part can hold: go there. To sign in, by way of the page one is on. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, pathInfo } = event.detail;
  const answered = new URL(xhr.responseURL || location.href);
  const asked = new URL(pathInfo.finalRequestPath, location.href);
  if (answered.pathname === asked.pathname || !/^\s*<!doctype/i.test(xhr.responseText)) return;
  event.detail.shouldSwap = false;
  if (answered.pathname === document.body.dataset.loginUrl) location.reload();
  else location.assign(answered);
});
