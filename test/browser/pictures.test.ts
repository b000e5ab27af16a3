import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { LocalStack } from "../support/local-stack.ts";
import { type SeededShop, seedShop } from "../support/seeded-shop.ts";

const PICTURES = join(import.meta.dirname, "../../docs/pictures");
/** Only `npm run panel:pictures` renews the guide's pictures; every run takes them. */
const isRenewal = process.env.HERALD_RENEW_PICTURES === "1";
const SIZE = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };

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
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

/** A page, in both colours. */
async function take(name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await visit.page.emulateMedia({ colorScheme });
    const path = join(PICTURES, `${name}-${colorScheme}.jpg`);
    const picture = await visit.page.screenshot({ type: "jpeg", quality: 85, ...(isRenewal && { path }) });
    expect(picture.length).toBeGreaterThan(10_000);
  }
}

const go = (address: string) => visit.page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
const sees = (text: string | RegExp) => visit.page.locator("main#content").getByText(text).first().waitFor();

describePages("the guide's pictures", () => {
  it("show an owner's pages", async () => {
    const { page } = visit;
    await page.setViewportSize(SIZE);
    await visit.open(stack.file.base_url);
    await sees("Failures by reason");
    await page.locator(".recharts-surface").nth(1).waitFor();
    await take("home");
    await go("/notifications");
    await sees("Your order 4417 is on its way");
    await take("notifications");
    await go(`/notifications/${shop.refused}`);
    await sees("What to do");
    await take("notification");
    await go("/conversations");
    await sees("Leïla Haddad");
    await page.locator("main#content").getByText("Leïla Haddad").first().click();
    await sees("One mug is broken");
    await take("conversation");
    await go(`/email-templates/${shop.template}`);
    await sees("no value");
    await take("email-template");
    await go("/sending-accounts");
    await sees("Local mailbox");
    await take("sending-accounts");
    await go("/chat-templates");
    await sees("order_shipped");
    await take("chat-templates");
    await go("/api-keys");
    await sees("checkout-api");
    await take("api-keys");
    await go("/events/webhooks");
    await sees("Shop");
    await take("webhooks");
    await go("/activity");
    await sees("checkout-api");
    await take("activity");
  });

  it("show the panel on a telephone", async () => {
    await visit.page.setViewportSize(TELEPHONE);
    await visit.open(stack.file.base_url);
    await sees("Failures by reason");
    await take("home-telephone");
    await go("/conversations");
    await sees("Leïla Haddad");
    await take("conversations-telephone");
  });
});
