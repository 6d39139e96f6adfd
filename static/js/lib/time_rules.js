/** A moment in words: "40 sec ago", "Sat 18:20", "27 Nov", "27 Nov 2025". Pure; times in milliseconds. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** English dates as day and month ("27 Nov"), the form the console uses; other languages as they are. */
const localeOf = (language) => (language === "en" ? "en-GB" : language);

/** `then` as seen from `now`, in `language`; `timeZone` only where a test must fix it. */
export function inWords(then, now, language, timeZone) {
  const locale = localeOf(language);
  const distance = Math.abs(now - then);
  if (distance < 20 * HOUR) return relative(then - now, distance, locale);
  if (distance < 6 * DAY) return format(then, locale, { weekday: "short", hour: "2-digit", minute: "2-digit", timeZone });
  const sameYear = format(then, "en", { year: "numeric", timeZone }) === format(now, "en", { year: "numeric", timeZone });
  return format(then, locale, { day: "numeric", month: "short", year: sameYear ? undefined : "numeric", timeZone });
}

function relative(offset, distance, locale) {
  const words = new Intl.RelativeTimeFormat(locale, { style: "short", numeric: "always" });
  const [unit, length] = distance < MINUTE ? ["second", SECOND] : distance < HOUR ? ["minute", MINUTE] : ["hour", HOUR];
  return words.format(Math.trunc(offset / length), unit).replaceAll(".", "");
}

/** The moment in full, for the tooltip. */
export function inFull(then, language, timeZone) {
  return format(then, localeOf(language), { dateStyle: "full", timeStyle: "medium", timeZone });
}

/** How long the words for `then` stay true. */
export function freshFor(then, now) {
  const distance = Math.abs(now - then);
  if (distance < MINUTE) return 10 * SECOND;
  return distance < HOUR ? 30 * SECOND : 10 * MINUTE;
}

function format(at, locale, options) {
  return new Intl.DateTimeFormat(locale, { hourCycle: options.hour || options.timeStyle ? "h23" : undefined, ...options }).format(at);
}
