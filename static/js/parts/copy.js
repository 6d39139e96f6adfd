/** `data-copy="text"` copies that text; `data-copy-from="id"` copies what the element of that id shows. */
import { showToast } from "../lib/toast.js";
import { word } from "../lib/words.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (!button) return;
  const source = button.dataset.copyFrom ? document.getElementById(button.dataset.copyFrom) : null;
  const text = source ? source.value ?? source.textContent : button.dataset.copy;
  if (await copy(text)) showToast(word("copied"), { seconds: 3 });
  else showToast(word("failed"), { bad: true });
});

/** The clipboard API exists only on HTTPS and localhost; elsewhere the old command still works. */
async function copy(text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(() => true, () => false);
  }
  const area = document.createElement("textarea");
  area.className = "visually-hidden";
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
