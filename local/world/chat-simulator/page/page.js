// Everything that comes from a message is set as text, never as markup.

const REQUEST_TIMEOUT_MS = 10_000;

export const element = (id) => document.getElementById(id);

/** Returns the JSON of the answer. An error has the server's message. */
export async function fetchJson(path, options) {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `${path} answered ${response.status}`);
  return answer;
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

/** `15551230001` is shown as `+15551230001`, and a business-scoped id unchanged. */
export const shownCustomer = (customer) => (/^\d+$/.test(customer) ? `+${customer}` : customer);
