let page = "";
let badge = "";

const show = (): void => {
  document.title = `${badge && `(${badge}) `}${page} · Herald`;
};

/** Of the window: the page's name. Answers the name before it. */
export function setTitle(title: string): string {
  const before = page;
  page = title;
  show();
  return before;
}

/** Before the page's name, whatever page it is; empty for none. */
export function setTitleBadge(text: string): void {
  badge = text;
  show();
}
