import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContext, type Page, chromium as playwright } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { unreadOf, walkByTab } from "./page-checks.ts";
import { arriveSignedIn } from "./panel-sign-in.ts";

/** The path of the browser that was found before the tests began: the package's own, or the machine's. */
const PROGRAM = inject("browser");
const SCREENSHOTS = join(import.meta.dirname, "../browser/screenshots", `chromium-${PROGRAM.version}`);
/** A run takes pictures of the pages only if `HERALD_SCREENSHOTS` is 1, because only people look at them. */
const TAKES_PICTURES = process.env.HERALD_SCREENSHOTS === "1";
const WIDE = { width: 1280, height: 800 };
/** The panel supports no screen that is narrower than this telephone. */
const NARROW = { width: 360, height: 740 };
const SIGHTS = [
  { colorScheme: "light", size: WIDE },
  { colorScheme: "dark", size: NARROW },
] as const;
/** Each look has a size, a colour scheme and a density. The third is a window of 1440 pixels at a zoom of 200 %. */
const LOOKS = [
  { colorScheme: "light", density: "compact", size: WIDE, isWalked: true },
  { colorScheme: "dark", density: "comfortable", size: { width: 390, height: 844 }, isWalked: true },
  { colorScheme: "dark", density: "compact", size: { width: 720, height: 450 }, isWalked: false },
  { colorScheme: "light", density: "comfortable", size: { width: 1920, height: 1080 }, isWalked: false },
] as const;
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/**
 * Returns the faults that axe finds. The check skips frames, which show mails that somebody else wrote, and targets close to an open menu or
 * dialog.
 */
const FAULTS = `(async () => {
  const isOver = ({ target: [place] }) => document.querySelector(place)?.closest("[role=menu], [role=dialog], [role=listbox]") != null;
  const isBehind = (node) => !isOver(node) && node.any.some(({ relatedNodes }) => relatedNodes.some(isOver));
  const { violations } = await axe.run(document, ${JSON.stringify({ runOnly: RULES, resultTypes: ["violations"], iframes: false })});
  return violations.flatMap(({ id, nodes }) => {
    const seen = id === "target-size" ? nodes.filter((node) => !isBehind(node)) : nodes;
    return seen.length === 0 ? [] : [id + ": " + seen.map(({ html }) => html).join(" | ")];
  });
})()`;
const STEP_TIMEOUT_MS = 120_000;

/** Finds words in tables that break across lines; only long words may break. */
const BROKEN_TEXT = `[...document.querySelectorAll("table.data :is(th, td)")].flatMap((cell) => {
  const broken = [];
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.data.matchAll(/[^\\s\\-–\\/]{2,24}/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  return broken;
})`;
/** Finds fields and buttons that stand side by side but are not aligned. */
const RAGGED_ROWS = `[...document.querySelectorAll(".choices")].flatMap((row) => {
  const edges = [...row.querySelectorAll("input, select, button")].map((control) => {
    const { top, bottom } = control.getBoundingClientRect();
    return { name: control.labels?.[0]?.textContent ?? control.textContent, top: Math.round(top), bottom: Math.round(bottom) };
  });
  return edges.filter((one) => edges.some((other) => one.bottom > other.top && one.top < other.bottom && (one.top !== other.top || one.bottom !== other.bottom)));
})`;

/** Groups tests of pages under a title that names the browser. */
export const describePages = (title: string, tests: () => void) =>
  describe(`${title}, in Chromium ${PROGRAM.version}`, tests);

export const launchBrowser = (): Promise<Browser> =>
  playwright.launch({
    executablePath: PROGRAM.executablePath,
    args: [...PROGRAM.args],
    headless: true,
    // Without a language, a browser writes no file names beyond ASCII.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });

/** One person's browser window. Messages in the page's console are failures: `complaints` must be empty at the end. */
export class Visit {
  readonly page: Page;
  readonly complaints: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    this.#watch(page);
  }

  #watch(page: Page): void {
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      // The browser logs every refused request. Tests provoke refusals on purpose and check the page, so these log lines are no complaints.
      if (/Failed to load resource: .* status of (?:400|403|404|409|412|502|503)/.test(message.text())) return;
      this.complaints.push(`${message.type()}: ${message.text()}`);
    });
  }

  static async begin(browser: Browser): Promise<Visit> {
    const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await context.addInitScript(
      `addEventListener("securitypolicyviolation", (event) =>
        console.error("policy: " + event.violatedDirective + " " + event.blockedURI + " " + event.sourceFile));`,
    );
    return new Visit(context, await context.newPage());
  }

  /** Opens one more tab of the same person; its complaints count too. */
  async tab(): Promise<Page> {
    const page = await this.#context.newPage();
    this.#watch(page);
    return page;
  }

  /** Opens an address of the panel with somebody signed in. A tab that was on another page signs in again, as after a reload. */
  async open(url: string, user = "demo", page = this.page): Promise<void> {
    if (page.url() !== "about:blank") return this.signIn(url, user, page);
    await arriveSignedIn(page, url, user);
    await page.locator("main#content h1").waitFor();
  }

  /** Opens an address, and signs in by hand if the page asks for it. */
  async signIn(url: string, user = "demo", page = this.page): Promise<void> {
    await page.goto(url);
    const choice = page.getByRole("button", { name: new RegExp(`^${user}\\b`) });
    await choice.or(page.locator("main#content h1")).first().waitFor();
    if (await choice.isVisible()) await choice.click();
    await page.locator("main#content h1").waitFor();
  }

  /** Checks the wide page in light and the narrow one in dark: axe finds no fault, nothing sticks out. `HERALD_SCREENSHOTS=1` takes pictures. */
  async examine(name: string): Promise<void> {
    for (const { colorScheme, size } of SIGHTS) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.setViewportSize(size);
      await this.page.getByRole("heading", { level: 1 }).first().waitFor();
      await this.page.evaluate("scrollTo(0, 0)");
      await this.#picture(`${name}-${colorScheme}`);
      await this.#expectNoFaults(`${name} ${colorScheme}`);
      const width = await this.page.evaluate("document.documentElement.scrollWidth");
      expect({ name, width }).toEqual({ name, width: size.width });
      expect({ name, broken: await this.page.evaluate(BROKEN_TEXT) }).toEqual({ name, broken: [] });
      expect({ name, ragged: await this.page.evaluate(RAGGED_ROWS) }).toEqual({ name, ragged: [] });
    }
    await this.page.emulateMedia({ colorScheme: "light" });
    await this.page.setViewportSize(WIDE);
  }

  /** Checks the page in its current size and one colour scheme: axe finds no fault, and nothing sticks out. */
  async glance(name: string, colorScheme: "light" | "dark"): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.#expectNoFaults(`${name} ${colorScheme}`);
    const isWide = await this.page.evaluate("document.documentElement.scrollWidth <= innerWidth");
    expect({ name, isWide }).toEqual({ name, isWide: true });
  }

  /** Checks every look: axe finds no fault, nothing sticks out, controls have names, and each stop of the Tab key is visible. */
  async inspect(name: string): Promise<void> {
    for (const { colorScheme, density, size, isWalked } of LOOKS) {
      const where = `${name} ${colorScheme} ${density} ${size.width}`;
      await this.page.emulateMedia({ colorScheme });
      await this.page.setViewportSize(size);
      await this.page.evaluate(`document.documentElement.dataset.density = "${density}"`);
      // The layout may change with the width, so the method waits for the heading again.
      await this.page.getByRole("heading", { level: 1 }).first().waitFor();
      const width = await this.page.evaluate("document.documentElement.scrollWidth");
      expect({ where, width }).toEqual({ where, width: size.width });
      if (!isWalked) continue;
      await this.#expectNoFaults(where);
      expect({ where, unread: await unreadOf(this.page) }).toEqual({ where, unread: [] });
      const { stops, faults } = await walkByTab(this.page);
      expect({ where, faults, isWalked: stops.length > 3 }).toEqual({ where, faults: [], isWalked: true });
    }
    await this.page.emulateMedia({ colorScheme: "light" });
    await this.page.setViewportSize(WIDE);
  }

  async #picture(name: string): Promise<void> {
    if (!TAKES_PICTURES) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  }

  async #expectNoFaults(where: string): Promise<void> {
    // axe is loaded only once per document, because loading takes longer than running.
    if (await this.page.evaluate("window.axe === undefined")) await this.page.evaluate(axe.source);
    expect({ where, faults: await this.page.evaluate(FAULTS) }).toEqual({ where, faults: [] });
  }

  async end(): Promise<void> {
    await this.#context.close();
  }
}
