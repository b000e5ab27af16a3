import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Owner } from "../../shared/kernel/owner.ts";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { call, LocalStack, until } from "../support/local-stack.ts";
import { seedConversations, seedNotifications } from "../support/many-records.ts";

/** A browser lays out this many elements without a noticeable delay. */
const MOST_ELEMENTS = 5000;
const NOTIFICATIONS = 5000;
/** These fill so many pages that the panel does not read the list again by itself. The last one is unread. */
const CONVERSATIONS = 520;
const MESSAGES = 5000;
const OLD = 4800;
const ROW_PIXELS = 36;
/** The notification at this position in the list waits for its time. */
const CANCELED = 24;

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let notification: (n: number) => string;
let conversation: (n: number) => string;
const base = () => stack.file.base_url;

beforeAll(async () => {
  [stack, browser] = await Promise.all([LocalStack.start(), launchBrowser()]);
  const { sub, smtp_account_id, chat_account_id } = stack.file.demo;
  const owner = sub as Owner;
  const token = await stack.token(sub);
  const accounts = [smtp_account_id, String((await stack.createAccount(token, { label: "Second" })).id)];
  const json = { name: "order-shipped", subject: "Your order {{.order}}", body: "Yes" };
  const made = await stack.call("POST", "/api/v1/templates", { token, json });
  const nowMs = Date.now();
  const templates = [String(made.body.id)];
  notification = await seedNotifications(stack, { owner, count: NOTIFICATIONS, accounts, templates, nowMs });
  conversation = await seedConversations(stack, {
    ...{ owner, nowMs, chatAccountId: chat_account_id },
    ...{ count: CONVERSATIONS, messages: MESSAGES },
  });
  visit = await Visit.begin(browser);
  await visit.open(base());
});
afterAll(async () => {
  await visit?.end();
  await browser?.close();
  await stack?.close();
});
afterEach(() => expect(visit.complaints.splice(0)).toEqual([]));

const open = (path: string) => visit.page.goto(`${base()}${path}`);
const button = (name: string | RegExp) => visit.page.getByRole("button", { name });
const elements = () => visit.page.evaluate<number>("document.getElementsByTagName('*').length");
const rowCount = async () => Number(await visit.page.getByRole("table").getAttribute("aria-rowcount"));
const focusedRow = () => visit.page.evaluate("document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')");
const writes = async (phone: string, profile_name: string, body: string) => {
  const url = `${stack.file.chat_simulator_url}/api/customers/+${phone}/messages`;
  expect((await call("POST", url, { json: { type: "text", text: { body }, profile_name } })).status).toBe(201);
};
const isWide = () => visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth");

describePages("thousands of notifications", () => {
  const scrollDown = () => visit.page.evaluate("document.querySelector('.listing').scrollTo(0, 1e9)");

  it("come by scrolling, with few elements, and J steps on among them", async () => {
    await open("/notifications");
    await visit.page.locator("[data-row]").first().waitFor();
    const seen: number[] = [];
    await until(
      async () => {
        await scrollDown();
        seen.push(await elements());
        return rowCount();
      },
      (count) => count > 1000,
    );
    expect(Math.max(...seen)).toBeLessThan(MOST_ELEMENTS);
    await visit.page.evaluate("document.querySelector('.listing').scrollTo(0, 0)");
    await visit.page.getByRole("heading", { level: 1 }).click();
    for (let i = 0; i < 60; i++) await visit.page.keyboard.press("j");
    await expect.poll(focusedRow).toBe("61");
    await visit.page.keyboard.press("k");
    await expect.poll(focusedRow).toBe("60");
  });

  it("lose no step of a J that repeats faster than rows are drawn", async () => {
    const before = Number(await focusedRow());
    const press = `for (let i = 0; i < 40; i++)
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "j", code: "KeyJ", bubbles: true }))`;
    await visit.page.evaluate(press);
    await expect.poll(focusedRow, { timeout: 30_000 }).toBe(String(before + 40));
  });

  it("are not asked for again page by page when one of many is canceled, and show what it is now", async () => {
    const asked: string[] = [];
    visit.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    // The list draws only rows that are near.
    await visit.page.evaluate(`document.querySelector('.listing').scrollTo(0, ${(CANCELED - 5) * ROW_PIXELS})`);
    await visit.page.locator(`[data-row="${notification(CANCELED)}"]`).click();
    await button("Cancel it").waitFor();
    // The test closes the notification's sheet before the sheet has read the new state.
    const isClosed = Promise.withResolvers<void>();
    await visit.page.route(`**/panel/api/notifications/${notification(CANCELED)}`, async (route) => {
      await isClosed.promise;
      await route.continue();
    });
    const isCanceled = visit.page.waitForResponse(/cancel$/);
    await button("Cancel it").click();
    await isCanceled;
    await button("Close (Esc)").click();
    await button("Close (Esc)").waitFor({ state: "detached" });
    isClosed.resolve();
    await visit.page.getByRole("status").getByText("Canceled").waitFor();
    await visit.page
      .getByRole("row", { name: `order ${4000 + CANCELED} ` })
      .getByText("Canceled")
      .waitFor();
    expect(asked.filter((path) => path === "/panel/api/notifications")).toEqual([]);
    await visit.page.unrouteAll({ behavior: "wait" });
    visit.page.removeAllListeners("request");
  });

  it("are searched to the end, however old, and say how far back was looked", async () => {
    await open("/notifications");
    const search = visit.page.getByRole("searchbox", { name: "Search notifications" });
    await search.fill(`customer${OLD}@`);
    await visit.page.locator(`[data-row="${notification(OLD)}"]`).waitFor();
    await search.fill("nothing like it");
    await visit.page.getByText("None among the newest.").waitFor();
    await visit.page.getByText(/^Looked back to/).waitFor();
    expect(await button("Load older ones").isVisible()).toBe(true);
  });

  it("open by their address, the 3,000th too", async () => {
    await open(`/notifications/${notification(3000)}`);
    await visit.page.getByRole("heading", { name: "Your order 7000 is on its way" }).waitFor();
    expect(await elements()).toBeLessThan(MOST_ELEMENTS);
  });

  it("are found by the reason for which they failed, from Home, and the address keeps it", async () => {
    await until(
      async () => {
        await open("/?period=90d");
        const reason = visit.page.getByRole("link", { name: "The recipient's mailbox is full." });
        await visit.page.locator(".reasons, .item").first().waitFor();
        return reason.count();
      },
      (count) => count > 0,
    );
    await visit.page.getByRole("link", { name: "The recipient's mailbox is full." }).click();
    await visit.page.locator("[data-row]").first().waitFor();
    expect(new URL(visit.page.url()).searchParams.get("reason")).toBe("mailbox_full");
    await visit.page.locator(".chip", { hasText: "Reason" }).getByText("The recipient's mailbox is full.").waitFor();
    await visit.page.locator("[data-row]").first().click();
    await visit.page.getByText("The recipient's mailbox is full.").last().waitFor();
    expect(new URL(visit.page.url()).searchParams.get("reason")).toBe("mailbox_full");
  });
});

describePages("hundreds of conversations", () => {
  const rows = () => visit.page.locator("ul.rows > li");

  it("are listed to the last one, and each row says its place", async () => {
    await open("/conversations");
    await rows().first().waitFor();
    await until(
      async () => {
        await visit.page.evaluate("document.querySelector('ul.rows').parentElement.scrollTo(0, 1e9)");
        return rows().last().getAttribute("aria-posinset");
      },
      (place) => place === String(CONVERSATIONS),
    );
    expect(await rows().last().getAttribute("aria-setsize")).toBe(String(CONVERSATIONS));
    expect(await elements()).toBeLessThan(MOST_ELEMENTS);
  });

  it("show which of them was read just now, however many are listed", async () => {
    const unread = rows().last().getByText("2 unread");
    await unread.waitFor();
    await rows().last().getByRole("link").click();
    await unread.waitFor({ state: "detached" });
    expect(await rows().last().getAttribute("aria-setsize")).toBe(String(CONVERSATIONS));
  });

  it("show a thread of 5,000 from its end, and older ones above without a jump", async () => {
    await open(`/conversations/${conversation(0)}`);
    const thread = visit.page.getByRole("log", { name: "Messages" });
    await thread.getByText(/^Message 0\./).waitFor();
    expect(await visit.page.evaluate("document.querySelector('.thread').scrollTop")).toBe(0);
    const asked: string[] = [];
    visit.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const posOf = `(() => {
      const { top, bottom } = document.querySelector(".thread").getBoundingClientRect();
      for (const one of document.querySelectorAll(".thread li.msg")) {
        const place = one.getBoundingClientRect();
        if (place.top > top && place.bottom < bottom)
          return { text: one.textContent.match(/Message \\d+/)[0], y: Math.round(place.top) };
      }
    })()`;
    const most: number[] = [];
    for (let page = 0; page < 8; page++) {
      const height = await visit.page.evaluate("document.querySelector('.thread').scrollHeight");
      // This position in the list is near enough to load the page before it, and is not the very end, which moves with
      // that page.
      await visit.page.evaluate(
        "(() => { const t = document.querySelector('.thread'); t.scrollTop = -(t.scrollHeight - t.clientHeight - 300); })()",
      );
      await until(
        () => visit.page.evaluate(posOf),
        (place) => place !== undefined,
      );
      const before = await visit.page.evaluate(posOf);
      await until(
        () => visit.page.evaluate("document.querySelector('.thread').scrollHeight"),
        (now) => Number(now) > Number(height),
      );
      expect(await visit.page.evaluate(posOf)).toEqual(before);
      most.push(await elements());
    }
    expect(Math.max(...most)).toBeLessThan(MOST_ELEMENTS / 2);
    // Reading further changes nothing, so the panel reads the notes only once.
    expect(asked.filter((path) => path.endsWith("/notes"))).toEqual([]);
    await visit.page.unrouteAll({ behavior: "wait" });
    visit.page.removeAllListeners("request");
    const place = await visit.page.evaluate(posOf);
    await writes("491515550000", "Leïla Haddad 0", "A new one meanwhile");
    const token = await stack.token("demo");
    const path = `/panel/api/chat-conversations/${conversation(0)}/messages`;
    await until(
      () => stack.call("GET", path, { token }),
      ({ text }) => text.includes("A new one meanwhile"),
    );
    await visit.page.waitForResponse((response) => response.url().endsWith("/messages"));
    expect(await visit.page.evaluate(posOf)).toEqual(place);
    const box = visit.page.getByRole("textbox", { name: "Message" });
    await box.pressSequentially("Still quick.");
    expect(await box.inputValue()).toBe("Still quick.");
    await box.fill("");
    await button("To the newest").click();
    await thread.getByText("A new one meanwhile").waitFor();
  });
});

const NAMES: readonly (readonly [phone: string, name: string])[] = [
  ["4915155509001", "\u202Egnp.tpircs \u2066evil"],
  ["4915155509002", "\u200B\u200D\u2060\u3164"],
  ["4915155509003", "N".repeat(500)],
  ["4915155509004", "👨‍👩‍👧‍👦🏳️‍🌈".repeat(20)],
  ["4915155509005", `Z${"\u0335\u0321\u031B\u034A".repeat(40)}algo${"\u0301".repeat(60)}`],
  ["4915155509006", "محمد \u202Eعلي (123)"],
];

describePages("names that customers gave themselves", () => {
  it("break no row, no heading and no page, and give way to the number where the name is invisible", async () => {
    for (const [phone, name] of NAMES) await writes(phone, name, `Hello \u202Efrom ${phone}`);
    for (const [phone] of NAMES) {
      await open(`/conversations?q=${phone}`);
      const entry = visit.page.locator("a.conv");
      await expect.poll(() => entry.count(), { timeout: 60_000 }).toBe(1);
      expect((await entry.boundingBox())?.height).toBeLessThan(70);
      const face = await entry.locator(".face").textContent();
      expect(face).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
      await entry.click();
      const head = visit.page.locator(".talk h1");
      await head.waitFor();
      expect((await head.boundingBox())?.height).toBeLessThan(40);
      await visit.page
        .getByRole("log")
        .getByText(/^Hello/)
        .waitFor();
      expect({ phone, isWide: await isWide() }).toEqual({ phone, isWide: true });
      expect(await head.textContent()).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u);
    }
    await open("/conversations?q=4915155509002");
    await visit.page.locator("a.conv .name", { hasText: "+4915155509002" }).waitFor();
    await visit.page.keyboard.press("Control+k");
    await visit.page.getByPlaceholder("Search or jump to").fill("49151555090");
    await visit.page.locator(".mantine-Spotlight-action").first().waitFor();
    expect(await isWide()).toBe(true);
    await visit.page.keyboard.press("Escape");
  });

  it("break neither the simulator's page nor the mailbox's", async () => {
    const subject = `Re: \u202E${"Z\u0335\u0321\u031B".repeat(60)} \u2066${"W".repeat(300)}`;
    const id = await stack.accepted(stack.file.demo.api_key, { recipient: "names@example.test", subject });
    await stack.accepted(stack.file.demo.api_key, { recipient: "none@example.test", subject: "\u200B\u2060" });
    await open(`/notifications/${id}`);
    await visit.page.locator(".sheet-title h2").waitFor();
    expect(await isWide()).toBe(true);
    for (const url of [stack.file.chat_simulator_url, stack.file.mailbox_url]) {
      await visit.page.goto(url);
      await visit.page.locator("li button").first().waitFor();
      expect({ url, isWide: await isWide() }).toEqual({ url, isWide: true });
    }
    await visit.page.getByText("(no subject)").first().waitFor();
  });
});

const HOSTILE = `<html><head><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/away">
<style>@import url(https://evil.example/x.css); body { background: url(https://evil.example/bg.png) }</style>
<link rel="stylesheet" href="https://evil.example/y.css"></head><body onload="parent.postMessage('ran','*')">
<script>parent.postMessage("ran", "*"); document.title = "ran"</script>
<meta http-equiv="refresh" content="0;url=https://evil.example/again">
<h1 id="seen">Hostile but readable</h1>
<img src="https://evil.example/track.gif" onerror="parent.postMessage('ran','*')">
<svg onload="parent.postMessage('ran','*')"><script>parent.postMessage("ran","*")</script><image href="https://evil.example/s.png"/></svg>
<iframe src="https://evil.example/frame"></iframe><iframe srcdoc="<script>top.postMessage('ran','*')</script>"></iframe>
<form action="https://evil.example/form" target="_top"><button>Submit it</button></form>
<a id="top" href="https://evil.example/top" target="_top">To the top</a> <a id="js" href="javascript:parent.postMessage('ran','*')">Run</a>
<div style="position:fixed;inset:0;z-index:99999;background:rgba(255,0,0,.1);pointer-events:none">overlay</div>
<object data="https://evil.example/o"></object><video src="https://evil.example/v.mp4" autoplay></video></body></html>`;
/** The frame's policy reports on the console everything that it blocks, which is expected here. */
const HELD = /evil\.example|preview\.(?:js|html)|Content Security Policy|inline event handler|srcdoc|sandbox/;

describePages("a hostile mail", () => {
  const frame = () => visit.page.frameLocator("iframe.mail");
  const shows = async (id: string) => {
    await open(`/notifications/${id}`);
    await visit.page.getByRole("tab", { name: "Message" }).click();
  };
  const sent = (body: string) =>
    stack.accepted(stack.file.demo.api_key, { subject: "Hostile", body, body_type: "html" });

  it("runs nothing, leads nowhere, and loads pictures when they are asked for", async () => {
    const left: string[] = [];
    await visit.page.context().route("https://evil.example/**", (route) => {
      left.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 200, contentType: "image/gif", body: "" });
    });
    await visit.page.addInitScript(
      "addEventListener('message', ({ data }) => { if (data === 'ran') window.hasRun = true; })",
    );
    await shows(await sent(HOSTILE));
    await frame().getByText("Hostile but readable").waitFor();
    await button("Load pictures").waitFor();
    await frame().locator("#top").click();
    await frame().locator("#js").click();
    await frame().getByRole("button", { name: "Submit it" }).click();
    await frame().getByText("Hostile but readable").waitFor();
    expect(left).toEqual([]);
    expect(await visit.page.evaluate("window.hasRun ?? false")).toBe(false);
    expect(visit.page.url()).toContain(base());
    expect(visit.page.context().pages()).toHaveLength(1);
    await button("Load pictures").click();
    await expect.poll(() => [...left].sort()).toEqual(["/bg.png", "/s.png", "/track.gif"]);
    await frame().getByText("Hostile but readable").waitFor();
    expect(await visit.page.evaluate("window.hasRun ?? false")).toBe(false);
    expect(visit.complaints.splice(0).filter((one) => !HELD.test(one))).toEqual([]);
  });

  it("of 100,000 nested elements, or of a megabyte, leaves the panel usable", async () => {
    for (const body of [`${"<div>".repeat(100_000)}Deep down`, `<p>Begins</p>${"<p>Long mail. </p>".repeat(50_000)}`]) {
      await shows(await sent(body));
      const isDeep = body.startsWith("<div>");
      await (isDeep ? visit.page.getByText("Its source is whole") : frame().getByText("Begins")).waitFor();
      await visit.page.getByRole("tab", { name: "Request" }).click();
      await visit.page.getByRole("tab", { name: "Timeline" }).click();
      await button("Close (Esc)").click();
      await visit.page.locator("[data-row]").first().waitFor();
      expect(new URL(visit.page.url()).pathname).toBe("/notifications");
    }
  });

  it("runs nothing in a template's preview either", async () => {
    await open("/email-templates/new");
    await visit.page.getByRole("textbox", { name: /^Subject/ }).fill("Hostile");
    await visit.page.getByRole("radiogroup", { name: "Kind of body" }).getByText("HTML").click();
    await visit.page.getByRole("textbox", { name: "Body" }).fill(HOSTILE.replaceAll("\n", " "));
    await frame().getByText("Hostile but readable").waitFor();
    await button("Load pictures").waitFor();
    expect(await visit.page.evaluate("window.hasRun ?? false")).toBe(false);
    expect(visit.complaints.splice(0).filter((one) => !HELD.test(one))).toEqual([]);
  });
});
