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
