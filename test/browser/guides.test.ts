import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { guidesListener } from "../../local/guides/guides-listener.ts";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";

describePages("the guides", () => {
  let server: Server;
  let browser: Browser;
  let visit: Visit;
  let url: string;

  beforeAll(async () => {
    const guides = guidesListener();
    server = createServer((request, response) => {
      const listener = guides(new URL(request.url ?? "", "http://guides").pathname);
      // The browser makes these requests by itself.
      if (listener === undefined) response.writeHead(204).end();
      else listener(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/guides`;
    // A program's request waits until the guides are built.
    await fetch(`${url}/`);
    browser = await launchBrowser();
    visit = await Visit.begin(browser);
  });
  afterAll(async () => {
    await visit.end();
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  it("find what is looked for, and lead to it, by keyboard alone", async () => {
    const { page } = visit;
    await page.goto(url);
    expect(await page.title()).toBe("Herald");
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox");
    await search.waitFor();
    await page.keyboard.type("doing it AGAIN safely");
    await page
      .getByRole("option", { name: /Concepts.*Doing it again safely/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/concepts#doing-it-again-safely`);
    await page.keyboard.press("Control+k");
    // Pages for users precede those for contributors, which contain the word more often.
    await search.fill("retry");
    await page
      .getByRole("option", { name: /Errors.*By status/ })
      .first()
      .waitFor();
    const [first = ""] = await page.getByRole("option").allTextContents();
    expect(first).not.toMatch(/The chat provider: WhatsApp|Interface/);
    // An excerpt shows the word, and no rule of the specification is a hit.
    await search.fill("unsubscribe");
    await page.getByRole("option").locator(".excerpt mark").first().waitFor();
    const unsubscribe = await page.getByRole("option").allInnerTexts();
    expect(unsubscribe.filter((text) => /^\W*(?:D\d+|W\d+|Beyond the interface)\b/.test(text))).toEqual([]);
    await search.fill("zzzzqq");
    await page.getByText(/No results for/).waitFor();
    await page.keyboard.press("Escape");
    await search.waitFor({ state: "hidden" });
    expect(visit.complaints).toEqual([]);
  });

  it("show every column of a table at 1440 px, and each row as a card on a telephone", async () => {
    const { page } = visit;
    await page.goto(`${url}/errors`);
    const cut =
      "[...document.querySelectorAll('.vp-doc table')].filter((one) => one.scrollWidth > one.clientWidth).length";
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect({ width, cut: await page.evaluate(cut) }).toEqual({ width, cut: 0 });
    }
    const cell = page.getByText("ask the identity provider for a token").first();
    const box = await cell.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(visit.complaints).toEqual([]);
  });

  it("copy a block of code as it stands, without what is beside it", async () => {
    const { page } = visit;
    await page.goto(`${url}/quickstart`);
    const block = page.locator(".language-sh").first();
    await block.hover();
    await block.getByRole("button", { name: "Copy code" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe("npm start");
    expect(visit.complaints).toEqual([]);
  });

  it("remember the language that was chosen, in every block of every page", async () => {
    const { page } = visit;
    await page.goto(`${url}/quickstart`);
    const groups = page.locator(".vp-code-group");
    await groups.first().getByText("Python", { exact: true }).click();
    await groups.first().locator(".language-python").waitFor();
    expect(await groups.first().locator(".language-sh").isVisible()).toBe(false);
    await page.goto(`${url}/sending`);
    await groups.first().locator(".language-python").waitFor();
    // The arrow keys switch the tabs, as they switch radio buttons.
    await groups.first().getByLabel("Python").focus();
    await page.keyboard.press("ArrowRight");
    await groups.first().locator(".language-go").waitFor();
    await page.reload();
    await groups.first().locator(".language-go").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it("lead on: to the next page, the page before, a heading of this one, and the contributors' pages", async () => {
    const { page } = visit;
    await page.goto(`${url}/concepts`);
    await page.getByRole("navigation", { name: "Pager" }).getByRole("link").last().click();
    await page.waitForURL((address) => address.pathname !== "/docs/guides/concepts");
    await page.getByRole("navigation", { name: "Pager" }).getByRole("link").first().click();
    await page.waitForURL(`${url}/concepts`);
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link").nth(1).click();
    await page.waitForURL(/#/);
    await page.getByRole("link", { name: "Contributing" }).click();
    await page.waitForURL(`${url}/contributing`);
    expect(await page.getByRole("link", { name: "API reference" }).getAttribute("href")).toBe("/docs");
    expect(await page.getByRole("link", { name: "Panel", exact: true }).getAttribute("href")).toBe("/");
    expect(visit.complaints).toEqual([]);
  });

  it("become dark by a switch, and stay so", async () => {
    const { page } = visit;
    await page.goto(`${url}/concepts`);
    const isDark = () => page.evaluate("document.documentElement.classList.contains('dark')");
    expect(await isDark()).toBe(false);
    await page.getByRole("switch").first().click();
    expect(await isDark()).toBe(true);
    await page.reload();
    expect(await isDark()).toBe(true);
    await page.getByRole("switch").first().click();
    expect(visit.complaints).toEqual([]);
  });

  for (const name of ["", "quickstart", "errors", "panel"])
    it(`are accessible, and fit a telephone: /${name}`, async () => {
      await visit.page.goto(`${url}/${name}`);
      await visit.page.getByRole("heading", { level: 1 }).waitFor();
      await visit.examine(`guides-${name || "first-page"}`);
      expect(visit.complaints).toEqual([]);
    });

  it("open their navigation on a telephone", async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/quickstart`);
    await page.getByRole("button", { name: "Pages", exact: true }).click();
    await page.getByRole("link", { name: "Concepts" }).first().click();
    await page.waitForURL(`${url}/concepts`);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(visit.complaints).toEqual([]);
  });

  it("can be read without scripts: text, navigation and every tab", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${url}/quickstart`);
    await page.getByRole("heading", { name: "Quickstart" }).waitFor();
    const group = page.locator(".vp-code-group").first();
    await group.getByText("Go", { exact: true }).click();
    await group.locator(".language-go").waitFor();
    await page.getByRole("link", { name: "Concepts" }).first().click();
    await page.getByRole("heading", { name: "Concepts", level: 1 }).waitFor();
    expect(page.url()).toBe(`${url}/concepts`);
    await context.close();
  });
});
