import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

let stack: LocalStack;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  stack = await LocalStack.start(HASTY);
});
afterAll(async () => {
  await browser?.close();
  await stack.close();
});
beforeEach(async () => {
  visit = await Visit.begin(browser);
});
afterEach(async () => {
  await visit.end();
  expect(visit.complaints).toEqual([]);
});

const open = (path: string) => visit.open(stack.file.base_url + path);
const button = (name: string) => visit.page.getByRole("button", { name, exact: true });
const field = (name: string | RegExp) => visit.page.getByLabel(name);
const says = (text: string | RegExp) => visit.page.getByText(text).first().waitFor();
const chosen = async () => {
  const { body } = await stack.call("GET", "/panel/api/alerts", { token: await stack.token("demo") });
  return body;
};

describePages("alerts", () => {
  it("are offered on Home, chosen on their page, and sent when an account fails", async () => {
    await open("/");
    await visit.page.getByRole("link", { name: "Turn alerts on" }).click();
    await says("Tell us when");
    await visit.examine("alerts");
    await field("A sending account fails").check();
    await button("Save").click();
    await says("Addresses must have at least one entry while anything is on");
    await field("Addresses").fill("ana@shop.example\nbo@shop.example");
    await field("A summary every week").check();
    await button("Save").dblclick();
    await says("The alerts are saved.");
    await says("Alerts leave through");
    await visit.examine("alerts-on");
    expect(await chosen()).toMatchObject({
      addresses: ["ana@shop.example", "bo@shop.example"],
      alerts: ["sending_account_failing"],
      weekly_summary: true,
    });

    const token = await stack.token("demo");
    const bad = await stack.createAccount(token, { label: "Shop mail", password: "wrong" });
    const { api_key: key } = stack.file.demo;
    await stack.settled(key, await stack.accepted(key, { smtp_account_id: bad.id }));
    const mail = await stack.mail("ana@shop.example");
    expect([mail.subject, mail.rcpt_to]).toEqual([
      "The sending account Shop mail fails",
      ["ana@shop.example", "bo@shop.example"],
    ]);
    await open("/");
    await says("Failures by reason");
    expect(await visit.page.getByRole("link", { name: "Turn alerts on" }).count()).toBe(0);
  });

  it("say when somebody else has changed them meanwhile, and when none can be sent", async () => {
    const who: Owner = { sub: "demo", token: await stack.token("demo"), key: "", accountId: "" };
    await open("/alerts");
    await field("Addresses").fill("mine@shop.example");
    const theirs = { addresses: ["theirs@shop.example"], alerts: ["webhook_disabled"], weekly_summary: false };
    expect((await stack.call("PUT", "/panel/api/alerts", { token: who.token, json: theirs })).status).toBe(200);
    await button("Save").click();
    await says("Saved somewhere else since you opened it");
    await button("Take theirs").click();
    expect(await field("Addresses").inputValue()).toBe("theirs@shop.example");

    const { list } = await stack.call("GET", "/api/v1/smtp-accounts", { token: who.token });
    for (const { id } of list) await stack.call("DELETE", `/api/v1/smtp-accounts/${id}`, { token: who.token });
    await open("/alerts");
    await says("No alert can be sent at the moment");
    await visit.examine("alerts-none-works");
    await until(chosen, ({ sending_account: account }) => account === undefined);
  });
});
