// Everything that comes from a mail is set as text or shown in a sandboxed frame with its own policy, never as markup.

const REQUEST_TIMEOUT_MS = 10_000;

export const element = (id) => document.getElementById(id);

export async function fetchOk(path, options) {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/**
 * Matches a character that can be seen: no space, no control character, no mark without a base, and nothing that is
 * drawn as blank.
 */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
export const isVisible = (text) => VISIBLE.test(text ?? "");

export function textElement(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  made.dir = "auto";
  return made;
}

export function localTime(iso) {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

/** A time of today is shown as the time of day, and an earlier time as its date. */
export function shortTime(iso) {
  const at = new Date(iso);
  const isToday = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(undefined, isToday ? { timeStyle: "short" } : { day: "numeric", month: "short" });
}

/** Returns the neighbour of `current` in the direction of an arrow key, wrapping at the ends. */
export function neighbour(items, current, key) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  return step === undefined ? undefined : items.at((items.indexOf(current) + step) % items.length);
}
