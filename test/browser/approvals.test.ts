import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { anAddress, type Fields, HASTY, LocalStack } from "../support/local-stack.ts";

const STEP_MS = 30_000;

let stack: LocalStack;
let browser: Browser;
let visit: Visit;
let token: string;
let key: string;

beforeAll(async () => {
  [browser, stack] = await Promise.all([launchBrowser(), LocalStack.start(HASTY)]);
  token = await stack.token("demo");
  key = String((await stack.apiKey(token, { name: "Assistant", approval: "required" })).key);
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
const press = (one: string) => visit.page.keyboard.press(one);
const entries = () => visit.page.getByRole("list", { name: "Waiting for approval" }).getByRole("listitem");
const menu = () => visit.page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Approvals/ });
const one = (id: string): Promise<Fields> => stack.notification(stack.file.demo.api_key, id);

describePages("approvals", () => {
  it("begin with what they are for; a mail is shown as it will leave, edited and approved", async () => {
    await open("/approvals");
    await says("Nothing waits for approval");
    await visit.examine("approvals-none");
    const [recipient, other] = [anAddress(), anAddress()];
    const mail = { recipient, subject: "An offer", body: "<p>Dear <b>Ana</b></p>", body_type: "html" };
    const id = await stack.accepted(key, mail);
    const second = await stack.accepted(key, { recipient: other, subject: "A second offer" });
    await open("/approvals");
    await entries().nth(1).waitFor();
    expect(await menu().textContent()).toContain("2");
    await visit.page.frameLocator("iframe.mail").getByText("Dear Ana").waitFor();
    await visit.examine("approvals");

    await press("j");
    await visit.page.getByRole("heading", { name: "A second offer" }).waitFor();
    await press("k");
    await visit.page.getByRole("heading", { name: "An offer" }).waitFor();
    await press("e");
    await field(/^Subject/).fill("");
    await button("Approve with changes").click();
    await says(/Subject is required/);
    await visit.examine("approvals-edit");
    await field(/^Subject/).fill("The final offer");
    await button("Approve with changes").dblclick();
    await says(`Approved: it leaves for ${recipient}`);
    const sent = await stack.mail(recipient);
    expect([sent.subject, sent.html]).toEqual(["The final offer", expect.stringContaining("Dear <b>Ana</b>")]);
    expect(await one(id)).toMatchObject({ attempts: 1 });

    await visit.page.getByRole("heading", { name: "A second offer" }).waitFor();
    await press("a");
    await says(`Approved: it leaves for ${other}`);
    await stack.mail(other);
    expect(await one(second)).toMatchObject({ attempts: 1 });
    await says("Nothing waits for approval");
  });

  it("are declined after a question, and Home says that something waits", async () => {
    const recipient = anAddress();
    const id = await stack.accepted(key, { recipient, subject: "Not this one" });
    await open("/");
    await says("1 notification waits for approval");
    await visit.page.getByRole("link", { name: /^Decide/ }).click();
    await visit.page.getByRole("heading", { name: "Not this one" }).waitFor();
    await press("d");
    await says("Decline it?");
    await visit.examine("approvals-decline");
    await button("Keep it").click();
    expect(await one(id)).toMatchObject({ status: "pending" });
    await button("Decline").click();
    await visit.page.getByRole("dialog").getByRole("button", { name: "Decline", exact: true }).dblclick();
    await says("Declined: it does not leave");
    await says("Nothing waits for approval");
    expect(await one(id)).toMatchObject({ status: "canceled", last_error: expect.stringMatching(/^declined by /) });
    await open(`/notifications/${id}`);
    await says("Waits for a person's approval");
    await says("Declined");
  });

  it("say so when somebody else was faster", async () => {
    const id = await stack.accepted(key, { subject: "Too late" });
    await open("/approvals");
    await visit.page.getByRole("heading", { name: "Too late" }).waitFor();
    const declined = await stack.call("POST", `/panel/api/approvals/${id}/decline`, { token, json: {} });
    expect(declined.status).toBe(200);
    await button("Approve").click();
    await says("Nothing waits for approval");
    expect(await one(id)).toMatchObject({ status: "canceled" });
  });
});
