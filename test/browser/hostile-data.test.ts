import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Frame, Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { HostilePanelData, type HostileRecords } from "../support/hostile-panel/records.ts";
import { LINKS, MAIL, MARKUP } from "../support/hostile-panel/texts.ts";
import { anAddress, HASTY, LocalStack } from "../support/local-stack.ts";
import { type RudeSmtpServer, rudeSmtpServer } from "../support/rude-smtp-server.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

/** A frame loads at most this many documents one after the other. */
const MOST_LOOKS = 10;
const ROUTES = join(import.meta.dirname, "../../panel/src/routes.tsx");
/**
 * Matches the console's messages about content that the policy of the preview's frame blocks. They are expected; the
 * page's own messages are counted separately.
 */
const HELD =
  /^error: policy: |evil\.example|preview\.(?:js|html)|Content Security Policy|inline event handler|srcdoc|sandbox/;
/** Finds every address in the document that runs a script, whatever its spelling. */
const SCRIPT_ADDRESSES = `[...document.querySelectorAll("*")].flatMap((element) => [...element.attributes]
  .filter(({ name, value }) => /^(?:xlink:)?href$|src$|^action$|^formaction$|^data$/.test(name) &&
    /^[\\s\\u0000-\\u0020]*(?:javascript|vbscript|data:text\\/html)/i.test(value))
  .map(({ name, value }) => element.tagName + " " + name + "=" + value))`;
/** This page shows the mails of the example templates, many at once. */
const EXAMPLES = "/email-templates/start";
/** This page shows none of the texts. */
const NEUTRAL = ["/nowhere", "text=This address leads nowhere"] as const;
const VIOLATIONS = `addEventListener("securitypolicyviolation", (event) => {
  if (window === top) (window.violations ??= []).push(event.violatedDirective + " " + event.blockedURI);
})`;

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let smtp: RudeSmtpServer;
let receiver: WebhookReceiver;
let records: HostileRecords;
/** Contains routes and names of pages. */
const opened = new Set<string>();
/** Counts the mails in which the test clicked. */
let clicked = 0;
const left: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  const script = { encryption: "none", rcpt: () => `550 5.1.1 ${MARKUP}` } as const;
  [stack, browser, smtp, receiver] = await Promise.all([
    LocalStack.start(HASTY),
    launchBrowser(),
    rudeSmtpServer(script),
    WebhookReceiver.start(),
  ]);
  receiver.status = 400;
  receiver.body = MARKUP;
  const data = new HostilePanelData(stack, await stack.token("demo"));
  records = await data.fill({ smtpPort: smtp.port, receiverUrl: receiver.url });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([stack?.close(), smtp?.close(), receiver?.close()]);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints.filter((one) => !HELD.test(one))).toEqual([]);
  expect(left.splice(0)).toEqual([]);
  expect(asked.splice(0)).toEqual([]);
});

/** Begins a window that reaches only the stack's own addresses and records every question of the browser. */
async function begun(): Promise<Visit> {
  const begin = await Visit.begin(browser);
  const { base_url, auth_url, mailbox_url, chat_simulator_url } = stack.file;
  const own = [base_url, auth_url, mailbox_url, chat_simulator_url].map((url) => new URL(url).origin);
  const context = begin.page.context();
  await context.addInitScript(VIOLATIONS);
  await context.route(
    ({ origin, protocol }) => /^(?:https?|wss?):$/.test(protocol) && !own.includes(origin),
    (route) => {
      left.push(route.request().url());
      return route.abort();
    },
  );
  begin.page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return dialog.dismiss();
  });
  return begin;
}

/** Says whether a script ran in a frame. A frame that is just loading another document is asked again. */
async function ranIn(frame: Frame): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return frame.isDetached() ? false : await frame.evaluate<boolean>("window.hasRun === 1");
    } catch (error) {
      if (tries === MOST_LOOKS || !/context was destroyed|was detached/.test(String(error))) throw error;
    }
  }
}

/** Checks that nothing ran, nothing broke, and no link leads into a script, in the page and in all its frames. */
async function expectHarmless(where: string): Promise<void> {
  const { page } = visit;
  const seen = {
    where,
    ran: (await Promise.all(page.frames().map(ranIn))).includes(true),
    scripts: await page.evaluate(SCRIPT_ADDRESSES),
    violations: await page.evaluate("window.violations ?? []"),
    isBroken: await page.getByText("This page broke").isVisible(),
    tabs: page.context().pages().length,
    left: [...left],
    asked: [...asked],
  };
  const none = { ran: false, scripts: [], violations: [], isBroken: false, tabs: 1, left: [], asked: [] };
  expect(seen).toEqual({ where, ...none });
}

interface Stop {
  /** The route as in `panel/src/routes.tsx`. */
  readonly route: string;
  readonly address: string;
  /** The page shows this only when it has its data. */
  readonly shows: string;
}

const stop = (route: string, shows: string, ids: readonly string[] = []): Stop[] =>
  ids.length === 0
    ? [{ route, address: route.replace("/:id?", ""), shows }]
    : ids.map((id) => ({ route, address: route.replace(/:id\??/, id), shows }));

const ownersStops = (): readonly Stop[] => [
  ...stop("/", "text=Failures by reason"),
  ...stop("/notifications", "[data-row]"),
  ...stop("/notifications/new", "text=Send it later"),
  ...stop("/notifications/:id", "[role=tab]", [...records.mails, ...records.chats]),
  ...stop("/approvals", "iframe.mail"),
  ...stop("/email-templates", "text=<svg onload"),
  ...stop(EXAMPLES, "text=Password reset"),
  ...stop("/email-templates/:id", "button:has-text('Versions')", records.templates),
  ...stop("/sending-accounts", "text=<svg onload"),
  ...stop("/sending-accounts/:id", "button:has-text('Send a test')", records.accounts),
  ...stop("/chat-templates", "text=__proto__"),
  ...stop("/chat-templates/:id", "button:has-text('Save the names')", [records.chatTemplate]),
  ...stop("/conversations/new", "text=Send it later"),
  ...stop("/conversations/:id?", "a.conv"),
  ...stop("/conversations/:id?", "li.msg", records.conversations),
  ...stop("/events", "text=Load older ones"),
  ...stop("/events/webhooks", `text=${receiver.url}`),
  ...stop("/events/webhooks/:id", "tbody tr", [records.webhook]),
  // In live mode, this page only leads into test mode.
  ...stop("/sandbox", "text=The sandbox belongs to test mode"),
  ...stop("/suppressions", "text==s'{{.x}}"),
  ...stop("/alerts", "text=Tell us when"),
  ...stop("/activity", "text=Created webhook"),
  ...stop("/api-keys", "text=<img src=x"),
];
const administratorsStops = (): readonly Stop[] => [
  ...stop("/admin/chat-accounts", "text=<img src=x"),
  ...stop("/admin/chat-accounts/:id", "text=Quality", [stack.file.demo.chat_account_id]),
];

/** These buttons open menus and dialogs that show the owner's texts, and change nothing. */
const OPENERS =
  /^(?:Template|Account|Person|Send again|Versions|Send it by API|Canned replies|Add a note|Suppress a recipient|Import CSV|Actions for .*|Delete…|Open (?:notification\.failed|message\.received))$/;

const nameOf = async (button: Locator): Promise<string> =>
  (await button.getAttribute("aria-label")) ?? (await button.textContent()) ?? "";

/** Opens everything that a page opens beside itself: each tab, the mail in it, menus and dialogs. */
async function openAll({ route, address }: Stop): Promise<void> {
  const { page } = visit;
  const tabs = page.getByRole("tab");
  const isMail = records.mails.slice(0, 2).some((id) => address.endsWith(id));
  await clickInMail(address);
  for (let at = 0; at < (await tabs.count()); at++) {
    await tabs.nth(at).click();
    if (isMail && (await tabs.nth(at).textContent()) === "Message") await page.locator("iframe.mail").waitFor();
    await expectHarmless(`${address} tab ${at}`);
    await clickInMail(`${address} tab ${at}`);
  }
  const openers = page.getByRole("main").getByRole("button", { name: OPENERS });
  const names = await Promise.all((await openers.all()).map(nameOf));
  for (const [at, name] of names.entries()) {
    if (opened.has(`${route} ${name}`)) continue;
    opened.add(`${route} ${name}`);
    await openers.nth(at).click();
    await page.locator(":is([role=dialog], [role=menu], form):focus-within").first().waitFor();
    await expectHarmless(`${address}: ${name}`);
    await page.keyboard.press("Escape");
    await page.locator("[role=dialog], [role=menu]").first().waitFor({ state: "hidden" });
  }
}

/** Clicks the links, buttons and forms of a mail as a person does. The example templates are the panel's own and show no text of others. */
async function clickInMail(where: string): Promise<void> {
  const { page } = visit;
  if (where.startsWith(EXAMPLES)) return;
  if ((await page.locator("iframe.mail").count()) === 0) return;
  const mail = page.frameLocator("iframe.mail");
  await mail.getByText("Hostile but readable").waitFor();
  const address = page.url();
  for (const id of LINKS) await mail.locator(`#${id}`).click({ force: true });
  clicked += 1;
  await expectHarmless(`${where} after its links`);
  expect(page.url()).toBe(address);
}

/** Opens a page from another one inside the panel, so that it can show only its own texts. */
async function move({ address, shows }: Stop): Promise<void> {
  for (const [path, sign] of [NEUTRAL, [address, shows]] as const) {
    await visit.page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
    await visit.page.locator("main#content").locator(sign).first().waitFor();
  }
}

async function walk(stops: readonly Stop[], user: string): Promise<void> {
  visit = await begun();
  await visit.open(stack.file.base_url, user);
  for (const stop of stops) {
    await move(stop);
    await expectHarmless(stop.address);
    await openAll(stop);
  }
}

describePages("texts that attack", () => {
  it("do nothing on any page, tab or sheet", async () => {
    const stops = [...ownersStops(), ...administratorsStops()];
    await walk(ownersStops(), "demo");
    expect(clicked).toBe(4);
    const paths = [...readFileSync(ROUTES, "utf8").matchAll(/path: "([^"]+)"/g)].map(([, path]) => path);
    expect([...new Set(stops.map(({ route }) => route))].sort()).toEqual(paths.sort());
  });

  it("do nothing in the sandbox of test mode", async () => {
    const key = String((await stack.apiKey(await stack.token("other"), { mode: "test" })).key);
    const recipient = anAddress();
    await stack.accepted(key, { recipient, subject: MARKUP, body: MAIL, body_type: "html" });
    const phone = "+351912345678";
    const message = { type: "text", text: { body: MARKUP }, profile_name: MARKUP };
    const written = await stack.call("POST", `/api/v1/sandbox/customers/${encodeURIComponent(phone)}/messages`, {
      token: key,
      json: message,
    });
    expect(written.status).toBe(201);
    visit = await begun();
    await visit.open(`${stack.file.base_url}/sandbox?mode=test`, "other");
    const content = visit.page.locator("main#content");
    await content.getByRole("link", { name: recipient }).click();
    await content.locator("iframe.mail").waitFor();
    await expectHarmless("the sandbox's mail");
    await clickInMail("the sandbox's mail");
    for (const tab of ["Headers", "Source"]) {
      await content.getByText(tab, { exact: true }).click();
      await expectHarmless(`the sandbox's mail, ${tab}`);
    }
    await visit.page.goto(`${stack.file.base_url}/sandbox?mode=test&customer=${encodeURIComponent(phone)}`);
    await content.getByText(MARKUP.slice(0, 20)).first().waitFor();
    await expectHarmless("the sandbox's customer");
  });

  it("do nothing to an administrator", async () => {
    await walk(administratorsStops(), "admin");
  });
});
