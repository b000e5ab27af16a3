// Finds sections that hold every word that was typed, titles first. The index is fetched when it is first needed.
const MAX_RESULTS = 12;
const EXCERPT = 140;

const input = document.querySelector("#search");
const results = document.querySelector("#results");
let index;

const wordsIn = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

async function sections() {
  index ??= fetch("/docs/guides/assets/search-index.json").then((response) => response.json());
  return await index;
}

function scoreOf({ title, text }, words) {
  const [inTitle, inText] = [title.toLowerCase(), text.toLowerCase()];
  if (!words.every((word) => inTitle.includes(word) || inText.includes(word))) return 0;
  return 1 + words.filter((word) => inTitle.includes(word)).length;
}

function excerptOf(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 3);
  return `${at > 0 ? "… " : ""}${text.slice(at, at + EXCERPT)} …`;
}

function entry({ href, title, text }, word) {
  const item = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href, textContent: title });
  const excerpt = Object.assign(document.createElement("p"), { textContent: excerptOf(text, word) });
  item.append(link, excerpt);
  return item;
}

async function show() {
  const words = wordsIn(input.value);
  results.hidden = words.length === 0;
  if (words.length === 0) return results.replaceChildren();
  const scored = (await sections()).map((section) => ({ section, score: scoreOf(section, words) }));
  const found = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
  const items = found.slice(0, MAX_RESULTS).map(({ section }) => entry(section, words[0]));
  const nothing = Object.assign(document.createElement("li"), { textContent: "Nothing found" });
  // Typed on meanwhile: a later call shows its own.
  if (wordsIn(input.value).join(" ") === words.join(" "))
    results.replaceChildren(...(items.length > 0 ? items : [nothing]));
}

input.addEventListener("input", show);
input.form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
