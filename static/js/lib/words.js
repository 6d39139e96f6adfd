/** The words scripts show, in the reader's language: the JSON block that {% client_words %} writes. */
let known;

/** The word called `name`. A missing one is a mistake in the template, so it throws. */
export function word(name) {
  known ??= JSON.parse(document.getElementById("client-words").textContent);
  if (!(name in known)) throw new Error(`No such word: ${name}`);
  return known[name];
}
