import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { simulator } from "../support/chat-world.ts";
import { anAddress, type Fields, HASTY, LocalStack, until } from "../support/local-stack.ts";
import { aSesBounce } from "../support/ses-events.ts";

const PATH = "/api/v1/suppressions";
const STEP_MS = 30_000;

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let token: string;

beforeAll(async () => {
  [browser, stack] = await Promise.all([launchBrowser(), LocalStack.start(HASTY)]);
  token = await stack.token("demo");
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
beforeEach(async () => {
  visit = await Visit.begin(browser);
  visit.page.setDefaultTimeout(STEP_MS);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

const open = (path: string) => visit.open(stack.file.base_url + path);
const button = (name: string | RegExp) => visit.page.getByRole("button", { name, exact: typeof name === "string" });
const field = (name: string | RegExp) => visit.page.getByLabel(name);
const says = (text: string | RegExp) => visit.page.getByText(text).first().waitFor();
const rows = () => visit.page.locator("tbody tr");
const made = async (json: Fields) => (await stack.call("POST", PATH, { token, json })).body;
const standing = async (recipient: string) => {
  const { body } = await stack.call("GET", `${PATH}?recipient=${encodeURIComponent(recipient)}`, { token });
  return body.suppressions as Fields[];
};
const downloaded = async () => {
  const file = visit.page.waitForEvent("download");
  await button("Export CSV").click();
  return readFile(await (await file).path(), "utf8");
};

/** Sends 100 mails of the demo's owner through an account that hears of bounces, of which five come back. */
async function comeBack(label: string): Promise<{ readonly accountId: string; readonly recipient: string }> {
  const topic_arn = `arn:aws:sns:eu-west-1:123456789012:ses-${crypto.randomUUID()}`;
  const account = await stack.createAccount(token, { label, feedback_topic_arn: topic_arn });
  const { api_key: key } = stack.file.demo;
  const notifications = Array.from({ length: 100 }, () => ({
    ...{ recipient: anAddress(), subject: "News", body: "x", smtp_account_id: account.id },
  }));
  const { body } = await stack.call("POST", "/api/v1/notifications/batch", { token: key, json: { notifications } });
  const ids = (body.results as { readonly notification: Fields }[]).map(({ notification }) => String(notification.id));
  await stack.allSettled(key, ids);
  for (const [i, { recipient }] of notifications.slice(0, 5).entries()) {
    const messageId = `<${ids[i]}@${String(account.from_address).split("@")[1]}>`;
    const message = aSesBounce({ messageId: "unknown", recipient, commonHeaders: { messageId } });
    const told = { webhook: "email", topic_arn, kind: "notification", message };
    expect((await simulator(stack, "POST", "/api/topic", told)).body.status).toBe(200);
  }
  return { accountId: String(account.id), recipient: notifications[0]?.recipient ?? "" };
}

describePages("suppressions", () => {
  it("begin with what they are for; one is added, once, and its mistakes stand at its fields", async () => {
    const [address, number] = [anAddress(), "+351912345678"];
    await open("/suppressions");
    await says("Nobody is suppressed");
    await visit.examine("suppressions-none");
    await button("Suppress a recipient").click();
    await field(/^Recipient/).fill("ana");
    await field(/^Topic/).fill("No Topic");
    await button("Suppress it").click();
    await says("Recipient must be an email address or a phone number in E.164");
    await says(/^Topic must match/);
    await visit.examine("suppressions-add");
    await field(/^Recipient/).fill(` ${address} `);
    await field(/^Topic/).fill("news");
    await button("Suppress it").dblclick();
    await says(`${address} is suppressed`);
    expect(await standing(address)).toMatchObject([{ recipient: address, reason: "manual", topic: "news" }]);

    await visit.page.keyboard.press("Control+k");
    await visit.page
      .getByPlaceholder(/Search/)
      .last()
      .fill("suppress a");
    await visit.page.keyboard.press("Enter");
    await visit.page.getByRole("combobox", { name: "Reason" }).click();
    await visit.page.getByRole("option", { name: "Complained" }).click();
    expect(await field(/^Topic/).count()).toBe(0);
    await field(/^Recipient/).fill(number);
    await button("Suppress it").click();
    await says(`${number} is suppressed`);
    await rows().nth(1).waitFor();
    await button("Suppress a recipient").click();
    await field(/^Recipient/).fill(address.toUpperCase());
    await field(/^Topic/).fill("news");
    await button("Suppress it").click();
    await says(`${address} was suppressed already`);
    await visit.examine("suppressions");
  });

  it("are found by a whole address in any spelling, and by reason, also from the palette", async () => {
    const address = anAddress("Ana", "straße.example");
    await made({ recipient: address, reason: "bounce" });
    await open("/suppressions");
    await field("Search suppressions").fill("ana");
    await says("The whole address");
    await field("Search suppressions").fill(address.toUpperCase().replace("STRASSE", "XN--STRAE-OQA"));
    await expect.poll(() => rows().allInnerTexts()).toEqual([expect.stringContaining(address)]);
    await button("Reason").click();
    await visit.page.getByRole("menuitemcheckbox", { name: "Complained" }).click();
    await says("Nothing matches");
    await visit.page.getByRole("link", { name: "Show all" }).click();
    await rows().nth(1).waitFor();
    await visit.page.keyboard.press("Control+k");
    await visit.page
      .getByPlaceholder(/Search/)
      .last()
      .fill(address);
    await visit.page.getByRole("dialog").getByText("Bounced", { exact: true }).click();
    await expect.poll(() => rows().allInnerTexts()).toEqual([expect.stringContaining("Bounced")]);
  });

  it("are deleted one by one, also by somebody who clicks twice", async () => {
    const [one, other] = [anAddress("twice"), anAddress("twice")];
    for (const recipient of [one, other]) await made({ recipient });
    await open("/suppressions");
    await button(`Delete the suppression of ${other}`).waitFor();
    await button(/^Delete the suppression of twice/)
      .first()
      .dblclick();
    await visit.page.getByRole("button", { name: "Undo" }).first().waitFor();
    expect(await visit.page.getByRole("button", { name: "Undo" }).count()).toBe(1);
  });

  it("are deleted when that can no longer be undone, and kept when it is undone or wanted again", async () => {
    const address = anAddress();
    await made({ recipient: address });
    await open(`/suppressions?q=${encodeURIComponent(address)}`);
    const remove = () => button(`Delete the suppression of ${address}`).click();
    await remove();
    await says("This recipient is not suppressed.");
    await visit.page.getByRole("button", { name: "Undo" }).click();
    await rows().first().waitFor();
    expect(await standing(address)).toHaveLength(1);

    await remove();
    await says("This recipient is not suppressed.");
    await button("Suppress a recipient").click();
    await field(/^Recipient/).fill(address);
    await button("Suppress it").click();
    await rows().first().waitFor();
    await visit.page
      .getByRole("status")
      .filter({ hasText: "is deleted" })
      .getByRole("button", { name: "Dismiss" })
      .click();
    expect(await standing(address)).toHaveLength(1);

    await remove();
    await visit.page.getByRole("link", { name: "Alerts" }).click();
    await until(
      () => standing(address),
      (all) => all.length === 0,
    );
  });

  it("come by pages", async () => {
    for (let i = 0; i < 51; i++) await made({ recipient: anAddress(), reason: "unsubscribe", topic: "pages" });
    await open("/suppressions?reason=unsubscribe");
    await rows().nth(49).waitFor();
    await button("Load older ones").click();
    await rows().nth(50).waitFor();
    expect(await button("Load older ones").count()).toBe(0);
  });

  it("are imported line by line, with what was refused and what stood, and exported as they were", async () => {
    const [ana, bo, number] = [anAddress("ana"), anAddress("bo"), "+4915112345678"];
    await made({ recipient: ana, reason: "bounce" });
    await open("/suppressions");
    await button("Import CSV").click();
    await button("Import them").click();
    await visit.examine("suppressions-import");
    const buffer = Buffer.from(`\uFEFFTopic;Recipient;Reason\r\n;${ana};bounce\r\nnews;${bo};unsubscribe\r\n;no;\r\n`);
    await field(/^File/).setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
    await expect.poll(() => field(/^Lines/).inputValue()).toContain(bo);
    await field(/^Lines/).fill(`${await field(/^Lines/).inputValue()};${bo};wrong\n;'${number};\n`);
    await button("Import them").click();
    const box = visit.page.getByRole("region", { name: "Import" });
    await box.getByText("2 suppressed, 1 already, 2 refused").waitFor();
    await box.getByText("2 were refused").click();
    await box.getByText("Line 4").waitFor();
    await box.getByText("recipient must be an email address or a phone number in E.164").waitFor();
    await box.getByText(/^reason must be one of/).waitFor();
    await box.getByText("1 was suppressed already").click();
    await box.getByRole("link", { name: ana }).waitFor();
    await visit.examine("suppressions-imported");
    expect(await standing(bo)).toMatchObject([{ reason: "unsubscribe", topic: "news" }]);
    expect(await standing(number)).toMatchObject([{ reason: "manual", channel: "chat" }]);
    await box.getByRole("button", { name: "Close" }).click();

    await open(`/suppressions?q=${encodeURIComponent(number)}`);
    await rows().first().waitFor();
    expect(await downloaded()).toMatch(
      new RegExp(`^recipient,reason,topic,.*\\r\\n"'\\${number}",manual,,\\d{4}-.*Z,chat,,,[0-9a-f-]{36}\\r\\n$`),
    );
  });

  it("go on being imported on other pages, and can be paused and stopped", async () => {
    await open("/suppressions");
    // A request takes 500 lines. Each is slow here, so that somebody can pause between them.
    await visit.page.route("**/panel/api/suppressions/import", async (held) => {
      await pause(700);
      await held.continue();
    });
    await button("Import CSV").click();
    await field(/^Lines/).fill(Array.from({ length: 4000 }, () => anAddress("many")).join("\n"));
    await button("Import them").click();
    const box = visit.page.getByRole("region", { name: "Import" });
    await box.getByRole("button", { name: "Pause" }).click();
    await box.getByText("Importing: paused").waitFor();
    await visit.page.getByRole("link", { name: "Alerts" }).click();
    await visit.page.getByRole("link", { name: "Suppressions" }).click();
    await box.getByRole("button", { name: "Go on" }).click();
    await box.getByText("Importing…").waitFor();
    await box.getByRole("button", { name: "Stop" }).click();
    await box.getByText(/^Stopped: \d+ suppressed/).waitFor();
    await button("Import CSV").click();
    const mimeType = "text/csv";
    await field(/^File/).setInputFiles({ name: "large.csv", mimeType, buffer: Buffer.alloc(10_000_001, "a") });
    await says("large.csv is too large: at most 10 MB.");
    const buffer = Buffer.from(`${anAddress()},bounce,,${"x".repeat(200)}\n`.repeat(10_001));
    await field(/^File/).setInputFiles({ name: "long.csv", mimeType, buffer });
    await expect
      .poll(() =>
        field(/^Lines/)
          .inputValue()
          .then(({ length }) => length),
      )
      .toBe(buffer.length);
    await button("Import them").click();
    await says("These are 10,001 lines. At most 10,000 are imported at once.");
  });

  it("are made from a notification whose mailbox is gone, and found from one that was left out", async () => {
    const { api_key: key } = stack.file.demo;
    const [gone, known] = [anAddress("reject"), anAddress("reject")];
    const [first, second] = [
      await stack.accepted(key, { recipient: gone }),
      await stack.accepted(key, { recipient: known, cc: [anAddress()] }),
    ];
    await stack.allSettled(key, [first, second]);
    // The server's answer has suppressed both by itself; one of them was deleted since.
    for (const { id } of await standing(gone)) await stack.call("DELETE", `${PATH}/${id}`, { token });
    await open(`/notifications/${first}`);
    await button("Stop sending to it").dblclick();
    await says("Nothing is sent to it any more.");
    await visit.examine("suppressions-stopped");
    expect(await standing(gone)).toMatchObject([{ reason: "manual" }]);

    const left = await stack.accepted(key, { recipient: gone });
    await stack.settled(key, left);
    await open(`/notifications/${left}`);
    await visit.page.getByRole("link", { name: "Open the suppression" }).click();
    await expect.poll(() => rows().allInnerTexts()).toEqual([expect.stringContaining(gone)]);

    await open(`/notifications/${second}`);
    await says("It is suppressed already: bounced.");
    expect(await button("Stop sending to it").count()).toBe(0);
  });
});

describePages("too many bounces", () => {
  it("are on Home, with a way to the account and to the recipients", async () => {
    const { accountId, recipient } = await comeBack("Bulk mail");
    await until(
      async () => (await stack.call("GET", "/panel/api/attention", { token })).body.concerns as Fields[],
      (concerns) => concerns.some(({ kind }) => kind === "sending_account_bounces_exceeded"),
    );
    await open("/");
    const concern = visit.page.getByRole("listitem").filter({ hasText: "Too many mails of sending account Bulk mail" });
    await concern.getByText("5 of 100 mails of the last 7 days (5 %) bounced for good.").waitFor();
    await visit.examine("home-bounces");
    expect(await concern.getByRole("link", { name: /^Open the account/ }).getAttribute("href")).toContain(accountId);
    await concern.getByRole("link", { name: /^See the recipients/ }).click();
    await says(recipient);
    expect(new URL(visit.page.url()).searchParams.get("reason")).toBe("bounce");
  });
});
