import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { call, LocalStack } from "../support/local-stack.ts";

const ROUTES = join(import.meta.dirname, "../../panel/src/routes.tsx");
const CUSTOMER = "+14155550123";
const TEMPLATE = { name: "Greeting", subject: "Hello", body: "Good morning." };
const CHAT_TEMPLATE = { name: "late_answer", language: "en", category: "UTILITY", body: { text: "We are here." } };
/** No server listens at this address. */
const SUPPRESSION = { recipient: "gone@shop.example", reason: "bounce" };
const WEBHOOK = { url: "http://127.0.0.1:2/herald", description: "Shop" };

interface Stop {
  /** The route as in `panel/src/routes.tsx`. */
  readonly route: string;
  readonly address: string;
  /** The page shows this only when it has its data. */
  readonly shows: string;
}

let stack: LocalStack;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "0" });
  const says = { type: "text", text: { body: "Is anybody there?" } };
  await call("POST", `${stack.file.chat_simulator_url}/api/customers/${CUSTOMER}/messages`, { json: says });
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

async function created(path: string, json: object): Promise<string> {
  const { body } = await stack.call("POST", path, { token: await stack.token("demo"), json });
  return String(body.id);
}

/** Returns the id of a conversation. A customer's message creates it, and arrives through the queue. */
async function conversation(): Promise<string> {
  const token = stack.file.demo.api_key;
  const ids = async () => {
    const { body } = await stack.call("GET", "/api/v1/chat-conversations", { token });
    return (body.conversations as { id: string }[]).map(({ id }) => id);
  };
  await expect.poll(ids).toHaveLength(1);
  return (await ids())[0] ?? "";
}

async function madeStops(): Promise<readonly Stop[]> {
  const { demo } = stack.file;
  const [mail, template, chatTemplate, thread, webhook] = await Promise.all([
    stack.accepted(demo.api_key),
    created("/api/v1/templates", TEMPLATE),
    created("/api/v1/chat-templates", CHAT_TEMPLATE),
    conversation(),
    created("/api/v1/webhooks", WEBHOOK),
    created("/api/v1/suppressions", SUPPRESSION),
  ]);
  return [
    { route: "/conversations/new", address: "/conversations/new", shows: "Send it later" },
    { route: "/conversations/:id?", address: "/conversations", shows: CUSTOMER },
    { route: "/conversations/:id?", address: `/conversations/${thread}`, shows: "Is anybody there?" },
    { route: "/", address: "/", shows: "Failures by reason" },
    { route: "/notifications", address: "/notifications", shows: "@example.test" },
    { route: "/notifications/new", address: "/notifications/new", shows: "Send it later" },
    { route: "/notifications/:id", address: `/notifications/${mail}`, shows: "Accepted and queued" },
    { route: "/approvals", address: "/approvals", shows: "Nothing waits for approval" },
    { route: "/email-templates", address: "/email-templates", shows: TEMPLATE.name },
    { route: "/email-templates/start", address: "/email-templates/start", shows: "Password reset" },
    { route: "/email-templates/:id", address: `/email-templates/${template}`, shows: TEMPLATE.name },
    { route: "/sending-accounts", address: "/sending-accounts", shows: "Local mailbox" },
    { route: "/sending-accounts/:id", address: `/sending-accounts/${demo.smtp_account_id}`, shows: "Local mailbox" },
    { route: "/chat-templates", address: "/chat-templates", shows: CHAT_TEMPLATE.name },
    { route: "/chat-templates/:id", address: `/chat-templates/${chatTemplate}`, shows: CHAT_TEMPLATE.name },
    { route: "/events", address: "/events", shows: "@example.test" },
    { route: "/events/webhooks", address: "/events/webhooks", shows: WEBHOOK.url },
    { route: "/events/webhooks/:id", address: `/events/webhooks/${webhook}`, shows: WEBHOOK.description },
    { route: "/suppressions", address: "/suppressions", shows: SUPPRESSION.recipient },
    { route: "/alerts", address: "/alerts", shows: "Tell us when" },
    { route: "/activity", address: "/activity", shows: "Created webhook" },
    { route: "/sandbox", address: "/sandbox", shows: "The sandbox belongs to test mode" },
    { route: "/api-keys", address: "/api-keys", shows: "API keys" },
  ];
}

let stops: Promise<readonly Stop[]> | undefined;
/** Returns the owner's pages, whose records are created once. */
const ownersStops = (): Promise<readonly Stop[]> => {
  stops ??= madeStops();
  return stops;
};

const administratorsStops = (): readonly Stop[] => [
  { route: "/admin/chat-accounts", address: "/admin/chat-accounts", shows: "Chat accounts" },
  {
    route: "/admin/chat-accounts/:id",
    address: `/admin/chat-accounts/${stack.file.demo.chat_account_id}`,
    shows: "Quality",
  },
];

/**
 * Goes from page to page inside the panel, as its links do, so that each page is also left and its effects are cleaned
 * up.
 */
async function walk(stops: readonly Stop[], user: string, look = async (_address: string) => {}): Promise<void> {
  await visit.open(stack.file.base_url, user);
  for (const { address, shows } of stops) {
    await visit.page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
    await visit.page.locator("main#content").getByText(shows).first().waitFor();
    expect({ address, alerts: await visit.page.getByRole("alert").allInnerTexts() }).toEqual({ address, alerts: [] });
    await visit.page.locator("main#content h1").waitFor();
    await look(address);
  }
}

describePages("every page", () => {
  it("opens, and lets the next one open", async () => {
    const stops = await ownersStops();
    await walk([...stops, ...stops.slice(0, 1)], "demo");
    const others = administratorsStops();
    await visit.end();
    expect(visit.complaints).toEqual([]);
    visit = await Visit.begin(browser);
    await walk([...others, ...others.slice(0, 1)], "admin");
    const paths = [...readFileSync(ROUTES, "utf8").matchAll(/path: "([^"]+)"/g)].map(([, path]) => path);
    const routes = new Set([...stops, ...others].map(({ route }) => route));
    expect([...routes].sort()).toEqual(paths.sort());
  });

  it("is read out and used by keyboard alone, in every look", async () => {
    await walk(await ownersStops(), "demo", (address) => visit.inspect(address));
    await visit.end();
    expect(visit.complaints).toEqual([]);
    visit = await Visit.begin(browser);
    await walk(administratorsStops(), "admin", (address) => visit.inspect(address));
  });

  it("beside the panel opens: sign-in, mailbox, guides, API reference", async () => {
    const { base_url, mailbox_url } = stack.file;
    const { page } = visit;
    await page.goto(base_url);
    await page.getByRole("button", { name: /^demo\b/ }).waitFor();
    await page.goto(mailbox_url);
    await page.getByRole("button", { name: /Hello/ }).first().click();
    await page.goto(`${base_url}/docs/guides`);
    await page.getByRole("heading", { name: "Herald", level: 1 }).waitFor();
    await page.goto(`${base_url}/docs`);
    await page.getByText("/api/v1/notifications").first().waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
