let page = "";
let badge = "";

const show = (): void => {
  document.title = `${badge && `(${badge}) `}${page} · Herald`;
};

/** Sets the page's name in the window title and returns the previous name. */
export function setTitle(title: string): string {
  const before = page;
  page = title;
  show();
  return before;
}

/** Sets the text before the page's name on every page; an empty text removes it. */
export function setTitleBadge(text: string): void {
  badge = text;
  show();
}
