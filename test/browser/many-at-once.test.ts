import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { anAddress, type Fields, LocalStack } from "../support/local-stack.ts";

const STEP_MS = 30_000;
const COUNT = 6;
const FORMULA = '=HYPERLINK("https://evil.example","Your order")';

let stack: LocalStack;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start({ HERALD_BACKOFF_BASE_SECONDS: "3600" });
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

const key = () => stack.file.demo.api_key;
const button = (name: string | RegExp) => visit.page.getByRole("button", { name });
const run = (name: string) => visit.page.getByRole("region", { name, exact: true });
const picks = () => visit.page.locator("tbody .pick");

/** Mails with one mark of their own, which have ended unless they leave later. Their addresses are returned. */
async function seeded(more: Fields, count = COUNT) {
  const batch = crypto.randomUUID().slice(0, 8);
  const addresses = Array.from({ length: count }, () => anAddress(more.send_at === undefined ? "to" : "later"));
  const ids: string[] = [];
  for (const recipient of addresses)
    ids.push(await stack.accepted(key(), { recipient, metadata: { batch }, subject: FORMULA, ...more }));
  if (more.send_at === undefined) await stack.allSettled(key(), ids);
  return {
    batch,
    addresses,
    ids,
    open: () => visit.open(`${stack.file.base_url}/notifications?metadata=batch%3D${batch}`),
  };
}
const mailsOf = async (addresses: readonly string[]) =>
  (await Promise.all(addresses.map((address) => stack.mails(address)))).map((mails) => mails.length);
/**
 * A third notification would be stored before its mail arrives, so the number of stored notifications shows that no further mail
 * follows.
 */
const storedOf = async (batch: string): Promise<number> => {
  const { body } = await stack.call("GET", `/api/v1/notifications?metadata.batch=${batch}&limit=100`, { token: key() });
  return (body.notifications as unknown[]).length;
};
const twice = (addresses: readonly string[]) => addresses.map(() => 2);

/** The idempotency keys of the requests that send again. `most` of them reach the service, and the page is then loaded again. */
async function watched(most = Number.POSITIVE_INFINITY) {
  const keys: string[] = [];
  const isFull = Promise.withResolvers<void>();
  await visit.page.route("**/resend", async (held) => {
    keys.push((await held.request().headerValue("idempotency-key")) ?? "");
    if (keys.length < most) return held.continue();
    // The service takes this one, and its answer is on the way when the page goes.
    await held.fetch();
    isFull.resolve();
    return new Promise<void>((resolve) => void visit.page.once("load", () => resolve()));
  });
  return { keys, isFull: isFull.promise };
}

describePages("many notifications", () => {
  it("are chosen, sent again with their progress, and each arrives once more", async () => {
    const { open, addresses, batch } = await seeded({});
    await open();
    await visit.page.getByRole("checkbox", { name: "Choose all that are listed" }).check();
    await visit.page.getByText(`${COUNT} chosen`).waitFor();
    await visit.examine("many-chosen");
    await button(`Send ${COUNT} again`).click();
    await visit.page.getByRole("dialog").getByText(`${COUNT} sent`).waitFor();
    await visit.examine("many-asked");
    await visit.page
      .getByRole("dialog")
      .getByRole("button", { name: `Send ${COUNT} notifications again` })
      .dblclick();
    await run("Sending again").getByText(`${COUNT} sent again`).waitFor();
    await visit.examine("many-sent");
    await expect.poll(() => mailsOf(addresses)).toEqual(twice(addresses));
    expect(await storedOf(batch)).toBe(2 * COUNT);
    await run("Sending again").getByRole("button", { name: "Close" }).click();
    expect(await run("Sending again").count()).toBe(0);
  });

  it("are passed over by a second run, unless somebody wants them once more", async () => {
    const { open, ids, batch } = await seeded({}, 3);
    const [first = "", second = ""] = ids;
    for (const id of [first, second])
      expect((await stack.call("POST", `/api/v1/notifications/${id}/resend`, { token: key(), json: {} })).status).toBe(
        202,
      );
    await expect.poll(() => storedOf(batch)).toBe(5);
    await open();
    await expect.poll(() => visit.page.locator("tbody tr", { hasText: "sent again" }).count()).toBe(2);
    await picks().first().check();
    await button("Choose all that match").dblclick();
    await visit.page.getByText("3 chosen").waitFor();
    await visit.page.getByText("2 were sent again before and are not chosen.").waitFor();
    await visit.page.getByRole("checkbox", { name: "Choose all that are listed" }).check();
    await button("Send 5 again").dblclick();
    const dialog = visit.page.getByRole("dialog");
    await dialog.getByText("2 notifications of the choice have been sent again before.").waitFor();
    await dialog.getByRole("button", { name: "Send 3 notifications again" }).waitFor();
    await visit.examine("many-repeated");
    await dialog.getByRole("checkbox", { name: "Send them once more" }).check();
    await dialog.getByRole("button", { name: "Send 5 notifications again" }).dblclick();
    await run("Sending again").getByText("5 sent again").waitFor();
    expect(await storedOf(batch)).toBe(10);
    // The second click of the button met the list behind the dialog, and opened nothing.
    expect(new URL(visit.page.url()).pathname).toBe("/notifications");
  });

  it("double nothing when the tab is loaded again in the middle, and go on where they were", async () => {
    const { open, addresses, batch } = await seeded({});
    await open();
    await visit.page.getByRole("checkbox", { name: "Choose all that are listed" }).check();
    const { keys, isFull } = await watched(3);
    await button(`Send ${COUNT} again`).click();
    await visit.page
      .getByRole("dialog")
      .getByRole("button", { name: /^Send .* again$/ })
      .click();
    await isFull;
    visit.page.once("dialog", (dialog) => void dialog.accept());
    await visit.page.reload();
    await visit.page.unrouteAll({ behavior: "ignoreErrors" });
    await run("Sending again").getByText("The page was loaded again.", { exact: false }).waitFor();
    await visit.examine("many-paused");
    const later = await watched();
    await run("Sending again").getByRole("button", { name: "Go on" }).click();
    await run("Sending again").getByText(`${COUNT} sent again`).waitFor();
    await expect.poll(() => mailsOf(addresses)).toEqual(twice(addresses));
    expect(await storedOf(batch)).toBe(2 * COUNT);
    expect(new Set([...keys, ...later.keys]).size).toBe(COUNT);
  });

  it("wait as long as a 429 says, can be paused, and say what was refused and why", async () => {
    const { open, ids } = await seeded({});
    await open();
    for (let i = 0; i < 3; i++) await picks().nth(i).check();
    let answers = 0;
    await visit.page.route("**/resend", async (held) => {
      answers += 1;
      if (answers === 1)
        return held.fulfill({ status: 429, body: "too many requests", headers: { "retry-after": "3" } });
      if (answers === 2)
        return held.fulfill({ status: 409, json: { error: "content is no longer kept", code: "content_not_kept" } });
      return held.continue();
    });
    await button("Send 3 again").click();
    await visit.page
      .getByRole("dialog")
      .getByRole("button", { name: /^Send .* again$/ })
      .click();
    await run("Sending again").getByText("The service is busy", { exact: false }).waitFor();
    await button("Pause").dblclick();
    await run("Sending again").getByText("Sending again: paused").waitFor();
    await visit.page.waitForTimeout(3500);
    expect(answers).toBe(1);
    await button("Go on").click();
    await run("Sending again").getByText("2 sent again, 1 refused").waitFor();
    await run("Sending again").getByText("1 was refused").click();
    const refused = visit.page.getByRole("list", { name: "Refused" });
    await refused.getByText("content is no longer kept").waitFor();
    expect(ids).toContain(await refused.getByRole("link").innerText());
    await visit.examine("many-refused");
    visit.complaints.splice(0, visit.complaints.length, ...visit.complaints.filter((one) => !one.includes("429")));
  });

  it("that wait are canceled together, all that the filter finds", async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { open, ids } = await seeded({ send_at: later });
    await open();
    await picks().first().focus();
    await visit.page.keyboard.press("Space");
    await button("Choose all that match").click();
    await visit.page.getByText(`${COUNT} chosen`).waitFor();
    await button(`Cancel ${COUNT}`).click();
    await visit.page
      .getByRole("dialog")
      .getByRole("button", { name: `Cancel ${COUNT} notifications` })
      .click();
    await run("Canceling").getByText(`${COUNT} canceled`).waitFor();
    for (const id of ids) expect((await stack.notification(key(), id)).status).toBe("canceled");
  });

  it("are exported as CSV that no spreadsheet runs", async () => {
    const { open, ids, addresses } = await seeded({});
    await open();
    const downloaded = visit.page.waitForEvent("download");
    await button("Export CSV").click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe("notifications.csv");
    const text = await readFile((await file.path()) ?? "", "utf8");
    const [head = "", ...lines] = text.trimEnd().split("\r\n");
    expect(head).toMatch(/^id,created_at,updated_at,channel,status,recipient,/);
    expect(lines.map((line) => line.slice(0, 36)).sort()).toEqual([...ids].sort());
    for (const address of addresses) expect(text).toContain(address);
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""Your order"")"`);
    expect(lines[0]).toMatch(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,/);
  });

  it("are chosen by a key, and by a thumb on a telephone", async () => {
    const { open } = await seeded({}, 2);
    await open();
    await picks().nth(1).waitFor();
    await visit.page.keyboard.press("j");
    await visit.page.keyboard.press("x");
    await visit.page.getByText("1 chosen").waitFor();
    await visit.page.setViewportSize({ width: 390, height: 844 });
    await visit.page.locator("li .pick").nth(1).check();
    await visit.page.getByText("2 chosen").waitFor();
    await button("Send 2 again").waitFor();
    await visit.glance("many telephone", "dark");
  });
});
