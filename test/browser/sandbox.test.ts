import { readFile } from "node:fs/promises";
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { anAddress, type Fields, LocalStack } from "../support/local-stack.ts";
import { FORM_TYPE, multipart, pictureOf } from "../support/media-files.ts";

const STEP_MS = 30_000;
const HOUR_S = 3600;
/** Every test has a person of its own, because a clock that was moved never goes back. */
const PEOPLE = ["demo", "other", "admin"] as const;
type Person = (typeof PEOPLE)[number];
/** The telephones that test mode must suit. */
const TELEPHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
] as const;
const SCHEMES = ["light", "dark"] as const;
const TEST = { "Herald-Mode": "test" } as const;
const CUSTOMER = "+351912345678";

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  [browser, stack] = await Promise.all([
    launchBrowser(),
    LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "0", HERALD_RATE_BURST: "100000", HERALD_RATE_REFILL: "10000" }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
beforeEach(async () => {
  visit = await Visit.begin(browser);
  ({ page } = visit);
  page.setDefaultTimeout(STEP_MS);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

const open = (path: string, person: Person = "demo") => visit.open(stack.file.base_url + path, person);
const go = (path: string) => page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const band = () => page.getByRole("region", { name: "Test mode" });
const modeSwitch = () => page.getByRole("switch", { name: "Test mode" });
const content = () => page.locator("main#content");
const says = (text: string | RegExp) => content().getByText(text).first().waitFor();
const token = (person: Person) => stack.token(person);
const keyOf = async (person: Person, mode: "live" | "test"): Promise<string> =>
  String((await stack.apiKey(await token(person), { name: `A ${mode} key`, mode })).key);
const advanced = async (person: Person): Promise<number> => {
  const { body } = await stack.call("GET", "/panel/api/sandbox/clock", { token: await token(person) });
  return Number(body.advanced_seconds);
};

const colorOf = (selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`);

/** Notes the mode of every request of the panel to the routes that have two modes. */
function modesAsked(): { readonly path: string; readonly mode: string | undefined }[] {
  const asked: { path: string; mode: string | undefined }[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:api\/v1|panel\/api)\//.test(pathname))
      asked.push({ path: pathname, mode: request.headers()["herald-mode"] });
  });
  return asked;
}

describePages("test mode in the panel", () => {
  it("shows none of the live data after the switch, and none of its own after the way back", async () => {
    const [ofLive, ofTest] = [anAddress("live"), anAddress("trial")];
    const live = await keyOf("demo", "live");
    const liveId = await stack.accepted(live, { recipient: ofLive, subject: "Of live mode" });
    await stack.accepted(await keyOf("demo", "test"), { recipient: ofTest, subject: "Of test mode" });
    await open(`/notifications/${liveId}`);
    await says(ofLive);
    const asked = modesAsked();

    await modeSwitch().click();
    await band().waitFor();
    await says(ofTest);
    expect(new URL(page.url()).pathname).toBe("/notifications");
    expect(await page.title()).toBe("Notifications · Herald test mode");
    expect(await content().getByText(ofLive).count()).toBe(0);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ mode }) => mode !== "test")).toEqual([]);

    // The mode survives a reload, and a link that is opened in a new tab.
    await page.reload();
    await band().waitFor();
    const link = await page.getByRole("link", { name: "Of test mode" }).getAttribute("href");
    const other = await visit.tab();
    await visit.open(stack.file.base_url + String(link), "demo", other);
    await other.getByRole("region", { name: "Test mode" }).waitFor();
    await other.locator("main#content").getByText(ofTest).first().waitFor();
    expect(new URL(other.url()).search).toBe("");

    await says(ofTest);
    const back = modesAsked();
    await band()
      .getByRole("button", { name: /^Leave/ })
      .click();
    await says(ofLive);
    expect(await band().count()).toBe(0);
    expect(await content().getByText(ofTest).count()).toBe(0);
    expect(back.filter(({ mode }) => mode !== undefined)).toEqual([]);
  });

  it("drops an answer that was on its way when the mode changed", async () => {
    const ofLive = anAddress("late");
    await stack.accepted(await keyOf("demo", "live"), { recipient: ofLive, subject: "A late answer" });
    await open("/");
    const held = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    const isOver = Promise.withResolvers<void>();
    const lists = /\/panel\/api\/notifications\?/;
    await page.route(lists, async (route) => {
      if (route.request().headers()["herald-mode"] !== undefined) return route.continue();
      isAsked.resolve();
      const response = await route.fetch();
      expect(await response.text()).toContain(ofLive);
      await held.promise;
      await route.fulfill({ response });
      isOver.resolve();
    });
    await go("/notifications");
    await isAsked.promise;
    await modeSwitch().click();
    await band().waitFor();
    await content().getByRole("heading", { name: "Notifications" }).waitFor();
    held.resolve();
    await isOver.promise;
    await page.unroute(lists);
    // The list of test mode has been read since, and the late answer shows nowhere.
    await page.waitForResponse((response) => lists.test(response.url()) && response.ok());
    expect(await page.getByText(ofLive).count()).toBe(0);
    await page.evaluate("document.querySelector('.test-band button').click()");
    await says(ofLive);
  });

  it("lists in its activity what was changed in it, and nothing of that in live mode's", async () => {
    const who = { token: await token("other"), json: { name: "Tried out", subject: "Hi", body: "Hello" } };
    await stack.call("POST", "/api/v1/templates", { ...who, headers: TEST });
    await keyOf("other", "test");
    await open("/activity?mode=test", "other");
    await content().getByRole("link", { name: "Tried out" }).click();
    await page.getByRole("heading", { name: "Tried out" }).waitFor();
    await go("/activity");
    await says("Created email template");
    await modeSwitch().click();
    await band().waitFor({ state: "detached" });
    await page.reload();
    await says("Created API key");
    expect(await content().getByText("Created email template").count()).toBe(0);
  });

  it("asks before the switch loses what was typed", async () => {
    await open("/email-templates/new");
    await page.getByLabel(/^Name/).fill("Half a template");
    await modeSwitch().click();
    await page.getByRole("dialog").getByText("Leave without saving?").waitFor();
    await button("Stay here").click();
    expect(await band().count()).toBe(0);
    expect(await page.getByLabel(/^Name/).inputValue()).toBe("Half a template");
    await modeSwitch().click();
    await button("Leave").click();
    await band().waitFor();
    await says("No email template yet");
  });

  it("says so in a band on every page, in both schemes and on the telephone", async () => {
    await open("/?mode=test", "other");
    for (const path of ["/", "/notifications", "/conversations", "/api-keys", "/sending-accounts", "/sandbox"]) {
      await go(path);
      await content().locator("h1").waitFor();
      await visit.examine(`test-mode${path.replaceAll("/", "-")}`);
    }
    for (const size of TELEPHONES)
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        await visit.glance(`test mode ${size.width}`, colorScheme);
        const [frame, leave, sandbox] = await Promise.all([
          band().boundingBox(),
          band().getByRole("button", { name: "Leave" }).boundingBox(),
          band().getByRole("link", { name: "Sandbox" }).boundingBox(),
        ]);
        expect(frame).toMatchObject({ x: 0, y: 0, width: size.width });
        // Nothing in the band lies over something else.
        expect({ size, isOneLine: leave?.y === sandbox?.y }).toEqual({ size, isOneLine: true });
        expect((sandbox?.x ?? 0) + (sandbox?.width ?? 0)).toBeLessThanOrEqual(leave?.x ?? 0);
        expect((leave?.x ?? 0) + (leave?.width ?? 0)).toBeLessThanOrEqual(size.width);
        const colors = await Promise.all([".test-band", "main", ".notice, body"].map(colorOf));
        expect(new Set(colors)).toHaveProperty("size", 3);
      }
    // The menu of the telephone leaves the band in sight.
    await button("Menu").click();
    const menu = await page.getByRole("complementary", { name: "Navigation" }).boundingBox();
    expect(menu?.y).toBe((await band().boundingBox())?.height);
    await page.setViewportSize({ width: 1280, height: 800 });
    await go("/sending-accounts");
    await says("no server is contacted");
    await says("Sandbox");
  });

  it("moves the clock, and skips to the next thing that happens", async () => {
    await open("/sandbox?mode=test", "other");
    const key = await keyOf("other", "test");
    const recipient = anAddress("defer1");
    const before = await advanced("other");
    const sendAt = new Date(Date.now() + (before + 2 * 24 * HOUR_S) * 1000).toISOString();
    const id = await stack.accepted(key, { recipient, subject: "In two days", send_at: sendAt });
    await page.reload();
    await says(/Next, in (?:1 day 23 hours|2 days)/);
    await button("+1 h").click();
    await says(/ahead of real time/);
    await expect.poll(() => advanced("other")).toBe(before + HOUR_S);
    await page.getByLabel("Move by").fill("soon");
    await button("Move").click();
    await says("Such as 90 min, 2 h or 3 days");
    await page.getByLabel("Move by").fill("1 day");
    await button("Move").click();
    await expect.poll(() => advanced("other")).toBe(before + 25 * HOUR_S);
    await says(/Next, in (?:22 hours|23 hours)/);
    await visit.examine("sandbox-clock");

    // The mail is due, then tried again, then there.
    await button("Skip to the next thing").click();
    await page.getByText(`a retry of the mail to ${recipient}`).waitFor();
    await go(`/notifications/${id}`);
    await says(/Retry scheduled/);
    await says(/in \d+ (?:second|minute)/);
    await go("/sandbox");
    await button("Skip to the next thing").click();
    await page.getByRole("link", { name: recipient }).click();
    await page.getByRole("heading", { name: "In two days" }).waitFor();
    // By real time, the mail would be two days ahead.
    const shown = () => content().innerText();
    await expect.poll(shown, { timeout: 20_000 }).toMatch(/\b(?:now|\d+ (?:second|minute)s? ago)$/m);
    expect(await advanced("other")).toBeGreaterThanOrEqual(before + 2 * 24 * HOUR_S - 60);
  });

  it("shows mails as a mailbox does, and deletes them", async () => {
    const key = await keyOf("admin", "test");
    const [first, second] = [anAddress("ana"), anAddress("bo")];
    const html = "<p>Dear <b>Ana</b></p><script>document.title = 'taken over'</script>";
    const id = await stack.accepted(key, { recipient: first, subject: "With HTML", body: html, body_type: "html" });
    await stack.accepted(key, { recipient: second, subject: "Plain", body: "Dear Bo", body_type: "text" });
    await open("/sandbox?mode=test", "admin");
    await page.getByRole("link", { name: second }).waitFor();
    await page.getByRole("link", { name: first }).click();
    await page.frameLocator("iframe.mail").getByText("Dear Ana").waitFor();
    await visit.examine("sandbox-mail");
    const sheet = page.getByRole("region", { name: "Mail", exact: true });
    await sheet.getByText("Headers", { exact: true }).click();
    await sheet.getByText("message-id").waitFor();
    await sheet.getByText("Source", { exact: true }).click();
    await sheet.getByText(/Content-Type: /i).waitFor();
    expect(await page.title()).toContain("Herald test mode");
    await sheet.getByRole("link", { name: "The notification" }).click();
    await page.getByRole("heading", { name: "With HTML" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/notifications/${id}`);

    await go("/sandbox");
    await page.getByLabel("Mails to").fill(second);
    await page.getByRole("link", { name: first }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: second }).waitFor();
    await button("Delete all mails").click();
    await visit.examine("sandbox-delete");
    await button("Delete them").click();
    await says("No mail yet");
    const left = await stack.call("GET", "/api/v1/sandbox/messages", { token: key });
    expect(left.body).toEqual({ messages: [] });
    expect((await stack.mails(first)).length).toBe(0);
  });

  it("says on an account's page that no name server is asked, and asks none", async () => {
    const asked = modesAsked();
    await open("/sending-accounts?mode=test", "other");
    await content().getByRole("link", { name: "Sandbox", exact: true }).click();
    await page.getByRole("heading", { name: "sandbox.test in DNS" }).waitFor();
    await says(/^Test mode asks no name servers\./);
    await visit.examine("sending-account-test-mode");
    expect(asked.filter(({ path }) => path.endsWith("/dns"))).toEqual([]);
  });

  it("shows the pictures inside a mail, and its files for download", async () => {
    const recipient = anAddress("parcel");
    const id = await stack.accepted(await keyOf("other", "test"), {
      ...{
        recipient,
        subject: "With files",
        body_type: "html",
        body: '<p>Here:</p><img alt="Parcel" src="cid:parcel">',
      },
      attachments: [
        { filename: "bill.txt", content: Buffer.from("Twelve.").toString("base64") },
        { filename: "parcel.png", content: pictureOf(40, 30).toString("base64"), content_id: "parcel" },
      ],
    });
    await open("/sandbox?mode=test", "other");
    await page.getByRole("link", { name: recipient }).click();
    const picture = page.frameLocator("iframe.mail").getByRole("img", { name: "Parcel" });
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((shown: { naturalWidth: number }) => shown.naturalWidth)).toBe(40);
    const files = page.getByRole("list", { name: "Attachments" }).getByRole("listitem");
    await expect.poll(() => files.allInnerTexts()).toHaveLength(2);
    const [bill, parcel] = (await files.allInnerTexts()).toSorted();
    expect(bill).toMatch(/^bill\.txt\s+text\/plain, 7 B\s+Download$/);
    expect(parcel).toMatch(/^parcel\.png\s+image\/png, \d+ B\s+Download$/);
    await visit.examine("sandbox-mail-files");
    const downloaded = page.waitForEvent("download");
    await button("Download bill.txt").click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe("bill.txt");
    expect(await readFile(await file.path(), "utf8")).toBe("Twelve.");

    // The page of the notification shows the same mail alike.
    await go(`/notifications/${id}`);
    await page.getByRole("tab", { name: "Message" }).click();
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((shown: { naturalWidth: number }) => shown.naturalWidth)).toBe(40);
  });

  it("shows the file of a mail that is larger than an answer", async () => {
    const content = Buffer.alloc(6_000_000, "Twelve.\n");
    const form = multipart([{ name: "file", filename: "long.txt", type: "text/plain", content }]);
    const key = await keyOf("other", "test");
    const uploaded = await stack.call("POST", "/api/v1/attachments", { token: key, type: FORM_TYPE, raw: form });
    const recipient = anAddress("long");
    await stack.accepted(key, { recipient, attachments: [{ attachment_id: uploaded.body.attachment_id }] });
    await open("/sandbox?mode=test", "other");
    await page.getByRole("link", { name: recipient }).click();
    const downloaded = page.waitForEvent("download");
    await button("Download long.txt").click();
    expect((await readFile(await (await downloaded).path())).equals(content)).toBe(true);
    await page.getByText("Source", { exact: true }).click();
    await page.getByText("The rest is in the file.").waitFor();
  });

  it("shows the telephone of a customer from the customer's side, and writes as the customer", async () => {
    await open("/sandbox?mode=test&show=customers", "admin");
    await page.getByLabel("A customer's number").fill("nobody");
    await button("Open the telephone").click();
    await says("A number with its country");
    await page.getByLabel("A customer's number").fill("+351 912 345 678");
    await button("Open the telephone").click();
    await page.getByText("Nothing came to this number yet.").waitFor();
    const field = page.getByLabel("Write as the customer");
    await field.fill("Is my order on its way?");
    await button("Write").click();
    await page.getByRole("list", { name: "Messages" }).getByText("Is my order on its way?").waitFor();
    await page.getByText("Any type, as JSON").click();
    await field.fill("{}");
    await page.getByText("A JSON object with a type").waitFor();
    await field.fill('{"type": "location", "location": {"latitude": 38.7, "longitude": -9.1, "name": "My home"}}');
    await button("Write").click();
    await page.getByRole("list", { name: "Messages" }).getByText("My home").waitFor();

    const admin = { token: await token("admin"), headers: TEST };
    const { body } = await stack.call("GET", "/panel/api/chat-conversations", admin);
    const [conversation] = body.conversations as Fields[];
    const json = { message_type: "text", text: "It leaves today." };
    const path = `/panel/api/chat-conversations/${conversation?.id}/reply`;
    expect((await stack.call("POST", path, { ...admin, json })).status).toBe(202);
    await page.getByRole("list", { name: "Messages" }).getByText("It leaves today.", { exact: true }).waitFor();
    await page.getByText("As the provider gets it").click();
    await page.getByText(/"messaging_product": "whatsapp"/).waitFor();
    await visit.examine("sandbox-telephone");
    await page.getByRole("link", { name: "The conversation" }).click();
    await says(CUSTOMER);
    await says("It leaves today.");
  });

  it("offers administration in live mode only, and the sandbox leads into test mode", async () => {
    await open("/admin/chat-accounts?mode=test", "admin");
    await says("This page is about live mode only");
    await button("Go to live mode").click();
    await content().getByRole("heading", { name: "Chat accounts" }).waitFor();
    expect(await band().count()).toBe(0);
    await go("/sandbox");
    await button("Go to test mode").click();
    await band().waitFor();
    await button("Skip to the next thing").waitFor();
  });

  it("makes keys of either mode, and marks those of test mode in the one list", async () => {
    await open("/api-keys?mode=test", "demo");
    await button("Create a key").click();
    await page.getByLabel(/^Name/).fill("Trial shop");
    await visit.examine("create-test-key");
    await button("Create the key").click();
    const key = await page.locator(".secret code").innerText();
    expect(key).toMatch(/^hrld_test_/);
    await button("Send a test…").click();
    const recipient = anAddress("key");
    await page.getByLabel("Send a test to").fill(recipient);
    await button("Send").click();
    const link = await page.getByRole("link", { name: "See what becomes of it" }).getAttribute("href");
    expect(link).toMatch(/\?mode=test$/);
    await button("I have stored it").click();
    const row = page.getByRole("row", { name: /Trial shop/ });
    expect(await row.getByText("Test", { exact: true }).count()).toBe(1);

    await band()
      .getByRole("button", { name: /^Leave/ })
      .click();
    await button("Create a key").click();
    await page.getByLabel(/^Name/).fill("Real shop");
    await button("Create the key").click();
    expect(await page.locator(".secret code").innerText()).toMatch(/^hrld_live_/);
    await button("I have stored it").click();
    await page.getByRole("row", { name: /Real shop/ }).waitFor();
    expect(
      await page
        .getByRole("row", { name: /Real shop/ })
        .getByText("Test", { exact: true })
        .count(),
    ).toBe(0);
    expect(await row.getByText("Test", { exact: true }).count()).toBe(1);
  });
});
