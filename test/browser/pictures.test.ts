import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { LocalStack } from "../support/local-stack.ts";
import { type SeededShop, seedShop } from "../support/seeded-shop.ts";
import { seedTestMode } from "../support/seeded-test-mode.ts";

const PICTURES = join(import.meta.dirname, "../../docs/pictures");
/** Every run takes the pictures, but only `npm run panel:pictures` replaces those of the guides. */
const isRenewal = process.env.HERALD_RENEW_PICTURES === "1";
const SIZE = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };
const QUALITY = 60;
const MAX_BYTES = 120_000;

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let shop: SeededShop;

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "0", HERALD_BACKOFF_BASE_SECONDS: "600" });
  shop = await seedShop(stack);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
beforeEach(async () => {
  visit = await Visit.begin(browser);
  await visit.page.setViewportSize(SIZE);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

/** Takes a picture of the page in both colour schemes. */
async function take(name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await visit.page.emulateMedia({ colorScheme });
    const path = join(PICTURES, `${name}-${colorScheme}.jpg`);
    const picture = await visit.page.screenshot({ type: "jpeg", quality: QUALITY, ...(isRenewal && { path }) });
    expect({ name, isSmall: picture.length < MAX_BYTES }).toEqual({ name, isSmall: true });
    expect(picture.length).toBeGreaterThan(5_000);
  }
  await visit.page.emulateMedia({ colorScheme: "light" });
}

const go = (address: string) => visit.page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
const sees = (text: string | RegExp) => visit.page.locator("main#content").getByText(text).first().waitFor();
/** Says whether an element is no wider than its container. */
const isWithin = (selector: string) =>
  visit.page
    .locator(selector)
    .first()
    .evaluate((element: { offsetWidth: number; parentElement: { clientWidth: number } }) =>
      Boolean(element.offsetWidth <= element.parentElement.clientWidth),
    );
const press = (name: string | RegExp) => visit.page.getByRole("button", { name }).first().click();

async function takePage(name: string, address: string, text: string | RegExp): Promise<void> {
  await go(address);
  await sees(text);
  await take(name);
}

describePages("the guide's pictures", () => {
  it("show Home and what was sent", async () => {
    const { page } = visit;
    await page.goto(stack.file.base_url);
    await page.getByRole("button", { name: /^demo\b/ }).waitFor();
    await take("sign-in");
    await visit.open(stack.file.base_url);
    await sees("Failures by reason");
    await page.locator(".recharts-surface").nth(1).waitFor();
    await take("home");
    await takePage("notifications", "/notifications", "Your order 4417 is on its way");
    await takePage("notification", `/notifications/${shop.refused}`, "What to do");
    await page.getByRole("tab", { name: "Message" }).click();
    await page.frameLocator("iframe").getByText("It should be with you tomorrow.").waitFor();
    await take("notification-message");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("textbox").fill("ana");
    await page.getByRole("dialog").getByText("ana.kovac@nordpost.example").waitFor();
    await take("palette");
  });

  it("show conversations and templates", async () => {
    const { page } = visit;
    await visit.open(`${stack.file.base_url}/conversations`);
    await sees("Leïla Haddad");
    await page.locator("main#content").getByText("Leïla Haddad").first().click();
    await sees("One mug is broken");
    await page.getByRole("log").locator("img").first().waitFor();
    await take("conversation");
    await takePage("conversation-closed", `/conversations/${shop.closed}`, "only a template reaches");
    await takePage("email-templates", "/email-templates", "order-shipped");
    await go(`/email-templates/${shop.template}`);
    await sees("has no value");
    await page.frameLocator("iframe").getByText("<no value>").waitFor();
    await take("email-template");
    await takePage("chat-templates", "/chat-templates", "order_shipped");
    await takePage("chat-template", `/chat-templates/${shop.chatTemplate}`, "On the telephone");
    await go("/chat-templates/new");
    await page.getByLabel("Name", { exact: true }).fill("parcel_waits");
    await page.getByLabel("Body", { exact: true }).fill("Hi {{1}}, your parcel *waits* for you.");
    await page.getByLabel("Examples").fill("Ana");
    await sees("Ready for the platform's review.");
    await take("chat-template-new");
  });

  it("show accounts, keys and events", async () => {
    const { page } = visit;
    await visit.open(`${stack.file.base_url}/sending-accounts`);
    await sees("Does not deliver");
    await take("sending-accounts");
    await go(`/sending-accounts/${shop.failingAccount}`);
    await sees("This account does not deliver");
    await press("Send a test");
    await page.getByRole("alert").getByText("535 5.7.8").waitFor();
    await take("sending-account");
    await takePage("api-keys", "/api-keys", "checkout-api");
    await go("/api-keys?new");
    await page.getByLabel("Name", { exact: true }).fill("warehouse");
    await press("Create the key");
    await page.getByRole("dialog").getByText("Store it now").waitFor();
    // The key in the picture opens nothing, because its stack no longer exists.
    await take("api-key-created");
    await press("I have stored it");
    await takePage("events", "/events", "notification.sent");
    await takePage("webhooks", "/events/webhooks", "Shop");
    await go(`/events/webhooks/${shop.webhook}`);
    await sees("ECONNREFUSED");
    expect(await isWithin(".box > table")).toBe(true);
    await take("webhook");
    await takePage("activity", "/activity", "checkout-api");
  });

  it("show what administrators have, and what a new owner sees", async () => {
    await visit.open(`${stack.file.base_url}/admin/chat-accounts`, "admin");
    await sees("Local chat simulator");
    await take("chat-accounts");
    await takePage("chat-account", `/admin/chat-accounts/${stack.file.demo.chat_account_id}`, "Whose it is");
    await visit.end();
    visit = await Visit.begin(browser);
    await visit.page.setViewportSize(SIZE);
    await visit.open(stack.file.base_url, "other");
    await sees("First steps");
    await take("first-steps");
    await takePage("empty", "/notifications", "No notification yet");
  });

  it("show the panel on a telephone", async () => {
    await visit.page.setViewportSize(TELEPHONE);
    await visit.open(stack.file.base_url);
    await sees("Failures by reason");
    await sees("Needs attention");
    await visit.page.locator(".recharts-surface").first().waitFor();
    await take("home-telephone");
    await takePage("notifications-telephone", "/notifications", "Your order 4417 is on its way");
    await takePage("conversations-telephone", "/conversations", "Leïla Haddad");
    await visit.page.locator("main#content").getByText("Leïla Haddad").first().click();
    await sees("One mug is broken");
    await take("conversation-telephone");
  });

  it("show test mode", async () => {
    const { page } = visit;
    const customer = await seedTestMode(stack);
    await visit.open(`${stack.file.base_url}/notifications?mode=test`);
    await sees(/Retry at/);
    await take("test-mode");
    await go("/sandbox");
    await page
      .getByRole("row", { name: /sign-in code/ })
      .getByRole("link")
      .click();
    await page.frameLocator("iframe.mail").getByText("481 203").waitFor();
    await sees(/Next, in/);
    await take("sandbox");
    await go(`/sandbox?show=customers&customer=${encodeURIComponent(customer)}`);
    await sees("Perfect, thank you!");
    await take("sandbox-customer");
  });

  it("show what waits for a person's approval", async () => {
    // These notifications come last, because Home and the lists in the other pictures would show them.
    const token = await stack.token("demo");
    const key = String((await stack.apiKey(token, { name: "assistant", approval: "required" })).key);
    const mail = {
      recipient: "marta.nilsen@bluemail.example",
      cc: ["orders@fjord.example"],
      subject: "About the broken mug in order 4398",
      body: '<h1 style="font: 600 22px Helvetica">We are sorry about the mug</h1><p>Dear Marta,</p><p>A new mug leaves our store today, and you need not send the broken one back.</p><p>Kind regards,<br>Fjord</p>',
      body_type: "html",
    };
    await stack.accepted(key, mail);
    await stack.accepted(key, { recipient: "emil.lund@nordmail.example", subject: "Your refund for order 4429" });
    const chat = { type: "text", text: { body: "Order 4398 left our store this morning." } };
    await stack.accepted(key, {
      channel: "chat",
      recipient: "+33655501230",
      subject: undefined,
      body: undefined,
      chat,
    });
    await visit.open(`${stack.file.base_url}/approvals`);
    await sees("Your refund for order 4429");
    await visit.page.frameLocator("iframe.mail").getByText("Dear Marta").waitFor();
    await take("approvals");
  });
});
