// Everything that comes from a message is set as text, never as markup.

const REQUEST_TIMEOUT_MS = 10_000;

export const element = (id) => document.getElementById(id);

/** The answer's JSON; an error carries the server's own words. */
export async function fetchJson(path, options) {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `${path} answered ${response.status}`);
  return answer;
}

/** Neither a space, a control, a mark without a letter, nor a sign that is drawn as nothing. */
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

/** `15551230001` is shown as `+15551230001`; a business-scoped id as it is. */
export const shownCustomer = (customer) => (/^\d+$/.test(customer) ? `+${customer}` : customer);
