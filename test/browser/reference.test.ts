import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SECTION_GROUPS } from "../../shared/reference/contract/sections.ts";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { LocalStack } from "../support/local-stack.ts";

describePages("the API reference", () => {
  let stack: LocalStack;
  let browser: Browser;
  let visit: Visit;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([LocalStack.start(), launchBrowser()]);
    visit = await Visit.begin(browser);
  });
  afterAll(async () => {
    await visit.end();
    await browser.close();
    await stack.close();
  });

  /** Lists the groups of the navigation, without the entries that the viewer itself adds. */
  const groupsOf = async (): Promise<string[]> => {
    const names = await visit.page.getByRole("button", { name: /Group - / }).allTextContents();
    return names.map((name) => name.replace(/^.* - /s, "")).filter((name) => name in SECTION_GROUPS);
  };

  it("shows the public operations, and leads to a reference of the internal ones", async () => {
    const { page } = visit;
    await page.goto(`${stack.file.base_url}/docs`);
    await page.getByRole("button", { name: /Group - Set up$/ }).waitFor();
    expect(await groupsOf()).toEqual(["Send and answer", "Follow what happens", "Set up", "Test", "Service"]);
    const link = page.getByRole("link", { name: "a reference of its own" });
    expect(await link.getAttribute("href")).toBe("/docs/internal");
    await page.goto(`${stack.file.base_url}/docs/internal`);
    await page.getByRole("heading", { name: "Herald: internal operations" }).waitFor();
    expect(await groupsOf()).toEqual(["For the panel", "For administrators"]);
    expect(visit.complaints).toEqual([]);
  });

  it("sends an example with the key that the page was given", async () => {
    const { page } = visit;
    await page.goto(`${stack.file.base_url}/docs#tag/notifications/POST/api/v1/notifications`);
    const operation = page
      .locator("section", { has: page.getByRole("heading", { name: "Send a notification" }) })
      .last();
    await operation.getByText("Checks the request").waitFor();
    await operation
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Send post request/i })
      .or(page.getByRole("button", { name: /^Send\b/ }))
      .first()
      .click();
    await page.getByText("202 Accepted").waitFor();
    const mail = await stack.mail("ana@example.test");
    expect(mail.subject).toBe("Your order 10042");
    expect(visit.complaints).toEqual([]);
  });

  it("finds only what callers use, and opens the first hit by Enter", async () => {
    const { page } = visit;
    await page.goto("about:blank");
    await page.goto(`${stack.file.base_url}/docs`);
    await page
      .getByRole("button", { name: /Search/ })
      .first()
      .waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Enter search query" }).fill("reply");
    const hits = page.getByRole("option");
    await hits.filter({ hasText: "Answer a customer" }).first().waitFor();
    expect(await hits.filter({ hasText: /canned reply|\/panel\/api/ }).count()).toBe(0);
    expect(await hits.first().innerText()).toMatch(/Answer a customer.*\/api\/v1\/chat-conversations/s);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs#tag\/conversations\/POST\/api\/v1\/chat-conversations/);
    expect(visit.complaints).toEqual([]);
  });

  it.each([
    ["/docs#tag/webhooks", "/api/v1/webhooks", "List webhooks", "access_token"],
    ["/docs#tag/notifications", "/api/v1/notifications", "List notifications", "api_key"],
    ["/docs/internal#tag/panel-keys-and-session", "/panel/api/api-keys", "List API keys", "access_token"],
  ])("tries an operation of %s with the credential that it takes", async (section, path, title, credential) => {
    const { page } = visit;
    const lent = (await stack.call("GET", "/docs/credentials.json")).body;
    await page.goto("about:blank");
    await page.goto(`${stack.file.base_url}${section}/GET${path}`);
    const operation = page.locator("section", { has: page.getByRole("heading", { name: title }) }).last();
    await operation
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    const sent = page.waitForRequest((request) => request.url().includes(path) && request.resourceType() === "fetch");
    await page
      .getByRole("button", { name: /^Send\b/i })
      .first()
      .click();
    const kind = String(lent.api_key).slice(0, 5);
    const { authorization = "", ...headers } = (await sent).headers();
    expect(authorization.startsWith(`Bearer ${kind}`)).toBe(credential === "api_key");
    // The viewer knows the header, and leaves it out until the reader asks for test mode.
    expect(headers).not.toHaveProperty("herald-mode");
    expect((await (await sent).response())?.status()).toBe(200);
  });

  /** Finds what is wider than its place: it would be cut off, or scroll sideways. */
  const TOO_WIDE = `[document.documentElement, ...document.querySelectorAll("main *")]
    .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .map((one) => one.tagName + "." + one.className + ": " + one.textContent.slice(0, 60))`;

  it.each([
    [360, "dark", "notifications/POST/api/v1/notifications"],
    [360, "light", "sending-accounts/POST/api/v1/smtp-accounts"],
    [1440, "light", "notifications/GET/api/v1/notifications/{id}/timeline"],
    [1440, "dark", "conversations/POST/api/v1/chat-conversations/{id}/reply"],
  ] as const)("fits into %i pixels, %s, at %s", async (width, colorScheme, place) => {
    const { page } = visit;
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto("about:blank");
    await page.goto(`${stack.file.base_url}/docs#tag/${place}`);
    await page.getByText("Shell Curl").first().waitFor();
    expect(await page.evaluate(TOO_WIDE)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it("shows the fields that every mail needs first, and the sample with the client for each example", async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("about:blank");
    await page.goto(`${stack.file.base_url}/docs#tag/notifications/POST/api/v1/notifications`);
    const operation = page
      .locator("section", { has: page.getByRole("heading", { name: "Send a notification" }) })
      .last();
    await operation.getByText("Checks the request").waitFor();
    const names = await operation.locator(".property-name").allTextContents();
    const fields = names.map((name) => name.trim()).filter((name) => name !== "Idempotency-Key");
    expect(fields.slice(0, 4)).toEqual(["recipient", "subject", "body", "body_type"]);
    const menu = operation.getByRole("button", { name: "Shell Curl" });
    await menu.scrollIntoViewIfNeeded();
    const top = await page.evaluate("scrollY");
    await menu.click();
    const choice = page.getByRole("option", { name: "Herald client" });
    await choice.waitFor();
    // The viewer scrolls away, and has ended that after two pictures of the page.
    await page.evaluate("new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)))");
    expect(await page.evaluate("scrollY")).toBe(top);
    await choice.click();
    await operation.getByText('recipient: "ana@example.test"').waitFor();
    await operation.getByRole("button", { name: "An email", exact: true }).click();
    await page.getByRole("option", { name: "A WhatsApp message" }).click();
    await operation.getByText('channel: "chat"').waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it("names the reader's own record in the sample with the client", async () => {
    const { page } = visit;
    const lent = (await stack.call("GET", "/docs/credentials.json")).body;
    const id = await stack.accepted(String(lent.api_key));
    await page.goto("about:blank");
    await page.goto(`${stack.file.base_url}/docs#tag/notifications/GET/api/v1/notifications/{id}/timeline`);
    const operation = page
      .locator("section", { has: page.getByRole("heading", { name: "Explain a notification" }) })
      .last();
    await operation.getByRole("button", { name: "Shell Curl" }).click();
    await page.getByRole("option", { name: "Herald client" }).click();
    await operation.getByText(`const id = "${id}"`).waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
