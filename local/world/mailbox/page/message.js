import { element, fetchOk, isVisible, localTime, neighbour, textElement } from "./page.js";

const RAW_SHOWN_CHARACTERS = 500_000;
const tabs = [...document.querySelectorAll("[role=tab]")];

/** Shows a message as `GET /api/messages/{id}` returned it. `path` is that path. */
export function showMessage(message, path) {
  element("subject").textContent = isVisible(message.subject) ? message.subject : "(no subject)";
  element("envelope").replaceChildren(
    ...definitions([
      ["From", message.from || message.mail_from || "(nobody)"],
      ["To", message.rcpt_to.join(", ")],
      ["Received", localTime(message.received_at)],
      ["Size", `${message.size.toLocaleString()} bytes`],
    ]),
  );
  element("files").replaceChildren(
    ...(message.attachments ?? []).map((file, n) => fileLink(file, `${path}/attachments/${n}`)),
  );
  element("files").hidden = !message.attachments?.length;
  element("text").textContent = message.text || "(no text part)";
  const fields = Object.entries(message.headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const headers = document.createElement("dl");
  headers.append(...definitions(fields));
  element("headers").replaceChildren(headers);
  element("html").replaceChildren(message.html ? htmlFrame(path) : textElement("p", "(no HTML part)"));
  element("raw").textContent = "";
  element("raw").dataset.path = `${path}/raw`;
  element("tab-html").disabled = message.html === "";
  element("message").hidden = false;
  selectTab(element(message.html ? "tab-html" : "tab-text"));
  element("message").focus({ preventScroll: true });
}

function fileLink({ filename, content_type, size }, path) {
  const link = textElement("a", filename);
  link.href = path;
  link.download = filename;
  const item = document.createElement("li");
  item.append(link, ` ${content_type}, ${size.toLocaleString()} bytes`);
  return item;
}

function htmlFrame(path) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "");
  frame.title = "HTML part of the message";
  frame.src = `${path}/html`;
  return frame;
}

function selectTab(chosen) {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    element(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
  if (chosen.id === "tab-raw") void showRaw();
}

async function showRaw() {
  const raw = element("raw");
  const { path } = raw.dataset;
  if (raw.textContent !== "" || !path) return;
  try {
    const text = await (await fetchOk(path)).text();
    const shown = text.slice(0, RAW_SHOWN_CHARACTERS);
    if (raw.dataset.path === path) raw.textContent = shown.length < text.length ? `${shown}\n… (shortened)` : shown;
  } catch {
    raw.textContent = "The raw message could not be read.";
  }
}

function definitions(pairs) {
  return pairs.flatMap(([term, value]) => [textElement("dt", term), textElement("dd", value)]);
}

element("tabs").addEventListener("click", ({ target }) => {
  if (tabs.includes(target)) selectTab(target);
});
element("tabs").addEventListener("keydown", ({ target, key }) => {
  const next = neighbour(
    tabs.filter((tab) => !tab.disabled),
    target,
    key,
  );
  if (!next) return;
  next.focus();
  selectTab(next);
});
// A panel without focusable content can get the focus itself, so that it can be scrolled by keyboard.
for (const panel of ["text", "headers", "raw"]) element(panel).tabIndex = 0;
