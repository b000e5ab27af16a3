import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { webhooks } from "../../client/src/herald.ts";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { httpReceiver } from "../support/http-receiver.ts";
import { anAddress, LocalStack } from "../support/local-stack.ts";

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let receiver: Awaited<ReturnType<typeof httpReceiver>>;
let status = 204;

beforeAll(async () => {
  browser = await launchBrowser();
  receiver = await httpReceiver((_, response) =>
    response.writeHead(status).end(status === 204 ? undefined : "not today"),
  );
  stack = await LocalStack.start();
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  await stack?.close();
});
beforeEach(async () => {
  visit = await Visit.begin(browser);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

const open = (path: string, user = "demo") => visit.open(stack.file.base_url + path, user);
const heading = (name: string | RegExp, level = 1) => visit.page.getByRole("heading", { name, level });
const button = (name: string | RegExp) => visit.page.getByRole("button", { name });
const field = (name: string | RegExp) => visit.page.getByLabel(name);
const choose = async (name: string, option: string) => {
  await visit.page.getByRole("combobox", { name, exact: true }).click();
  await visit.page.getByRole("option", { name: option, exact: true }).click();
};
const filter = async (name: string, value: string) => {
  await button(new RegExp(`^${name}`)).click();
  await visit.page.getByRole("menuitemcheckbox", { name: value }).click();
};
const row = (name: RegExp) => visit.page.getByRole("row", { name });
/** Returns the request that brought an event of this type, once it has come. */
const got = async (type: string) => {
  const find = () => receiver.received.findLast(({ body }) => body.includes(`"${type}"`));
  await expect.poll(find).toBeDefined();
  return find() ?? expect.fail("it is gone");
};

describePages("webhooks", () => {
  it("are made with a secret that is shown once, tested, watched, sent again, replayed, rotated, and deleted", async () => {
    await open("/events/webhooks");
    await heading("No webhook yet", 2).waitFor();
    await visit.examine("webhooks-none");
    await visit.page.getByRole("link", { name: "Add a webhook" }).first().click();
    await heading("Add a webhook").waitFor();
    await visit.examine("webhook-new");
    await field("Address").fill("shop");
    await field("Description").fill("Shop");
    await field("notification.sent").check();
    await button("Add the webhook").click();
    await visit.page.getByText("Address must be a URL starting with https:// or http://").waitFor();
    await field("Address").fill(`${receiver.origin}/herald`);
    await button("Add the webhook").click();
    await heading("The webhook's secret", 2).waitFor();
    await visit.examine("webhook-secret");
    const secret = await visit.page.locator(".secret code").innerText();
    await button("I have copied it").click();
    await heading("Shop").waitFor();

    status = 503;
    await button("Send a test").click();
    await visit.page.getByText("It answered 503.").waitFor();
    await visit.page.getByText("not today").waitFor();
    const test = await got("webhook.test");
    expect(await webhooks.verify(test, secret)).toMatchObject({ type: "webhook.test" });
    const recipient = anAddress();
    await stack.accepted(stack.file.demo.api_key, { recipient });
    await row(/Failed.*notification\.sent.*503/)
      .first()
      .waitFor();
    await visit.examine("webhook");
    await button("Show the answer 503").first().click();
    await visit.page.getByRole("dialog").locator("pre.code").getByText("not today").waitFor();
    await button("Close").click();
    await button("Show what was sent: notification.sent").first().click();
    const sent = visit.page.getByRole("dialog", { name: "notification.sent" }).locator("pre.code");
    const { id, data } = JSON.parse(await sent.innerText()) as { id: string; data: { recipient: string } };
    await button("Close").click();
    await row(/Failed/)
      .filter({ hasText: id })
      .filter({ hasText: data.recipient })
      .first()
      .waitFor();
    status = 204;
    await row(/Failed/)
      .first()
      .getByRole("button", { name: "Send notification.sent again" })
      .click();
    await row(/Delivered.*notification\.sent.*204/)
      .first()
      .waitFor();
    expect(await webhooks.verify(await got("notification.sent"), secret)).toMatchObject({ data: { recipient } });
    await filter("Status", "Failed");
    await expect.poll(() => row(/Delivered/).count()).toBe(0);
    expect(visit.page.url()).toContain("status=failed");

    const before = receiver.received.length;
    await field("Since").fill("2026-01-01T00:00");
    await button("Send again").last().click();
    await visit.page.getByText("The replay has begun.").waitFor();
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before);

    await button("Rotate…").click();
    await choose("The old secret signs", "no longer");
    await button("Make a new secret").click();
    const next = await visit.page.locator(".secret code").innerText();
    expect(next).not.toBe(secret);
    await button("I have copied it").click();

    await field("Enabled").uncheck();
    await button("Save").click();
    await visit.page.getByText("It is disabled: nothing is sent.").waitFor();
    await visit.page.getByText("The webhook is disabled.").waitFor();
    await button("Undo").click();
    await expect.poll(() => visit.page.getByText("It is disabled: nothing is sent.").count()).toBe(0);
    await field("Enabled").uncheck();
    await button("Save").click();
    await visit.page.getByText("It is disabled: nothing is sent.").waitFor();
    await visit.page.getByRole("link", { name: "Back to Webhooks" }).click();
    await row(/herald.*Disabled/).waitFor();
    await visit.examine("webhooks");
    await row(/herald/)
      .getByRole("link")
      .click();
    await button("Delete…").click();
    await button("Delete the webhook").click();
    await heading("No webhook yet", 2).waitFor();
  });

  it("that the service disables while their page is open say why, and are enabled again", async () => {
    status = 410;
    const token = await stack.token("demo");
    const { body } = await stack.call("POST", "/api/v1/webhooks", { token, json: { url: `${receiver.origin}/gone` } });
    await open(`/events/webhooks/${String(body.id)}`);
    await field("Enabled").waitFor();
    await stack.accepted(stack.file.demo.api_key);
    await visit.page.getByText("It is disabled: nothing is sent.").waitFor();
    await visit.page.getByText(/410/).first().waitFor();
    await visit.examine("webhook-disabled");
    status = 204;
    await field("Enabled").check();
    await button("Save").click();
    await expect.poll(() => visit.page.getByText("It is disabled: nothing is sent.").count()).toBe(0);
  });
});

describePages("events", () => {
  it("are listed as they come, filtered by type, shown whole, and sent again to a webhook", async () => {
    status = 204;
    const token = await stack.token("demo");
    const json = { url: `${receiver.origin}/events`, description: "Ledger" };
    expect((await stack.call("POST", "/api/v1/webhooks", { token, json })).status).toBe(201);
    await open("/events");
    const recipient = anAddress();
    await stack.accepted(stack.file.demo.api_key, { recipient });
    const found = visit.page.getByRole("row").filter({ hasText: recipient });
    await found.waitFor();
    await visit.examine("events");
    await found.getByRole("button", { name: "Open notification.sent" }).click();
    await visit.page.getByRole("dialog").locator("pre.code").getByText(`"recipient": "${recipient}"`).waitFor();
    await visit.examine("event");
    const came = () =>
      receiver.received.filter(({ url, body }) => url === "/events" && body.includes(recipient)).length;
    await expect.poll(came).toBe(1);
    await choose("Send again to", "Ledger");
    await button("Send again").click();
    await visit.page.getByText("It is sent again now.").waitFor();
    await expect.poll(came).toBe(2);
    await button("Close").click();
    await filter("Type", "message.received");
    await heading("Nothing matches", 2).waitFor();
    expect(visit.page.url()).toContain("type=message.received");
    const { id } = JSON.parse(receiver.received.find(({ body }) => body.includes(recipient))?.body ?? "") as {
      id: string;
    };
    await visit.page.keyboard.press("Control+k");
    await visit.page.getByPlaceholder("Search or jump to").fill(id);
    await visit.page.getByRole("button", { name: /notification\.sent/ }).waitFor();
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("dialog", { name: "notification.sent" }).getByText(id).waitFor();
    await button("Close").click();
    await expect.poll(() => visit.page.url()).toMatch(/\/events$/);
  });

  it("say that there is none yet", async () => {
    await open("/events", "other");
    await heading("No event yet", 2).waitFor();
    await visit.examine("events-none");
  });
});
