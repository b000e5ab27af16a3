import type { Mode } from "../session/mode.ts";

let page = "";
let badge = "";
let product = "Herald";

const show = (): void => {
  document.title = `${badge && `(${badge}) `}${page} · ${product}`;
};

/** Sets the page's name in the window title and returns the previous name. */
export function setTitle(title: string): string {
  const before = page;
  page = title;
  show();
  return before;
}

/** Names test mode in the window title, because tabs of both modes may be open. */
export function setTitleMode(mode: Mode): void {
  product = mode === "test" ? "Herald test mode" : "Herald";
  show();
}

/** Sets the text before the page's name on every page; an empty text removes it. */
export function setTitleBadge(text: string): void {
  badge = text;
  show();
}
