import type { Browser, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { LocalStack } from "../support/local-stack.ts";
import { seedShop } from "../support/seeded-shop.ts";

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let clicks = 0;

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_BACKOFF_BASE_SECONDS: "600" });
  await seedShop(stack);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
beforeEach(async () => {
  visit = await Visit.begin(browser);
  clicks = 0;
  await visit.signIn(stack.file.base_url);
  await visit.page.getByRole("region", { name: "Needs attention" }).waitFor();
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

/** Clicks an element that a person finds by the words on the page. */
async function click(what: Locator): Promise<void> {
  await what.click();
  clicks++;
}
const link = (name: string | RegExp) => visit.page.getByRole("link", { name });
const button = (name: string | RegExp) => visit.page.getByRole("button", { name });
const row = (name: RegExp) => visit.page.getByRole("row", { name });
const sheet = () => visit.page.getByRole("region", { name: "Notification", exact: true });
const type = (text: string) => visit.page.keyboard.type(text);
const concern = (name: string | RegExp) => visit.page.getByRole("listitem").filter({ hasText: name });

describePages("a newcomer, from Home and by what the pages say", () => {
  it("finds out why Ana's mail failed", async () => {
    await click(link("Notifications"));
    await click(visit.page.getByLabel("Search notifications"));
    await type("ana");
    await click(row(/ana\.kovac@nordpost\.example/));
    await sheet().getByText("The user name, the password or the key is wrong.").waitFor();
    await sheet().getByText("535 5.7.8").waitFor();
    expect(clicks).toBeLessThanOrEqual(3);
  });

  it("mends the cause, and sends the mail again", async () => {
    await click(link(/^Failed/));
    await click(row(/ana\.kovac/));
    await click(link("Open the sending account Newsletter"));
    await click(visit.page.getByLabel("Password"));
    await type("demo");
    await click(button("Save"));
    await visit.page.getByText("Saved; not tried since").waitFor();
    const attention = await stack.call("GET", "/panel/api/attention", { token: await stack.token("demo") });
    expect(attention.text).not.toContain("Newsletter does not deliver");
    await click(link("Mails that failed"));
    await click(row(/ana\.kovac/));
    await click(button("Send again"));
    await click(visit.page.getByRole("menuitem", { name: "To the same recipient" }));
    await visit.page.getByText("Sent again: this is the new one").waitFor();
    await sheet().getByText("Sent: the server accepted it").waitFor();
    expect(clicks).toBeLessThanOrEqual(9);
  });

  it("answers the customer who waits longest", async () => {
    await concern("Miguel Ortega waits longest").waitFor();
    await click(concern("Miguel Ortega waits longest").getByRole("link", { name: /^Answer/ }));
    await visit.page.getByPlaceholder("Write to Miguel Ortega").waitFor();
    await type("We return the money today.");
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("log").getByText("We return the money today.").waitFor();
    await visit.page
      .getByRole("img", { name: /^(Sent|Delivered|Read)/ })
      .first()
      .waitFor();
    expect(clicks).toBeLessThanOrEqual(1);
  });

  it("mends a template that mails “<no value>”", async () => {
    await click(concern("mails “<no value>”").getByRole("link", { name: /^Open the template/ }));
    const mail = visit.page.frameLocator("iframe");
    await mail.getByText("<no value>").waitFor();
    await visit.page.getByText(/carrier has no value: the mail would say/).waitFor();
    await click(button("Give it a default"));
    await type("our carrier");
    await mail.getByText("We handed order 4417 to our carrier this morning.").waitFor();
    await expect.poll(() => visit.page.getByText(/has no value/).count()).toBe(0);
    await click(button("Save"));
    await visit.page.getByText("“order-shipped” is saved.").waitFor();
    await visit.page.getByText("Version 2", { exact: true }).waitFor();
    await click(link("Home"));
    await visit.page.getByRole("region", { name: "Needs attention" }).waitFor();
    await expect.poll(() => concern("mails “<no value>”").count()).toBe(0);
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it("rotates a key", async () => {
    await click(link("API keys"));
    await click(button("Actions for checkout-api"));
    await click(visit.page.getByRole("menuitem", { name: "Rotate…" }));
    // Enter presses the expected button.
    await expect.poll(() => visit.page.evaluate("document.activeElement?.textContent")).toBe("Make a new key");
    await visit.page.keyboard.press("Enter");
    await click(button("Copy the key"));
    expect(await visit.page.evaluate("navigator.clipboard.readText()")).toMatch(/^hrld_live_/);
    await click(button("I have stored it"));
    await row(/checkout-api .* Replaced, ends in 24 hours/).waitFor();
    await row(/checkout-api .* Active/).waitFor();
    expect(clicks).toBeLessThanOrEqual(5);
  });
});
