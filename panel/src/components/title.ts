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

/** Sets the name of the product in the window title. */
export function setProduct(name: string): void {
  product = name;
  show();
}

/** Sets the text before the page's name on every page; an empty text removes it. */
export function setTitleBadge(text: string): void {
  badge = text;
  show();
}
