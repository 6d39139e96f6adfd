/**
 * Choosing rows. In a `data-picks` form, `input.pick` boxes choose rows (Shift takes the range), one
 * `input[data-pick-all]` all of them. While any is chosen the element `data-picks-bar` shows, `data-picks-count`
 * holds the number, and the form gets `picks:change`, which hx-trigger can use to fetch the impact.
 */
let last = null;

const boxesOf = (form) => [...form.querySelectorAll("input.pick:not([data-pick-all])")];

function update(form) {
  const boxes = boxesOf(form);
  const chosen = boxes.filter((box) => box.checked);
  for (const box of boxes) box.closest("tr")?.setAttribute("aria-selected", String(box.checked));
  const all = form.querySelector("[data-pick-all]");
  if (all) {
    all.checked = chosen.length > 0 && chosen.length === boxes.length;
    all.indeterminate = chosen.length > 0 && chosen.length < boxes.length;
  }
  const bar = form.querySelector("[data-picks-bar]");
  if (bar) bar.hidden = chosen.length === 0;
  for (const figure of form.querySelectorAll("[data-picks-count]")) figure.textContent = chosen.length;
  form.dispatchEvent(new CustomEvent("picks:change", { bubbles: true, detail: { count: chosen.length } }));
}

document.addEventListener("click", (event) => {
  const clear = event.target.closest("[data-picks-clear]");
  const form = event.target.closest("[data-picks]");
  if (clear && form) {
    boxesOf(form).forEach((box) => { box.checked = false; });
    update(form);
    return;
  }
  if (!form || !event.target.matches("input.pick")) return;
  const boxes = boxesOf(form);
  if (event.target.matches("[data-pick-all]")) {
    boxes.forEach((box) => { box.checked = event.target.checked; });
  } else if (event.shiftKey && last?.isConnected && boxes.includes(last)) {
    const [from, to] = [boxes.indexOf(last), boxes.indexOf(event.target)].sort((a, b) => a - b);
    boxes.slice(from, to + 1).forEach((box) => { box.checked = event.target.checked; });
  }
  if (!event.target.matches("[data-pick-all]")) last = event.target;
  update(form);
});

// A part that was fetched anew has lost its ticks: the bar must not go on speaking of them.
document.addEventListener("htmx:afterSettle", (event) => {
  const form = event.target.closest?.("[data-picks]") ?? event.target.querySelector?.("[data-picks]");
  if (form) update(form);
});
