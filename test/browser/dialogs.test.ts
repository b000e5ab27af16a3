import type { Browser, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { LocalStack } from "../support/local-stack.ts";
import { type SeededShop, seedShop } from "../support/seeded-shop.ts";

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

/** Describes something that opens over a page. */
interface Opening {
  /** The name of the button that opens the dialog and gets the focus back. */
  readonly by: string | RegExp;
  /** If the button opens a menu, this choice of the menu opens it. */
  readonly choice?: string;
  readonly opens: "dialog" | "menu";
  readonly name: string | RegExp;
}

const menu = (by: string | RegExp, name = by): Opening => ({ by, opens: "menu", name });
const dialog = (by: string | RegExp, name: string | RegExp, choice?: string): Opening => ({
  ...{ by, opens: "dialog", name },
  ...(choice !== undefined && { choice }),
});

const button = (name: string | RegExp): Locator => visit.page.getByRole("button", { name }).first();
const go = async (address: string) => {
  await visit.page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
  await visit.page.locator("main#content h1").waitFor();
};
const focused = () =>
  visit.page.evaluate<string>("document.activeElement?.ariaLabel ?? document.activeElement?.textContent");
const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element: { contains(other: unknown): boolean; ownerDocument: { activeElement: unknown } }) =>
    element.contains(element.ownerDocument.activeElement),
  );

/** Opens it with keys alone: the focus moves in, Escape closes it, and the focus returns. */
async function opens({ by, choice, opens: role, name }: Opening, colorScheme: "light" | "dark"): Promise<void> {
  const opener = button(by);
  await opener.waitFor();
  await opener.focus();
  await visit.page.keyboard.press("Enter");
  if (choice !== undefined) {
    const choices = visit.page.getByRole("menu");
    await expect.poll(() => hasFocus(choices)).toBe(true);
    await visit.page.getByRole("menuitem", { name: choice }).focus();
    await visit.page.keyboard.press("Enter");
  }
  const opened = visit.page.getByRole(role, { name });
  await opened.waitFor();
  const where = `${by} ${choice ?? ""}`;
  await expect.poll(async () => ({ where, isIn: await hasFocus(opened) })).toEqual({ where, isIn: true });
  await visit.glance(where, colorScheme);
  await visit.page.keyboard.press("Escape");
  await expect.poll(async () => ({ where, open: await opened.count() })).toEqual({ where, open: 0 });
  await expect
    .poll(async () => ({ where, isBack: await hasFocus(opener), focused: await focused() }))
    .toMatchObject({ where, isBack: true });
}

async function eachOpens(address: string, openings: readonly Opening[]): Promise<void> {
  await go(address);
  for (const [i, opening] of openings.entries()) await opens(opening, i % 2 === 0 ? "light" : "dark");
}

describePages("what opens over a page", () => {
  it("takes the focus and gives it back: everywhere, and among notifications", async () => {
    await visit.open(stack.file.base_url);
    await eachOpens("/", [
      dialog(/^Search or jump to/, "Search or jump to"),
      menu(/^Signed in as/),
      dialog(/^Signed in as/, "Keyboard shortcuts", "Keyboard shortcuts"),
    ]);
    await eachOpens("/notifications", [
      menu("Period"),
      menu("Status"),
      menu("Reason"),
      menu("Channel"),
      menu("Template"),
      menu("Account"),
    ]);
    await go(`/notifications/${shop.refused}`);
    await visit.page.getByText("What to do").waitFor();
    await opens(menu("Send again"), "dark");
    await opens(dialog("Send again", "Send again to another address", "To another address…"), "light");
    await opens(dialog("Send it again to another address", "Send again to another address"), "dark");
  });

  it("takes the focus and gives it back: email templates and sending accounts", async () => {
    await visit.open(stack.file.base_url);
    await eachOpens(`/email-templates/${shop.template}`, [
      dialog("Versions", "Versions"),
      dialog("Send it by API", "Send it by API"),
      dialog("Send a test", "Send a test mail"),
      dialog("Delete the template", "Delete “order-shipped”?"),
    ]);
    await visit.page.getByRole("textbox", { name: "Alias" }).fill("other");
    const away = visit.page.getByRole("link", { name: "Home" });
    await away.focus();
    await visit.page.keyboard.press("Enter");
    const leaving = visit.page.getByRole("dialog", { name: "Leave without saving?" });
    await leaving.waitFor();
    await expect.poll(() => hasFocus(leaving)).toBe(true);
    await visit.glance("leave", "dark");
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => leaving.count()).toBe(0);
    await expect.poll(() => hasFocus(away)).toBe(true);
    await visit.page.getByRole("textbox", { name: "Alias" }).fill("order-shipped");
    await eachOpens(`/sending-accounts/${shop.failingAccount}`, [dialog("Delete…", "Delete “Newsletter”?")]);
    await eachOpens(`/chat-templates/${shop.chatTemplate}`, [dialog("Delete…", "Delete “order_shipped”?")]);
  });

  it("takes the focus and gives it back: conversations", async () => {
    await visit.open(stack.file.base_url);
    await go("/conversations");
    await opens(menu("Filters and alerts"), "light");
    await visit.page.locator("main#content").getByText("Leïla Haddad").first().click();
    await visit.page.getByText("One mug is broken").first().waitFor();
    for (const [i, one] of [
      menu("Attach"),
      dialog("Attach", "Send a place", "A place"),
      dialog("Emoji", "Emoji"),
    ].entries())
      await opens(one, i % 2 === 0 ? "light" : "dark");
    await button("Canned replies").click();
    await opens(dialog("Write and change canned replies", "Canned replies"), "dark");
    await visit.page.setViewportSize({ width: 1100, height: 800 });
    await opens(dialog("About the customer", "Customer"), "dark");
  });

  it("takes the focus and gives it back: keys, events, webhooks, activity, suppressions", async () => {
    await visit.open(stack.file.base_url);
    await eachOpens("/suppressions", [
      menu("Reason"),
      dialog("Suppress a recipient", "Suppress a recipient"),
      dialog("Import CSV", "Import suppressions"),
    ]);
    await eachOpens("/api-keys", [
      dialog("Create a key", "Create an API key"),
      menu("Actions for checkout-api"),
      dialog("Actions for checkout-api", "Rotate “checkout-api”", "Rotate…"),
      dialog("Actions for checkout-api", "Revoke “checkout-api”?", "Revoke…"),
    ]);
    await eachOpens("/events", [menu("Type"), dialog("Open notification.failed", "notification.failed")]);
    await eachOpens(`/events/webhooks/${shop.webhook}`, [
      menu("Status"),
      dialog("Rotate…", "Rotate the secret"),
      dialog("Delete…", /^Delete/),
    ]);
    await eachOpens("/activity", [menu("Period"), menu("Kind"), menu("Person")]);
  });

  it("takes the focus and gives it back: chat accounts", async () => {
    await visit.open(stack.file.base_url, "admin");
    await eachOpens(`/admin/chat-accounts/${stack.file.demo.chat_account_id}`, [dialog("Delete…", /^Delete/)]);
  });
});

describePages("what has a way of its own to close", () => {
  const press = (key: string) => visit.page.keyboard.press(key);

  it("the sheet beside the list gives the focus back to its row", async () => {
    await visit.open(stack.file.base_url);
    await go("/notifications");
    const row = visit.page.locator(`[data-row="${shop.refused}"]`);
    await row.focus();
    await press("Enter");
    const sheet = visit.page.getByRole("region", { name: "Notification", exact: true });
    await sheet.waitFor();
    await expect.poll(() => hasFocus(sheet)).toBe(true);
    await visit.glance("sheet", "dark");
    await press("Escape");
    await expect.poll(() => sheet.count()).toBe(0);
    await expect.poll(() => hasFocus(row)).toBe(true);
  });

  it("a new key asks whether it is stored, and gives the focus back to where keys are created", async () => {
    await visit.open(stack.file.base_url);
    await go("/api-keys");
    const create = button("Create a key");
    await create.focus();
    await press("Enter");
    const name = visit.page.getByLabel("Name", { exact: true });
    await expect.poll(() => hasFocus(name)).toBe(true);
    await name.fill("warehouse");
    await press("Enter");
    const made = visit.page.getByRole("dialog", { name: "Key created: warehouse" });
    await made.waitFor();
    await expect.poll(() => hasFocus(made)).toBe(true);
    await visit.glance("new key", "light");
    await press("Escape");
    await made.getByRole("alert").waitFor();
    await visit.glance("new key, asked", "dark");
    await press("Escape");
    await expect.poll(() => made.getByRole("alert").count()).toBe(0);
    await made.getByRole("button", { name: "I have stored it" }).focus();
    await press("Enter");
    await expect.poll(() => made.count()).toBe(0);
    await expect.poll(() => hasFocus(create)).toBe(true);
  });

  it("a new webhook's secret leads on to the webhook", async () => {
    await visit.open(stack.file.base_url);
    await go("/events/webhooks/new");
    await visit.page.getByLabel("Address").fill("http://127.0.0.1:2/other");
    await press("Enter");
    const secret = visit.page.getByRole("dialog", { name: "The webhook's secret" });
    await secret.waitFor();
    await expect.poll(() => hasFocus(secret)).toBe(true);
    await visit.glance("secret", "dark");
    await press("Escape");
    await expect.poll(() => secret.count()).toBe(0);
    await visit.page.getByRole("heading", { level: 2, name: "Deliveries" }).waitFor();
  });

  it("a telephone's menu closes by Escape, and gives the focus back", async () => {
    await visit.page.setViewportSize({ width: 390, height: 844 });
    await visit.open(stack.file.base_url);
    const opener = button("Menu");
    await opener.focus();
    await press("Enter");
    await visit.page.getByRole("link", { name: "Webhooks" }).waitFor();
    await visit.glance("menu", "dark");
    await press("Escape");
    await expect.poll(() => opener.getAttribute("aria-expanded")).toBe("false");
    expect(await hasFocus(opener)).toBe(true);
    await press("Enter");
    await opens(menu(/^Signed in as/), "light");
  });
});

describePages("colours that the reader's system has chosen", () => {
  const look = (place: Locator, property: string) =>
    place.evaluate(
      (element: { ownerDocument: { defaultView: { getComputedStyle(of: unknown): Record<string, string> } } }, name) =>
        element.ownerDocument.defaultView.getComputedStyle(element)[name],
      property,
    );

  it("leave what is chosen, switched on, and a link to be seen", async () => {
    const { page } = visit;
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await visit.open(stack.file.base_url);
    await go(`/notifications/${shop.refused}`);
    const row = page.locator('tr[aria-selected="true"]');
    await row.waitFor();
    expect(await look(row, "outlineStyle")).toBe("solid");
    await page.keyboard.press("Control+k");
    const first = page.locator(".mantine-Spotlight-action[data-first]");
    await first.waitFor();
    expect(await look(first, "outlineStyle")).toBe("solid");
    await page.keyboard.press("Escape");
    await go("/conversations");
    expect(await look(page.locator(".unread").first(), "forcedColorAdjust")).toBe("none");
    await page.locator("main#content").getByText("Leïla Haddad").first().click();
    const bubble = page.locator(".msg").first();
    await bubble.waitFor();
    expect(await look(bubble, "borderTopStyle")).toBe("solid");
    await go(`/email-templates/${shop.template}`);
    const track = page.locator(".mantine-Switch-track");
    await track.waitFor();
    expect(await look(track, "borderTopStyle")).toBe("solid");
    const thumb = await look(page.locator(".mantine-Switch-thumb"), "backgroundColor");
    expect(thumb).not.toBe(await look(track, "backgroundColor"));
    const cure = page.getByRole("button", { name: "Give it a default" });
    await cure.waitFor();
    expect(await look(cure, "textDecorationLine")).toBe("underline");
    expect(Number.parseFloat((await look(track, "transitionDuration")) ?? "")).toBe(0);
  });

  it("opens a key's menu on a telephone, and hides nothing of a webhook with a long address", async () => {
    const token = await stack.token("demo");
    const url = `http://127.0.0.1:2/${"long-".repeat(20)}end`;
    for (const [path, json] of [
      ["/panel/api/api-keys", { name: "Warehouse management system of the northern branch, second floor" }],
      ["/api/v1/webhooks", { url, description: "Northern branch" }],
    ] as const)
      expect(await stack.call("POST", path, { token, json })).toMatchObject({ status: 201 });
    const { page } = visit;
    await page.setViewportSize({ width: 390, height: 844 });
    await visit.open(`${stack.file.base_url}/api-keys`);
    await button(/^Actions for Warehouse/).click();
    await page.getByRole("menuitem", { name: "Rotate…" }).waitFor();
    await page.keyboard.press("Escape");
    await go("/events/webhooks");
    await page.getByText("Fails", { exact: true }).waitFor();
    const value = page.getByRole("cell", { name: "Northern branch" });
    await value.waitFor();
    const { x, width } = (await value.boundingBox()) ?? { x: 0, width: 999 };
    expect(x + width).toBeLessThanOrEqual(390);
  });
});
