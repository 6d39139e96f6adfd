/** Appearance and the single-key switch: applied at once, kept on the server, so that no page flashes. */
import { Problem, request } from "./api.js";
import { showToast } from "./toast.js";
import { word } from "./words.js";

async function keep(name, value) {
  const body = new FormData();
  body.set("name", name);
  body.set("value", value);
  try {
    await request(document.body.dataset.preferenceUrl, { method: "POST", body });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    showToast(error.message || word(error.status ? "failed" : "unreachable"), { bad: true });
  }
}

document.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-theme-choice]");
  if (!choice) return;
  const theme = choice.dataset.themeChoice;
  document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button === choice));
  }
  document.dispatchEvent(new CustomEvent("theme:change", { detail: { theme } }));
  keep("theme", theme);
});

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-keys-switch]")) return;
  const value = event.target.checked ? "on" : "off";
  document.body.dataset.keys = value;
  keep("keys", value);
});

// Canvas drawings read colours once; they hear of a change of the system's theme the same way.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  document.dispatchEvent(new CustomEvent("theme:change", { detail: { theme: document.documentElement.dataset.theme } }));
});
