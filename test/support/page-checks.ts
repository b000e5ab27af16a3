import type { Page } from "playwright-core";

const MOST_STOPS = 160;

/** A script that returns undefined if no element has the focus, or else a description of the element and its faults. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return undefined;
  const wrong = [];
  // Some controls are transparent, and the visible part is drawn by their label.
  const drawn = element.matches("input[type=radio], input[type=checkbox]") ? (element.closest("label") ?? element.labels?.[0] ?? element.parentElement) : element;
  // The code editor lives in a shadow tree.
  const inner = element.shadowRoot?.activeElement;
  const names = [inner?.ariaLabel, element.ariaLabel, element.title, element.placeholder, element.textContent, ...[...(element.labels ?? [])].map((label) => label.textContent),
    ...(element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent)];
  const name = names.find((one) => one?.trim()) ?? "";
  if (name === "") wrong.push("no name");
  const { left, top, right, bottom } = drawn.getBoundingClientRect();
  if (right - left < 1 || bottom - top < 1) wrong.push("no size");
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) wrong.push("out of sight");
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4], [right - 4, bottom - 4], [left + 4, (top + bottom) / 2]];
  const isOwn = (found) => found !== null && (drawn.contains(found) || found.contains(drawn) || found.closest("label")?.control === element);
  if (!points.some(([x, y]) => isOwn(document.elementFromPoint(x, y)))) wrong.push("covered");
  const hasRing = [element, drawn, drawn.nextElementSibling, element.closest("form"), element.parentElement, element.parentElement?.parentElement].some((one) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || (one.matches(":focus-within") && boxShadow !== "none");
  });
  if (!hasRing) wrong.push("no ring");
  globalThis.walked ??= new Set();
  const isSeen = globalThis.walked.has(element);
  globalThis.walked.add(element);
  return { isSeen, what: element.tagName.toLowerCase() + " “" + name.trim().slice(0, 40) + "”", wrong };
})()`;

interface Focused {
  readonly isSeen: boolean;
  readonly what: string;
  readonly wrong: readonly string[];
}

/** Presses the Tab key from the top until the page is left, and returns each stop with its faults. Throws if the focus never leaves. */
export async function walkByTab(
  page: Page,
): Promise<{ readonly stops: readonly string[]; readonly faults: readonly string[] }> {
  await page.evaluate(
    "document.activeElement?.blur(); globalThis.walked = new Set(); getSelection()?.removeAllRanges()",
  );
  await page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')");
  const [stops, faults]: [string[], string[]] = [[], []];
  for (let count = 0; count < MOST_STOPS; count += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<Focused | undefined>(FOCUSED);
    if (focused === undefined || focused.isSeen) return { stops, faults };
    stops.push(focused.what);
    if (focused.wrong.length > 0) faults.push(`${focused.what}: ${focused.wrong.join(", ")}`);
  }
  throw new Error(`the focus is caught: ${stops.slice(-6).join(", ")}`);
}

/** Finds what a screen reader would miss and axe does not check: the order of headings, a single first-level one, and names of tables. */
const UNREAD = `(() => {
  const headings = [...document.querySelectorAll("main :is(h1, h2, h3, h4)")].filter((one) => one.checkVisibility());
  const levels = headings.map((one) => Number(one.tagName[1]));
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ["headings of the first level: " + levels.filter((level) => level === 1).length]),
    ...headings.filter((_, index) => index > 0 && levels[index] > levels[index - 1] + 1).map((one) => "a level is left out before “" + one.innerText + "”"),
    ...[...document.querySelectorAll("table")].filter((one) => !one.caption && !one.ariaLabel).map((one) => "a table without a name: " + one.className),
    ...[...document.querySelectorAll("main svg")]
      .filter((one) => one.checkVisibility() && !one.closest("[aria-hidden=true], [aria-label], [role=img], [data-position]") && one.querySelector("title") === null && one.getAttribute("aria-hidden") !== "true")
      .map((one) => "a picture without a name: " + one.parentElement.outerHTML.slice(0, 120)),
  ];
})()`;

export const unreadOf = (page: Page): Promise<readonly string[]> => page.evaluate(UNREAD);
