import { element, fetchJson } from "./page.js";

const MAX_FILE_BYTES = 20 * 1024 * 1024;
const DEFAULT_TYPE = { image: "image/jpeg", document: "application/pdf" };

/** Makes the form write in the name of `customer()`. */
export function prepareCompose(customer) {
  void showNumbers();
  element("type").addEventListener("change", showFields);
  showFields();
  element("compose").addEventListener("submit", (event) => {
    event.preventDefault();
    void send(customer());
  });
}

async function showNumbers() {
  const { numbers } = await fetchJson("/api/numbers").catch(() => ({ numbers: [] }));
  const options = numbers.map(({ origination_phone_number_id, display_phone_number }) => {
    const option = document.createElement("option");
    option.value = origination_phone_number_id;
    option.textContent = `+${display_phone_number}`;
    return option;
  });
  element("number").replaceChildren(...options);
}

function showFields() {
  const type = element("type").value;
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(type);
  element("file").accept = type === "image" ? "image/jpeg,image/png" : "";
}

async function send(customer) {
  const button = element("compose").querySelector("button");
  button.disabled = true;
  try {
    const message = { ...(await messageOf(element("type").value)), ...addressee() };
    await fetchJson(`/api/customers/${encodeURIComponent(customer)}/messages`, {
      method: "POST",
      body: JSON.stringify(message),
    });
    for (const id of ["words", "caption", "file"]) element(id).value = "";
    element("problem").textContent = "";
  } catch (error) {
    element("problem").textContent = error.message;
  } finally {
    button.disabled = false;
  }
}

function addressee() {
  const chosen = element("number").value;
  return chosen ? { account_phone_id: chosen } : {};
}

async function messageOf(type) {
  if (type === "text") return { type, text: { body: filled("words", "Write a message.") } };
  if (type === "location") {
    const place = element("place").value;
    const latitude = Number(filled("latitude", "Give a latitude."));
    const longitude = Number(filled("longitude", "Give a longitude."));
    return { type, location: { latitude, longitude, ...(place && { name: place }) } };
  }
  const [file] = element("file").files;
  if (!file) throw new Error("Choose a file.");
  if (file.size > MAX_FILE_BYTES) throw new Error("The file is larger than 20 MB.");
  const caption = element("caption").value;
  return {
    type,
    [type]: caption ? { caption } : {},
    content_base64: await base64Of(file),
    content_type: file.type || DEFAULT_TYPE[type],
    ...(type === "document" && { filename: file.name }),
  };
}

function filled(id, otherwise) {
  const { value } = element(id);
  if (value.trim() === "") throw new Error(otherwise);
  return value;
}

function base64Of(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => failed(new Error("The file could not be read.")));
    reader.readAsDataURL(file);
  });
}
