/** A span of time in words, as the server writes it (graph_ui/documents/progress.py). */

/** 0.4 s, 12 s, 1:05, 2:00:00; nothing is shorter than none. `pattern` holds the unit: "{n} s". */
export function words(seconds, pattern, language) {
  const span = Math.max(0, seconds);
  if (span < 60) return pattern.replace("{n}", figure(span, language));
  const [hours, minutes, rest] = [Math.floor(span / 3_600), Math.floor(span / 60) % 60, Math.floor(span) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function figure(span, language) {
  const digits = span < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(span);
}
