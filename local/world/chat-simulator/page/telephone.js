import { prepareCompose } from "./compose.js";
import { element, fetchJson, isVisible, shortTime, shownCustomer, textElement } from "./page.js";
import { showThread, summary } from "./thread.js";

const list = element("customers");

let customers = [];
let shown = "";
let isLoading = false;
let isStale = false;

/** Only one round of requests runs at a time. A change during it causes another round. */
async function refresh() {
  isStale = true;
  if (isLoading) return;
  isLoading = true;
  try {
    while (isStale) {
      isStale = false;
      ({ customers } = await fetchJson("/api/customers"));
      showCustomers();
      if (shown) await refreshThread();
    }
  } catch {
    showStatus("The simulator does not answer.");
  } finally {
    isLoading = false;
  }
}

async function refreshThread() {
  const customer = shown;
  const { messages } = await fetchJson(`/api/customers/${encodeURIComponent(customer)}/messages`);
  if (shown === customer) showThread(messages);
}

function showStatus(text) {
  if (element("status").textContent !== text) element("status").textContent = text;
}

function showCustomers() {
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.customer : undefined;
  list.replaceChildren(...customers.map(customerEntry));
  if (focused) list.querySelector(`[data-customer="${CSS.escape(focused)}"]`)?.focus();
  element("nobody").hidden = customers.length > 0;
  showStatus(customers.length === 1 ? "1 customer" : `${customers.length} customers`);
}

function customerEntry({ customer, profile_name, updated_at, last_message }) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.customer = customer;
  if (customer === shown) button.setAttribute("aria-current", "true");
  button.append(
    textElement("span", isVisible(profile_name) ? profile_name : shownCustomer(customer), "title"),
    textElement("span", shortTime(updated_at), "faint"),
    textElement("span", summary(last_message), "last"),
  );
  const item = document.createElement("li");
  item.append(button);
  return item;
}

/** The page's address names the customer, so that it can be linked to and the browser's "back" works. */
function showChosen() {
  shown = location.hash.slice(1);
  document.body.classList.toggle("reading", shown !== "");
  element("thread").hidden = shown === "";
  element("who").textContent = shownCustomer(shown);
  element("compose").hidden = !/^\d+$/.test(shown);
  element("messages").replaceChildren();
  if (shown) element("thread").focus({ preventScroll: true });
  void refresh();
}

list.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) location.hash = button.dataset.customer;
});
element("back").addEventListener("click", () => {
  location.hash = "";
});
element("call").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = element("phone").value.replaceAll(/\D/g, "");
});
addEventListener("hashchange", showChosen);

prepareCompose(() => shown);
// The server sends `changed` at once and after every reconnect, and the browser reconnects by itself.
const events = new EventSource("/api/events");
events.addEventListener("changed", () => void refresh());
events.addEventListener("error", () => showStatus("Connection lost, trying again…"));
showChosen();
