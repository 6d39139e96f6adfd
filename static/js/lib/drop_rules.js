/** Files that were dropped, pasted or chosen: which are sent, and how many at a time. Pure but for the work handed in. */

/** Split `files` ({name, size}) into those to send and those refused for being larger than `limit` bytes. */
export function sortOut(files, limit) {
  const sent = [];
  const refused = [];
  for (const file of files) (limit && file.size > limit ? refused : sent).push(file);
  return { sent, refused };
}

/** Run `work(item)` over `items`, at most `width` at a time, in order of start. Settles when all have. */
export async function inTurn(items, width, work) {
  const queue = [...items];
  const lane = async () => {
    while (queue.length) await work(queue.shift());
  };
  await Promise.all(Array.from({ length: Math.min(width, queue.length) }, lane));
}
