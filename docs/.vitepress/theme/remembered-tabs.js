import { inBrowser, onContentUpdated } from "vitepress";

const KEY = "herald-guides-tab";
const TABS = ".vp-code-group .tabs input";

/** Applies a chosen language to every block that has it, on every page. Without scripts, the reader chooses in each block. */
export function rememberTabs() {
  if (!inBrowser) return;
  onContentUpdated(() => choose(localStorage.getItem(KEY)));
  addEventListener("change", ({ target }) => {
    if (!target.matches(TABS)) return;
    localStorage.setItem(KEY, nameOf(target));
    const { top } = target.parentElement.getBoundingClientRect();
    choose(nameOf(target));
    // The blocks above now have other heights; scrolling keeps the chosen tab under the pointer.
    scrollBy({ top: target.parentElement.getBoundingClientRect().top - top, behavior: "instant" });
  });
}

function choose(tab) {
  for (const input of document.querySelectorAll(TABS)) if (nameOf(input) === tab) input.checked = true;
}

const nameOf = ({ labels }) => labels[0].textContent;
