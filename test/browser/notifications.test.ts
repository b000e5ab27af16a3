import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { anAddress, LocalStack } from "../support/local-stack.ts";
import { pictureOf } from "../support/media-files.ts";

const TELEPHONE = { width: 390, height: 844 };

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
const seeded = { sent: "", refused: "", partly: "", deferred: "" };
const addresses = { refused: anAddress("reject"), deferred: anAddress("defer5") };

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_BACKOFF_BASE_SECONDS: "3600", HERALD_CHAT_REVIEW_SECONDS: "0" });
  const key = stack.file.demo.api_key;
  const mail = { subject: "Your order 4417 is on its way", metadata: { order: "4417" } };
  const html = { body: '<h1>It left this morning</h1><img alt="Parcel" src="cid:parcel">', body_type: "html" };
  const attachments = [
    { filename: "bill.txt", content: Buffer.from("Twelve.").toString("base64") },
    { filename: "parcel.png", content: pictureOf(40, 30).toString("base64"), content_id: "parcel" },
  ];
  seeded.sent = await stack.accepted(key);
  seeded.refused = await stack.accepted(key, { recipient: addresses.refused, ...mail });
  seeded.partly = await stack.accepted(key, { cc: [anAddress("reject")], ...mail, ...html, attachments });
  seeded.deferred = await stack.accepted(key, { recipient: addresses.deferred });
  await stack.allSettled(key, [seeded.sent, seeded.refused, seeded.partly]);
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

const open = (path: string) => visit.open(stack.file.base_url + path);
const heading = (name: string | RegExp) => visit.page.getByRole("heading", { name });
const button = (name: string | RegExp) => visit.page.getByRole("button", { name });
const choice = (name: string) => visit.page.getByRole("menuitem", { name });
/** Finds the rows of the list of notifications. A row that is only a placeholder has no link, so it is not counted. */
const rows = () => visit.page.locator("table tbody tr", { has: visit.page.locator("[data-row]") });
const sheet = () => visit.page.getByRole("region", { name: "Notification", exact: true });
const timeline = () => visit.page.getByRole("list", { name: "Timeline" });
const tab = (name: string) => visit.page.getByRole("tab", { name });
const focused = () => visit.page.evaluate("document.activeElement?.dataset.row");
const address = () => new URL(visit.page.url());

describePages("the notifications list", () => {
  it("finds a failed mail by its recipient, says why, and sends it to another address", async () => {
    await open("/notifications");
    await rows().nth(3).waitFor();
    await visit.examine("notifications");
    await visit.page.keyboard.press("/");
    await visit.page.keyboard.type(addresses.refused.toUpperCase());
    await expect.poll(() => rows().count()).toBe(1);
    await visit.page.getByRole("row", { name: /Failed.*Your order 4417/ }).click();
    await sheet().getByText("No such mailbox", { exact: true }).waitFor();
    await timeline().getByText("What to do").waitFor();
    await timeline().getByText(/^550/).waitFor();
    await visit.examine("notification-failed");
    await button("Send it again to another address").click();
    const field = visit.page.getByRole("textbox", { name: "Address" });
    await field.waitFor();
    await visit.examine("notification-other-address");
    const other = anAddress();
    await field.fill(other);
    await button(/^Send$/).click();
    await timeline().getByText("Sent: the server accepted it").waitFor();
    await timeline()
      .getByText(/sent again/)
      .waitFor();
    expect(address().searchParams.get("q")).toBe(addresses.refused.toUpperCase());
    expect(await stack.mails(other)).toHaveLength(1);
  });

  it("has its filters in the address, and Back takes them away", async () => {
    await open("/notifications");
    await button("Status").click();
    await visit.page.getByRole("menuitemcheckbox", { name: "Failed" }).click();
    await expect.poll(() => address().searchParams.get("status")).toBe("failed");
    await visit.page.keyboard.press("Escape");
    await button("Status Failed").waitFor();
    await expect
      .poll(async () => new Set(await rows().locator("td:nth-child(2)").allInnerTexts()))
      .toEqual(new Set(["Failed"]));
    await visit.page.goBack();
    await expect.poll(() => rows().count()).toBeGreaterThan(3);
    await visit.page.goForward();
    await button("Status Failed").waitFor();
    await button("Clear").click();
    await button("Channel").click();
    await visit.page.getByRole("menuitemcheckbox", { name: "Chat" }).click();
    await heading("Nothing matches").waitFor();
    await visit.examine("notifications-nothing");
    await visit.page.getByRole("link", { name: "Show all" }).click();
    await button("Account").click();
    await visit.page.getByRole("menuitemcheckbox", { name: "Local mailbox" }).click();
    await button("Account Local mailbox").waitFor();
    await button("Period").click();
    await visit.page.getByRole("menuitemcheckbox", { name: "Last hour" }).click();
    await expect.poll(() => address().search).toBe(`?account_id=${stack.file.demo.smtp_account_id}&period=1h`);
    await expect.poll(() => rows().count()).toBeGreaterThan(3);
  });

  it("is browsed by keyboard, and gives the focus back to the row", async () => {
    await open("/notifications?q=4417");
    await rows().nth(1).waitFor();
    await visit.page.keyboard.press("j");
    await expect.poll(focused).toBeTruthy();
    const first = await focused();
    await visit.page.keyboard.press("j");
    await expect.poll(focused).not.toBe(first);
    const second = await focused();
    await visit.page.keyboard.press("k");
    await expect.poll(focused).toBe(first);
    await visit.page.keyboard.press("Enter");
    await expect.poll(() => address().pathname).toBe(`/notifications/${first}`);
    await sheet().getByRole("heading", { level: 2 }).waitFor();
    await visit.page.keyboard.press("j");
    await expect.poll(() => address().pathname).toBe(`/notifications/${second}`);
    await visit.page.keyboard.press("c");
    await visit.page.getByText("The id is copied").waitFor();
    expect(await visit.page.evaluate("navigator.clipboard.readText()")).toBe(second);
    await button("Send again").waitFor();
    await visit.page.keyboard.press("s");
    await choice("To another address…").waitFor();
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => choice("To another address…").count()).toBe(0);
    expect(address().pathname).toBe(`/notifications/${second}`);
    await visit.page.keyboard.press("Escape");
    await expect.poll(() => address().pathname + address().search).toBe("/notifications?q=4417");
    await expect.poll(focused).toBe(second);
  });

  it("shows one pane at a time on a telephone", async () => {
    await visit.page.setViewportSize(TELEPHONE);
    await open("/notifications");
    const list = visit.page.getByRole("list", { name: "Notifications" });
    await list.getByText(addresses.refused).click();
    await visit.page.getByRole("heading", { level: 1, name: "Your order 4417 is on its way" }).waitFor();
    expect(await list.isVisible()).toBe(false);
    await button("Close (Esc)").click();
    await list.getByText(addresses.refused).waitFor();
  });

  it("loads older ones when asked", async () => {
    await Promise.all(Array.from({ length: 50 }, () => stack.accepted(stack.file.demo.api_key)));
    await open("/notifications");
    await expect.poll(() => rows().count()).toBe(50);
    await button("Load older ones").click();
    await expect.poll(() => rows().count()).toBeGreaterThan(53);
    await button("Refresh").waitFor();
  });

  it("draws only the rows in sight of very many", async () => {
    const one = {
      channel: "email",
      status: "sent",
      account_id: stack.file.demo.smtp_account_id,
      attempts: 1,
      max_attempts: 5,
      recipients_count: 1,
      partly_delivered: false,
      outcome: { delivered: 1, total: 1 },
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    };
    const notifications = Array.from({ length: 1000 }, (_, i) => ({ ...one, id: `id-${i}`, title: `Mail ${i}` }));
    await visit.page.route("**/panel/api/notifications?*", (route) => route.fulfill({ json: { notifications } }));
    await open("/notifications");
    await visit.page.getByRole("link", { name: "Mail 0", exact: true }).waitFor();
    expect(await rows().count()).toBeLessThan(120);
    expect(await visit.page.getByRole("table").getAttribute("aria-rowcount")).toBe("1001");
    await visit.page.evaluate("document.querySelector('.listing').scrollTo(0, 100_000)");
    await visit.page.getByRole("link", { name: "Mail 999" }).waitFor();
    expect(await rows().count()).toBeLessThan(120);
  });
});

describePages("a notification", () => {
  it("of which a copy was refused says so for each recipient, and goes again to those who did not get it", async () => {
    await open("/notifications?status=sent&q=4417");
    const row = visit.page.getByRole("row").filter({ has: visit.page.locator(`a[data-row="${seeded.partly}"]`) });
    await row.getByText("1 of 2 delivered", { exact: true }).waitFor();
    await row.click();
    const recipients = visit.page.getByRole("list", { name: "Recipients" });
    await recipients.getByText("No such mailbox", { exact: true }).waitFor();
    await recipients.getByText("Delivered", { exact: true }).waitFor();
    await visit.examine("notification-partly");
    await visit.page.keyboard.press("s");
    await choice("Only to those who did not get it").click();
    // The new notification goes to nobody. The first notification was delivered to one of the two recipients, so the
    // resend leaves this recipient out. The mail server refused the other recipient permanently, and that refusal made
    // a suppression of the other recipient.
    await timeline().getByText("Not sent: the recipient is suppressed").waitFor();
    await recipients.getByRole("link", { name: "Open the suppression" }).click();
    await visit.page.getByRole("row").filter({ hasText: "Bounced" }).waitFor();
  });

  it("shows its message, its files and the request that made it", async () => {
    await open(`/notifications/${seeded.partly}`);
    await tab("Message").click();
    const mail = visit.page.frameLocator("iframe");
    await mail.getByText("It left this morning").waitFor();
    const parcel = mail.getByRole("img", { name: "Parcel" });
    await expect.poll(() => parcel.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(40);
    await visit.examine("notification-message");
    const downloaded = visit.page.waitForEvent("download");
    await button("Download bill.txt").click();
    expect(await readFile((await (await downloaded).path()) ?? "", "utf8")).toBe("Twelve.");
    await visit.page.getByText("Source", { exact: true }).click();
    await visit.page.getByText(/^Message-ID: /m).waitFor();
    await visit.examine("notification-source");
    await tab("Request").click();
    await visit.page.getByRole("link", { name: "demo of the local stack" }).waitFor();
    await visit.examine("notification-request");
    await visit.page.getByRole("link", { name: "4417", exact: true }).click();
    await button(/^Metadata order=4417/).waitFor();
    await expect.poll(() => rows().count()).toBeGreaterThan(1);
  });

  it("that waits for its retry makes it now", async () => {
    await open(`/notifications/${seeded.deferred}`);
    await timeline().getByText("Retry scheduled: attempt 2 of 5").waitFor();
    await timeline().getByText("Attempt 1 failed; retry scheduled").waitFor();
    await visit.examine("notification-waits");
    await visit.page.keyboard.press("r");
    await timeline().getByText("Attempt 2 failed; retry scheduled").waitFor();
  });

  it("that waits for its time can be canceled, and sent again", async () => {
    const key = stack.file.demo.api_key;
    const id = await stack.accepted(key, { send_at: new Date(Date.now() + 3_600_000).toISOString() });
    await open(`/notifications/${id}`);
    await timeline().getByText("Scheduled by its sender").waitFor();
    await button("Cancel it").click();
    await timeline().getByText("Canceled by its sender").waitFor();
    await button("Cancel it").waitFor({ state: "detached" });
    await visit.examine("notification-canceled");
    await button("Send again").click();
    await choice("To the same recipient").click();
    await timeline().getByText("Sent: the server accepted it").waitFor();
    expect(visit.page.url()).not.toContain(id);
    await tab("Request").click();
    await visit.page.getByRole("link", { name: "the one before" }).click();
    await expect.poll(() => visit.page.url()).toContain(id);
  });

  it("shows what was sent, and what it was sent again as (D53)", async () => {
    const { base_url: url, demo } = stack.file;
    const again = await stack.call("POST", `/api/v1/notifications/${seeded.partly}/resend`, { token: demo.api_key });
    await open(`/notifications/${seeded.partly}`);
    const resent = String(again.body.id);
    // The timeline of this notification may also have the entry of another resend.
    await timeline().locator(`a[href$="${resent}"]`, { hasText: "Open the new one" }).waitFor();
    await tab("Request").click();
    for (const text of ["What was sent", "parcel.png", /image\/png, /]) await sheet().getByText(text).first().waitFor();
    await visit.examine("notification-resent");
    await sheet().getByRole("link", { name: resent }).click();
    await expect.poll(() => visit.page.url()).toBe(`${url}/notifications/${resent}`);
    await stack.settled(demo.api_key, resent);
  });

  it("that is unknown does not exist", async () => {
    await open("/notifications/01980000-0000-7000-8000-000000000000");
    await visit.page.getByRole("alert").waitFor();
    expect(await visit.page.getByRole("alert").innerText()).toContain("not found");
  });

  it("is asked for once when it is refused, however long the page stays open", async () => {
    await visit.page.clock.install();
    const asked: string[] = [];
    visit.page.on("request", (request) => {
      if (request.url().includes("/whatever")) asked.push(new URL(request.url()).pathname);
    });
    await open("/notifications/whatever");
    await visit.page.getByRole("alert").getByText("id must be a UUID").waitFor();
    for (let i = 0; i < 5; i++) {
      await visit.page.clock.runFor(10_000);
      await visit.page.waitForLoadState("networkidle");
    }
    expect(asked.filter((path) => path.endsWith("/panel/api/notifications/whatever"))).toHaveLength(1);
    expect(asked.filter((path) => path.endsWith("/timeline")).length).toBeLessThanOrEqual(1);
  });

  it("is found from anywhere by its recipient", async () => {
    await open("/api-keys");
    await visit.page.keyboard.press("Control+k");
    await visit.page.getByRole("textbox", { name: "Search or jump to" }).fill(addresses.deferred);
    await visit.page
      .getByRole("button", { name: addresses.deferred })
      .or(visit.page.getByRole("option", { name: addresses.deferred }))
      .first()
      .click();
    await expect.poll(() => address().pathname).toBe(`/notifications/${seeded.deferred}`);
  });
});
