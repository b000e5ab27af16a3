import { element, localTime, textElement } from "./page.js";

const list = element("messages");
/** A reader within this distance of the end, in pixels, counts as being at the end. */
const NEAR = 40;
/**
 * Tells whether the reader is at the newest message. Only scrolling changes it, because a growing form makes the list
 * smaller without the reader having moved.
 */
let isAtEnd = true;

const showEnd = () => {
  list.scrollTop = list.scrollHeight;
};

/** Shows a thread as `GET /api/customers/{phone}/messages` returned it. A newly opened thread is shown from its end. */
export function showThread(messages) {
  if (list.childElementCount === 0) isAtEnd = true;
  list.replaceChildren(...messages.map(messageEntry));
  if (isAtEnd) showEnd();
}

list.addEventListener("scroll", () => {
  isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
});
new ResizeObserver(() => {
  if (isAtEnd) showEnd();
}).observe(list);

function messageEntry({ direction, at, message, statuses }) {
  const item = document.createElement("li");
  const isFromCustomer = direction === "from customer";
  item.className = isFromCustomer ? "mine" : "theirs";
  item.append(
    textElement("span", isFromCustomer ? "Customer" : "Business", "faint"),
    textElement("span", summary(message), "words"),
    textElement("span", `${message.type ?? "text"} · ${localTime(at)}`, "faint"),
  );
  for (const text of statusTexts(statuses)) item.append(textElement("span", text, "faint"));
  return item;
}

function statusTexts(statuses) {
  const failures = statuses.flatMap(({ errors = [] }) =>
    errors.map((error) => `${error.code}: ${error.error_data?.details ?? error.title}`),
  );
  return [statuses.map(({ status }) => status).join(" → "), ...failures].filter((text) => text !== "");
}

const SUMMARIES = {
  text: ({ body }) => body,
  template: ({ name, language, components = [] }) => {
    const values = components.flatMap(({ parameters = [] }) => parameters.map((one) => one.text ?? one.type));
    return `Template ${name} (${language?.code ?? "?"})${values.length > 0 ? `: ${values.join(", ")}` : ""}`;
  },
  location: ({ latitude, longitude, name }) => `${name ? `${name}: ` : ""}${latitude}, ${longitude}`,
  reaction: ({ emoji }) => emoji || "(reaction removed)",
  button: ({ text }) => text,
};

/** Summarises a message in one line. An unknown one is shown as JSON. */
export function summary(message) {
  const type = message.type ?? "text";
  const body = message[type];
  if (body === undefined || body === null) return `(${type})`;
  if (Object.hasOwn(SUMMARIES, type)) return String(SUMMARIES[type](body) ?? "");
  const words = [body.filename, body.caption, body.link, body.mime_type].filter((one) => typeof one === "string");
  return words.length > 0 ? words.join(" · ") : JSON.stringify(body);
}

// The list can get the focus itself, so that it can be scrolled by keyboard.
list.tabIndex = 0;
