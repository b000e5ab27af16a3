import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { emailExamples } from "../support/email-examples.ts";
import { LocalStack } from "../support/local-stack.ts";

let stack: LocalStack;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  [stack, browser] = await Promise.all([LocalStack.start(), launchBrowser()]);
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

const heading = (name: string) => visit.page.getByRole("heading", { name, level: 1 });
const templates = async () =>
  (await stack.call("GET", "/api/v1/templates", { token: await stack.token("other") })).list.map(
    ({ id, name, alias, strict, escape: escaping, body }) => ({ id, name, alias, strict, escaping, body }),
  );

describePages("the examples of email templates", () => {
  it("are offered to a new owner, each with a preview, and become templates of their own", async () => {
    const { page } = visit;
    await visit.open(`${stack.file.base_url}/email-templates`, "other");
    await page.getByRole("link", { name: "Start from an example" }).last().click();
    await heading("Start from an example").waitFor();
    expect(await page.getByRole("button", { name: /^Use / }).count()).toBe(emailExamples().length);
    await page.frameLocator("iframe >> nth=0").getByText("Your company").first().waitFor();
    await visit.examine("email-template-examples");

    await page.getByRole("button", { name: "Look at Receipt" }).click();
    const dialog = page.getByRole("dialog", { name: "Receipt" });
    await dialog.frameLocator("iframe").getByText("Stoneware mug").waitFor();
    await visit.glance("email-template-example", "light");
    await dialog.getByText("Text", { exact: true }).click();
    await dialog.getByText("2 × Earl Grey, 100 g 13.00 EUR").waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Use Receipt" }).dblclick();
    await heading("Receipt").waitFor();
    await page.frameLocator("iframe").getByText("Thank you, Ann").waitFor();
    const [receipt, ...others] = await templates();
    const example = emailExamples().find(({ reference }) => reference === "receipt");
    expect(others).toEqual([]);
    const options = { alias: "receipt", strict: true, escaping: "html" };
    expect(receipt).toEqual({ ...options, id: receipt?.id, name: "Receipt", body: example?.body });
  });

  it("take another alias where theirs is taken", async () => {
    const { page } = visit;
    await visit.open(`${stack.file.base_url}/email-templates/start`, "other");
    await page.getByRole("button", { name: "Use Receipt" }).click();
    await heading("Receipt 2").waitFor();
    expect((await templates()).map(({ name, alias }) => [name, alias])).toEqual([
      ["Receipt", "receipt"],
      ["Receipt 2", "receipt-2"],
    ]);
  });
});
