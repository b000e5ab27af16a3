import { showMessage } from "./message.js";
import { element, fetchOk, isVisible, neighbour, shortTime, textElement } from "./page.js";

const LIST_LIMIT = 200;

const list = element("list");
const filter = element("filter");

let messages = [];
let shownId = "";
let isLoading = false;
let isStale = false;

/** Only one request runs at a time. A change during it causes another request. */
async function refresh() {
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  try {
    while (isStale) {
      isStale = false;
      const response = await fetchOk(`/api/messages?limit=${LIST_LIMIT}`);
      ({ messages } = await response.json());
      showList();
    }
  } catch {
    showStatus("The mailbox does not answer.");
  } finally {
    isLoading = false;
  }
}

function showStatus(text) {
  if (element("status").textContent !== text) element("status").textContent = text;
}

function showList() {
  const wanted = filter.value.trim().toLowerCase();
  const shown = messages.filter((message) => searchText(message).includes(wanted));
  const focusedId = list.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
  list.replaceChildren(...shown.map(listEntry));
  if (focusedId) list.querySelector(`[data-id="${CSS.escape(focusedId)}"]`)?.focus();
  element("nothing").hidden = shown.length > 0;
  element("nothing").textContent = wanted ? "Nothing matches." : "No mail yet. It appears here as it arrives.";
  const count = messages.length === LIST_LIMIT ? `the newest ${LIST_LIMIT}` : String(messages.length);
  showStatus(messages.length === 1 ? "1 message" : `${count} messages`);
}

function searchText({ subject, from, mail_from, rcpt_to }) {
  return [subject, from, mail_from, ...rcpt_to].join("\n").toLowerCase();
}

function listEntry(message) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.id = message.id;
  if (message.id === shownId) button.setAttribute("aria-current", "true");
  button.append(
    textElement("span", isVisible(message.subject) ? message.subject : "(no subject)", "title"),
    textElement("span", shortTime(message.received_at), "faint"),
    textElement("span", `to ${message.rcpt_to.join(", ")}`, "last"),
    textElement("span", `from ${message.from || message.mail_from}`, "last"),
  );
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/** The page's address names the message, so that it can be linked to and the browser's "back" works. */
async function showChosen() {
  const id = location.hash.slice(1);
  shownId = id;
  document.body.classList.toggle("reading", id !== "");
  element("message").hidden = true;
  showList();
  if (id === "") return;
  const path = `/api/messages/${encodeURIComponent(id)}`;
  try {
    const message = await (await fetchOk(path)).json();
    if (shownId === id) showMessage(message, path);
  } catch {
    if (shownId === id) showStatus("This message is no longer there.");
  }
}

list.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) location.hash = button.dataset.id;
});
list.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  neighbour([...list.querySelectorAll("button")], document.activeElement, event.key)?.focus();
});
element("back").addEventListener("click", () => {
  location.hash = "";
});
element("empty").addEventListener("click", async () => {
  if (!confirm("Delete all messages?")) return;
  try {
    await fetchOk("/api/messages", { method: "DELETE" });
    location.hash = "";
  } catch {
    showStatus("The mailbox could not be emptied.");
  }
});
filter.addEventListener("input", showList);
addEventListener("hashchange", () => void showChosen());

// The server sends `changed` at once and after every reconnect, and the browser reconnects by itself.
const events = new EventSource("/api/events");
events.addEventListener("changed", () => void refresh());
events.addEventListener("error", () => showStatus("Connection lost, trying again…"));
void showChosen();
