/** Whether a text in lower case has every word of a query. */
export const has = (text, query) => query.toLocaleLowerCase().split(/\s+/u).every((word) => text.includes(word));
