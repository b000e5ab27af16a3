import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Locator, Page, Request, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { httpReceiver } from "../support/http-receiver.ts";
import { anAddress, call, type Fields, LocalStack, until } from "../support/local-stack.ts";
import { pictureOf } from "../support/media-files.ts";
import { ACTIONS, type PanelAction } from "../support/panel-actions.ts";

const STEP_MS = 20_000;
/** This pause is longer than that of a double click. */
const SLOW_MS = 350;
const TEMPLATE_LIST = /\/api\/v1\/chat-templates$/;
const LATER_MS = 250;
/** In the first turn the mouse acts, and in the second the keyboard. */
const TURNS = [1, 2] as const;
/** After this time, the same action counts as another wish. */
const ECHO_MS = 800;
const CUSTOMER = "+14155550123";
const LATE_CUSTOMER = "+14155550199";
const TWO_DAYS_S = 172_800;

/** The panel waits where the API's limit is reached, and then a press is answered too late for this test. */
const UNLIMITED = { HERALD_RATE_REFILL: "1000", HERALD_RATE_BURST: "1000" };

let stack: LocalStack;
let browser: Browser;
let demo: Visit;
let admin: Visit;
/** The same person in test mode. */
let tester: Visit;
let page: Page;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
const made = { token: "", webhook: "", template: "", chatTemplate: "", conversation: "", late: "" };

const api = (method: string, path: string, json?: unknown) => stack.call(method, path, { token: made.token, json });
const create = async (path: string, json: Fields): Promise<string> => {
  const { status, body } = await api("POST", path, json);
  if (status !== 201) throw new Error(`POST ${path} answers ${status}: ${JSON.stringify(body)}`);
  return String(body.id);
};
const countOf = (path: string) => async (): Promise<number> => {
  const found: Fields | Fields[] = JSON.parse((await api("GET", path)).text);
  const list = Array.isArray(found) ? found : Object.values(found).find(Array.isArray);
  return list?.length ?? Number.NaN;
};
const writes = (phone: string, more: Fields) =>
  call("POST", `${stack.file.chat_simulator_url}/api/customers/${phone}/messages`, { json: { type: "text", ...more } });
/** Counts what customers of test mode wrote. */
const writtenInTestMode = async (): Promise<number> => {
  const read = async (path: string) =>
    (await stack.call("GET", path, { token: made.token, headers: { "Herald-Mode": "test" } })).body;
  const { conversations } = await read("/panel/api/chat-conversations");
  const all = (conversations as Fields[]).map(({ id }) => read(`/panel/api/chat-conversations/${id}/messages`));
  return (await Promise.all(all)).reduce((sum, { messages }) => sum + (messages as Fields[]).length, 0);
};
const idOfChat = async (phone: string): Promise<string> => {
  const { body } = await api("GET", "/panel/api/chat-conversations");
  const found = (body.conversations as Fields[]).find(({ customer_phone: number }) => number === phone);
  return String(found?.id);
};

beforeAll(async () => {
  browser = await launchBrowser();
  receiver = await httpReceiver((_, response) => response.writeHead(204).end());
  stack = await LocalStack.start({
    HERALD_CHAT_REVIEW_SECONDS: "0",
    HERALD_BACKOFF_BASE_SECONDS: "3600",
    ...UNLIMITED,
  });
  made.token = await stack.token("demo");
  made.webhook = await create("/api/v1/webhooks", { url: `${receiver.origin}/seeded`, description: "Seeded" });
  made.template = await create("/api/v1/templates", { name: "Old", subject: "Old", body: "Old", body_type: "text" });
  await api("PUT", `/api/v1/templates/${made.template}`, {
    name: "Old",
    subject: "New",
    body: "New",
    body_type: "text",
  });
  for (const turn of TURNS)
    for (const name of ["Rotated", "Revoked"]) await create("/panel/api/api-keys", { name: `${name} ${turn}` });
  const body = { text: "Hi {{1}}, we are here.", examples: ["Ann"] };
  made.chatTemplate = await create("/api/v1/chat-templates", { name: "hi", language: "en", category: "UTILITY", body });
  await create("/api/v1/chat-templates", {
    ...{ name: "bye", language: "en", category: "UTILITY" },
    body: { text: "Bye." },
  });
  // An approval may precede the storing of its template. The comparison with the provider then notices it, up to a
  // minute later.
  await until(
    async (): Promise<Fields[]> => JSON.parse((await api("GET", "/api/v1/chat-templates")).text),
    (all) => all.length === 2 && all.every(({ can_send: canSend }) => canSend === true),
  );
  await writes(CUSTOMER, { text: { body: "Are you open?" } });
  await writes(LATE_CUSTOMER, {
    text: { body: "Is it ready?" },
    timestamp: Math.floor(Date.now() / 1000) - TWO_DAYS_S,
  });
  await until(countOf("/panel/api/chat-conversations"), (count) => count === 2);
  made.conversation = await idOfChat(CUSTOMER);
  made.late = await idOfChat(LATE_CUSTOMER);
  await stack.settled(stack.file.demo.api_key, await stack.accepted(stack.file.demo.api_key));
  await until(
    async () => receiver.received.length,
    (count) => count > 0,
  );
  [demo, admin, tester] = await Promise.all([Visit.begin(browser), Visit.begin(browser), Visit.begin(browser)]);
  await demo.open(stack.file.base_url);
  await admin.open(stack.file.base_url, "admin");
  await tester.open(`${stack.file.base_url}/?mode=test`);
  for (const one of [demo.page, admin.page, tester.page]) one.setDefaultTimeout(STEP_MS);
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  await stack?.close();
});

/** Describes an action that a click requests and, if `enter` is given, also a key. */
interface Scenario {
  readonly by?: "admin" | "tester";
  /** Opens and fills the form, and returns the element to press. */
  readonly ready: (turn: number) => Promise<Locator>;
  /** In this field Enter does the same as the click. */
  readonly enter?: () => Locator;
  /** The action increases this number by one. */
  readonly count?: () => Promise<number>;
  /** Closes the page or dialog that opens after the action. */
  readonly after?: () => Promise<void>;
  /** The action can be done only once. */
  readonly isOnce?: true;
}

const button = (name: string | RegExp) => page.getByRole("button", { name }).last();
const field = (name: string | RegExp) => page.getByLabel(name).last();
const box = (name: string) => page.getByRole("textbox", { name, exact: true });
const go = async (address: string) => {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
  await page.locator("main#content h1").waitFor();
};
const fill = async (texts: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(texts)) await field(new RegExp(`^${name}`)).fill(text);
};
const pick = async (menu: string | RegExp, choice: string) => {
  await button(menu).click();
  await page.getByRole("menuitem", { name: choice }).click();
};
/** Returns a function that counts the mails to an address. */
const mailsTo = (address: () => string) => async () => (await stack.mails(address())).length;
let recipient = "";
const newRecipient = () => {
  recipient = anAddress();
  return recipient;
};
/** Lets a mail wait for approval. */
const waits = async () => {
  const { body } = await api("POST", "/panel/api/api-keys", { name: "Assistant", approval: "required" });
  await stack.accepted(String(body.key), { recipient: newRecipient() });
};
const stored = async () => {
  expect(await page.locator(".secret code").innerText()).toMatch(/^(?:hrld_|whsec_)/);
  await button(/^I have (?:stored|copied) it$/).click();
};
const webhookPage = async () => {
  await go(`/events/webhooks/${made.webhook}`);
  await page.getByRole("heading", { name: "Deliveries" }).waitFor();
};
const notification = async (more: Fields, shown: string, isSettled = true) => {
  const id = await stack.accepted(stack.file.demo.api_key, { recipient: newRecipient(), ...more });
  if (isSettled) await stack.settled(stack.file.demo.api_key, id);
  await go(`/notifications/${id}`);
  await page.getByText(shown).first().waitFor();
};
/** Chooses one notification in the list. */
const chosen = async (more: Fields, status: string) => {
  const id = await stack.accepted(stack.file.demo.api_key, { recipient: newRecipient(), ...more });
  if (status !== "pending") await stack.settled(stack.file.demo.api_key, id);
  await go(`/notifications?q=${encodeURIComponent(recipient)}`);
  await page.locator(`tr:has([data-row="${id}"]) .pick`).check();
};
const keysOf = async (): Promise<Fields[]> => (await api("GET", "/panel/api/api-keys")).list;

const SCENARIOS: Readonly<Record<PanelAction, Scenario>> = {
  "pages/alerts/alert-form.tsx PUT /panel/api/alerts": {
    ready: async (turn) => {
      await go("/alerts");
      await field(/^Addresses/).fill(`person${turn}@shop.example`);
      return button("Save");
    },
    // Enter makes a new line in the addresses, so it is pressed on the button.
  },
  "pages/api-keys/create-key-dialog.tsx POST /panel/api/api-keys": {
    ready: async (turn) => {
      await go("/api-keys");
      await button("Create a key").click();
      await fill({ Name: `Shop ${turn}` });
      return button("Create the key");
    },
    enter: () => field(/^Name/),
    count: countOf("/panel/api/api-keys"),
    after: stored,
  },
  "pages/api-keys/rotate-key-dialog.tsx POST /panel/api/api-keys/{id}/rotate": {
    ready: async (turn) => {
      await go("/api-keys");
      await pick(`Actions for Rotated ${turn}`, "Rotate…");
      return button("Make a new key");
    },
    count: countOf("/panel/api/api-keys"),
    after: stored,
  },
  "pages/api-keys/revoke-key-dialog.tsx DELETE /panel/api/api-keys/{id}": {
    ready: async (turn) => {
      await go("/api-keys");
      await pick(`Actions for Revoked ${turn}`, "Revoke…");
      return button("Revoke the key");
    },
    count: async () => (await keysOf()).filter((key) => key.revoked_at !== undefined).length,
  },
  "pages/api-keys/send-by-key.tsx POST /api/v1/notifications": {
    ready: async (turn) => {
      await go("/api-keys");
      await button("Create a key").click();
      await fill({ Name: `Sending ${turn}` });
      await button("Create the key").click();
      await button("Send a test…").click();
      await field("Send a test to").fill(newRecipient());
      return button("Send");
    },
    enter: () => field("Send a test to"),
    count: mailsTo(() => recipient),
    after: stored,
  },
  "pages/chat-accounts/account-form.tsx POST /admin/api/chat-accounts": {
    by: "admin",
    ready: async (turn) => {
      await go("/admin/chat-accounts/new");
      await field(/^Label/).fill(`Number ${turn}`);
      await box("Owners").fill("demo");
      await field(/^Region/).fill("us-east-1");
      await box("WABA ID at AWS").fill("waba-1f");
      await box("Phone number ID at AWS").fill(`phone-number-id-${turn}f`);
      await box("WABA ID at Meta").fill("123");
      return button("Add the account");
    },
    enter: () => field(/^Label/),
    count: async () =>
      (await stack.call("GET", "/admin/api/chat-accounts", { token: await stack.token("admin") })).list.length,
  },
  "pages/chat-accounts/verify-account.tsx POST /admin/api/chat-accounts/{id}/verify": {
    by: "admin",
    ready: async () => {
      await go(`/admin/chat-accounts/${stack.file.demo.chat_account_id}`);
      return button("Verify");
    },
  },
  "pages/chat-templates/header-fields.tsx POST /panel/api/chat-template-media": {
    ready: async () => {
      await go("/chat-templates/new");
      await page.getByRole("combobox", { name: "Kind of header" }).click();
      await page.getByRole("option", { name: "Image" }).click();
      return field(/^Example file/);
    },
    isOnce: true,
  },
  "pages/chat-templates/template-builder.tsx POST /api/v1/chat-templates": {
    ready: async (turn) => {
      await go("/chat-templates/new");
      await fill({ Name: `made_${turn}`, Body: "We are here for you." });
      return button("Create and submit for review");
    },
    enter: () => field(/^Name/),
    count: countOf("/api/v1/chat-templates"),
  },
  "pages/chat-templates/template-facts.tsx POST /api/v1/chat-templates/{id}/sync": {
    ready: async () => {
      await go(`/chat-templates/${made.chatTemplate}`);
      return button("Ask the platform");
    },
  },
  "pages/chat-templates/variable-names.tsx PUT /panel/api/chat-templates/{id}/names": {
    ready: async (turn) => {
      await go(`/chat-templates/${made.chatTemplate}`);
      await field(/^Body \{\{1\}\}/).fill(`name ${turn}`);
      return button("Save the names");
    },
    enter: () => field(/^Body \{\{1\}\}/),
  },
  "pages/conversations/canned-dialog.tsx POST /panel/api/canned-replies": {
    ready: async (turn) => {
      await go("/");
      await go(`/conversations/${made.conversation}`);
      await button("Canned replies").click();
      await button("Write and change canned replies").click();
      await button("Write a canned reply").click();
      await fill({ Name: `hours${turn}`, Text: "From 9 to 17." });
      return button("Save");
    },
    enter: () => field(/^Name/),
    count: countOf("/panel/api/canned-replies"),
    after: () => page.keyboard.press("Escape"),
  },
  "pages/conversations/notes.tsx POST /panel/api/chat-conversations/{id}/notes": {
    ready: async (turn) => {
      await go(`/conversations/${made.conversation}`);
      await button("Add a note").click();
      await field("Note").fill(`Rings ${turn} times.`);
      return button("Add the note");
    },
    count: () => countOf(`/panel/api/chat-conversations/${made.conversation}/notes`)(),
  },
  "pages/conversations/use-outbox.ts POST /panel/api/chat-conversations/{id}/reply": {
    ready: async () => {
      // A template without variables, alone in the list, leaves the form complete after sending. The page may read the
      // list again at any time.
      await page.route(TEMPLATE_LIST, async (route) => {
        const response = await route.fetch();
        const all: Fields[] = await response.json();
        await route.fulfill({ response, json: all.filter(({ name }) => name === "bye") });
      });
      const templates = page.waitForResponse(TEMPLATE_LIST);
      await page.reload();
      await page.locator("main#content h1").waitFor();
      await go(`/conversations/${made.late}`);
      await templates;
      return button("Send the template");
    },
    count: () => countOf(`/panel/api/chat-conversations/${made.late}/messages`)(),
    after: () => page.unroute(TEMPLATE_LIST),
  },
  "pages/email-templates/delete-template.tsx DELETE /api/v1/templates/{id}": {
    ready: async (turn) => {
      const id = await create("/api/v1/templates", {
        name: `Gone ${turn}`,
        subject: "s",
        body: "b",
        body_type: "text",
      });
      await go(`/email-templates/${id}`);
      await button("Delete the template").first().click();
      return page.getByRole("dialog").getByRole("button", { name: "Delete the template" });
    },
  },
  "pages/email-templates/starters/use-starter.ts POST /api/v1/templates": {
    ready: async () => {
      await go("/email-templates/start");
      return button("Use Receipt");
    },
    count: countOf("/api/v1/templates"),
  },
  "pages/email-templates/template-versions.tsx POST /api/v1/templates/{id}/restore": {
    ready: async () => {
      await go(`/email-templates/${made.template}`);
      await button("Versions").click();
      return button("Restore version 1");
    },
    count: () => countOf(`/api/v1/templates/${made.template}/versions`)(),
    after: () => button("Close").click(),
  },
  "pages/email-templates/test-mail.tsx POST /panel/api/templates/{id}/test": {
    ready: async () => {
      await go(`/email-templates/${made.template}`);
      await button("Send a test").click();
      await box("To").fill(newRecipient());
      return button("Send the test");
    },
    enter: () => box("To"),
    count: mailsTo(() => recipient),
    after: () => button("Close").last().click(),
  },
  "pages/email-templates/use-save.ts POST /api/v1/templates": {
    ready: async (turn) => {
      await go("/email-templates/new");
      await box("Name").fill(`Written ${turn}`);
      await field(/^Subject/).fill("Hello");
      await box("Body").fill("It works.");
      return button("Create the template");
    },
    count: countOf("/api/v1/templates"),
  },
  "pages/events/event-dialog.tsx POST /api/v1/webhooks/{id}/deliveries/{event_id}/retry": {
    ready: async () => {
      await go("/events");
      await button("Open notification.sent").first().click();
      return button("Send again");
    },
    after: () => button("Close").click(),
  },
  "pages/new-message/use-send.ts POST /panel/api/notifications": {
    ready: async () => {
      await go("/notifications/new");
      await box("To").fill(newRecipient());
      await box("Subject").fill("Hello");
      await box("Text").fill("It works.");
      return button(/^Send$/);
    },
    enter: () => box("Subject"),
    count: mailsTo(() => recipient),
  },
  "pages/notifications/many/use-run.ts POST /panel/api/notifications/{id}/resend": {
    ready: async () => {
      await chosen({}, "sent");
      await button("Send 1 again").click();
      return page.getByRole("dialog").getByRole("button", { name: "Send 1 notification again" });
    },
    count: mailsTo(() => recipient),
    after: () => button("Close").click(),
  },
  "pages/notifications/many/use-run.ts POST /panel/api/notifications/{id}/cancel": {
    ready: async () => {
      await chosen({ send_at: new Date(Date.now() + 3_600_000).toISOString() }, "pending");
      await button("Cancel 1").click();
      return page.getByRole("dialog").getByRole("button", { name: "Cancel 1 notification" });
    },
    after: () => button("Close").click(),
  },
  "pages/notifications/stop-sending.tsx POST /api/v1/suppressions": {
    ready: async () => {
      const address = anAddress("reject");
      await notification({ recipient: address }, "no retry");
      // The server's answer has suppressed the address by itself.
      const { body } = await api("GET", `/api/v1/suppressions?recipient=${encodeURIComponent(address)}`);
      for (const { id } of body.suppressions as Fields[]) await api("DELETE", `/api/v1/suppressions/${id}`);
      await page.reload();
      return button("Stop sending to it");
    },
    count: countOf("/api/v1/suppressions?limit=100"),
  },
  "pages/notifications/use-sender-actions.ts POST /panel/api/notifications/{id}/retry": {
    ready: async () => {
      await notification({ recipient: anAddress("defer9") }, "Attempt 1 failed; retry scheduled", false);
      return button("Retry now");
    },
  },
  "pages/notifications/use-sender-actions.ts POST /panel/api/notifications/{id}/cancel": {
    ready: async () => {
      const later = new Date(Date.now() + 3_600_000).toISOString();
      await notification({ send_at: later }, "Scheduled by its sender", false);
      return button("Cancel it");
    },
  },
  "pages/notifications/use-sender-actions.ts POST /panel/api/notifications/{id}/resend": {
    ready: async () => {
      await notification({}, "Sent: the server accepted it");
      await pick("Send again", "To another address…");
      await box("Address").fill(newRecipient());
      return button(/^Send$/);
    },
    enter: () => box("Address"),
    count: mailsTo(() => recipient),
  },
  "pages/sandbox/use-move-clock.ts POST /panel/api/sandbox/clock": {
    by: "tester",
    ready: async (turn) => {
      await go("/sandbox");
      await field("Move by").fill(`${turn} h`);
      return page.getByRole("button", { name: "Move", exact: true });
    },
    enter: () => field("Move by"),
  },
  "pages/sandbox/write-as.tsx POST /panel/api/sandbox/customers/{phone}/messages": {
    by: "tester",
    ready: async (turn) => {
      await go(`/sandbox?customer=${encodeURIComponent(CUSTOMER)}`);
      await field("Write as the customer").fill(`Hello ${turn}`);
      return page.getByRole("button", { name: "Write", exact: true });
    },
    enter: () => field("Write as the customer"),
    count: writtenInTestMode,
  },
  "pages/sandbox/empty-mails.tsx DELETE /panel/api/sandbox/messages": {
    by: "tester",
    ready: async () => {
      await go("/sandbox");
      await button("Delete all mails").click();
      return button("Delete them");
    },
  },
  "pages/sending-accounts/account-editor.tsx POST /api/v1/smtp-accounts": {
    ready: async (turn) => {
      await go("/sending-accounts/new");
      await page.getByRole("radio", { name: /^Relay/ }).check();
      await fill({ Label: `Relay ${turn}`, "From address": "shop@shop.example", Host: "127.0.0.1" });
      return button("Add the account");
    },
    enter: () => field(/^Label/),
    count: countOf("/api/v1/smtp-accounts"),
  },
  "pages/sending-accounts/use-trial.ts POST /panel/api/sending-accounts/{id}/test": {
    ready: async () => {
      await go(`/sending-accounts/${stack.file.demo.smtp_account_id}`);
      await field("Send a test mail to").fill(newRecipient());
      return button(/^(?:Send a test|Sending…)$/);
    },
    enter: () => field("Send a test mail to"),
    count: mailsTo(() => recipient),
  },
  "pages/sending-accounts/use-trial.ts POST /panel/api/sending-accounts/test": {
    ready: async (turn) => {
      await go(`/sending-accounts/${stack.file.demo.smtp_account_id}`);
      await field(/^Label/).fill(`Unsaved ${turn}`);
      await field("Send a test mail to").fill(newRecipient());
      return button(/^(?:Send a test|Sending…)$/);
    },
    count: mailsTo(() => recipient),
  },
  "pages/approvals/use-approvals.ts POST /panel/api/approvals/{id}/approve": {
    ready: async () => {
      await waits();
      await go("/approvals");
      return button("Approve");
    },
    count: mailsTo(() => recipient),
  },
  "pages/approvals/use-approvals.ts POST /panel/api/approvals/{id}/decline": {
    ready: async () => {
      await waits();
      await go("/approvals");
      await button("Decline").click();
      return page.getByRole("dialog").getByRole("button", { name: "Decline", exact: true });
    },
    count: countOf("/panel/api/notifications?status=canceled&limit=100"),
  },
  "pages/suppressions/import/use-import.ts POST /panel/api/suppressions/import": {
    ready: async () => {
      await go("/suppressions");
      await button("Import CSV").click();
      await field(/^Lines/).fill(`${anAddress()},bounce`);
      return button("Import them");
    },
    count: countOf("/api/v1/suppressions?limit=100"),
    after: async () => {
      // The second Enter may have opened the empty form again, because the focus is back on its button.
      await page.keyboard.press("Escape");
      await page.getByRole("region", { name: "Import" }).getByRole("button", { name: "Close" }).click();
    },
  },
  "pages/suppressions/suppress-dialog.tsx POST /api/v1/suppressions": {
    ready: async () => {
      await go("/suppressions");
      await button("Suppress a recipient").first().click();
      await field(/^Recipient/).fill(anAddress());
      return button("Suppress it");
    },
    enter: () => field(/^Recipient/),
    count: countOf("/api/v1/suppressions?limit=100"),
  },
  "pages/webhooks/deliveries.tsx POST /api/v1/webhooks/{id}/deliveries/{event_id}/retry": {
    ready: async () => {
      await webhookPage();
      return page.getByRole("button", { name: "Send notification.sent again" }).first();
    },
  },
  "pages/webhooks/replay-card.tsx POST /api/v1/webhooks/{id}/replay": {
    ready: async (turn) => {
      await webhookPage();
      await field("Since").fill(new Date(Date.UTC(2026, 0, turn)).toISOString().slice(0, 16));
      return button("Send again");
    },
  },
  "pages/webhooks/rotate-secret.tsx POST /api/v1/webhooks/{id}/rotate-secret": {
    ready: async () => {
      await webhookPage();
      await button("Rotate…").click();
      return button("Make a new secret");
    },
    after: stored,
  },
  "pages/webhooks/test-webhook.tsx POST /api/v1/webhooks/{id}/test": {
    ready: async () => {
      await webhookPage();
      return button("Send a test");
    },
    count: async () => receiver.received.filter(({ body }) => body.includes("webhook.test")).length,
  },
  "pages/webhooks/webhook-form.tsx POST /api/v1/webhooks": {
    ready: async (turn) => {
      await go("/events/webhooks/new");
      await fill({ Address: `${receiver.origin}/made-${turn}`, Description: `Made ${turn}` });
      return button("Add the webhook");
    },
    enter: () => field(/^Address/),
    count: countOf("/api/v1/webhooks"),
    after: stored,
  },
  "components/delete-card.tsx DELETE /api/v1/webhooks/{id}": {
    ready: async (turn) => {
      const id = await create("/api/v1/webhooks", { url: `${receiver.origin}/gone-${turn}` });
      await go(`/events/webhooks/${id}`);
      await button("Delete…").click();
      return button("Delete the webhook");
    },
  },
};

/** Records the requests of one kind from now on, and delays each of them. */
async function watch(route: string, delayMs: number) {
  const [method = "", path = ""] = route.split(" ").slice(-2);
  const address = new RegExp(`${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  const sent: Request[] = [];
  const hold = async (held: Route) => {
    if (held.request().method() !== method) return held.fallback();
    sent.push(held.request());
    await pause(delayMs);
    await held.continue();
  };
  await page.route(address, hold);
  return { sent, end: () => page.unroute(address, hold) };
}

async function expectOnce(route: string, scenario: Scenario, turn: number, press: (target: Locator) => Promise<void>) {
  if (turn > 1) await pause(ECHO_MS);
  const target = await scenario.ready(turn);
  // Chromium may let requests past a route that is set while the page is still navigating, as a reload does twice.
  await target.waitFor({ state: "attached" });
  const before = (await scenario.count?.()) ?? 0;
  const { sent, end } = await watch(route, turn === 1 ? SLOW_MS : 0);
  onTestFinished(end);
  await press(target);
  await expect.poll(() => sent.length, { timeout: 20_000 }).toBeGreaterThan(0);
  const answers = await Promise.all(sent.map(async (one) => (await one.response())?.status()));
  expect({ route, answers, refused: answers.filter((status = 500) => status >= 300) }).toMatchObject({ refused: [] });
  if (scenario.count) await expect.poll(scenario.count, { timeout: 20_000 }).toBeGreaterThan(before);
  await pause(LATER_MS);
  expect({ route, turn, sent: sent.length }).toEqual({ route, turn, sent: 1 });
  if (scenario.count) expect({ route, made: (await scenario.count()) - before }).toEqual({ route, made: 1 });
  if (route.includes(" POST ")) expect(await sent[0]?.headerValue("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
  await end();
  await scenario.after?.();
}

const FILE = { name: "a.png", mimeType: "image/png", buffer: pictureOf(40, 30) };
/** Clicks twice while the answer is slow, so that the button can be pressed again. */
const doubleClick = async (target: Locator) =>
  (await target.getAttribute("type")) === "file" ? target.setInputFiles(FILE) : target.dblclick();
/** Presses Enter twice while the answer is quick, so that the form may be empty again before the second key. */
const enterTwice = (scenario: Scenario) => async (target: Locator) => {
  // A dialog gives the focus to its first button once, after it has opened.
  if ((await target.locator("xpath=ancestor::*[@role='dialog']").count()) > 0)
    await expect.poll(() => page.evaluate("document.activeElement?.closest('[role=dialog]') != null")).toBe(true);
  await (scenario.enter?.() ?? target).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
};

describePages("a nervous finger", () => {
  const names = Object.entries(ACTIONS).flatMap(([file, routes]) => routes.map((one) => `${file} ${one}`));
  it("is tried on everything that the panel does", () => {
    expect(Object.keys(SCENARIOS).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(SCENARIOS))("does once: %s", async (route, scenario) => {
    ({ page } = { admin, tester, demo }[scenario.by ?? "demo"]);
    await expectOnce(route, scenario, 1, doubleClick);
    if (!scenario.isOnce) await expectOnce(route, scenario, 2, enterTwice(scenario));
  });

  it("makes one key, and shows it, when the first answer is lost and the person tries again", async () => {
    ({ page } = demo);
    const before = (await keysOf()).length;
    await go("/api-keys");
    await button("Create a key").click();
    await fill({ Name: "Lost" });
    const sent: (string | null)[] = [];
    await page.route("**/panel/api/api-keys", async (held) => {
      if (held.request().method() !== "POST") return held.fallback();
      sent.push(await held.request().headerValue("idempotency-key"));
      if (sent.length > 1) return held.continue();
      await held.fetch();
      return held.abort("connectionreset");
    });
    await button("Create the key").click();
    await page.getByText("The service cannot be reached. Check the connection.").last().waitFor();
    await button("Create the key").click();
    const key = await page.locator(".secret code").innerText();
    expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
    expect((await keysOf()).length).toBe(before + 1);
    expect((await stack.call("GET", "/api/v1/notifications", { token: key })).status).toBe(200);
    await stored();
  });

  it("leaves no complaint of the browser behind but the one for the lost answer", () => {
    const lost = /net::ERR_CONNECTION_RESET/;
    expect([...demo.complaints, ...admin.complaints, ...tester.complaints].filter((one) => !lost.test(one))).toEqual(
      [],
    );
  });
});
