import { element, localTime, textElement } from "./page.js";

const list = element("messages");
/** A reader this close to the end is at it, in pixels. */
const NEAR = 40;
/** Whether the reader is at the newest message. Only scrolling decides: a form that grows takes room from the list, and moves nobody. */
let isAtEnd = true;

const showEnd = () => {
  list.scrollTop = list.scrollHeight;
};

/** Shows a thread as `GET /api/customers/{phone}/messages` gave it; one that takes another's place from its end. */
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

/** One line about any message; of what is not known here, its JSON. */
function summary(message) {
  const type = message.type ?? "text";
  const body = message[type];
  if (body === undefined || body === null) return `(${type})`;
  if (Object.hasOwn(SUMMARIES, type)) return String(SUMMARIES[type](body) ?? "");
  const words = [body.filename, body.caption, body.link, body.mime_type].filter((one) => typeof one === "string");
  return words.length > 0 ? words.join(" · ") : JSON.stringify(body);
}

// The list is itself a stop of the Tab key, so that it can be scrolled without a pointer.
list.tabIndex = 0;
