/** What a person is told when something that was asked of the hub did not work. */
import { Problem } from "./api.js";
import { showToast } from "./toast.js";
import { word } from "./words.js";

/** Shows a `Problem` as a notice; what was called off is no problem, and anything else is thrown on. */
export function complain(error) {
  if (error.name === "AbortError") return;
  if (!(error instanceof Problem)) throw error;
  showToast(error.message || word(error.status ? "failed" : "unreachable"), { bad: true });
}
