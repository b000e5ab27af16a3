import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatSimulator, startChatSimulator } from "../../local/world/chat-simulator/start-chat-simulator.ts";
import { launchBrowser, Visit } from "../support/browser.ts";

const CUSTOMER = "15551239876";
/** These fill the list several times over. */
const MANY = 30;

describe("the telephone", () => {
  let folder: string;
  let simulator: ChatSimulator;
  let browser: Browser;
  let visit: Visit;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "herald-telephone-"));
    [simulator, browser] = await Promise.all([
      startChatSimulator({
        port: 0,
        dataDir: folder,
        webhookUrl: () => undefined,
        topicArn: "arn:aws:sns:us-east-1:000000000000:herald-chat-events",
        region: "us-east-1",
        reviewSeconds: 2,
      }),
      launchBrowser(),
    ]);
    for (let i = 0; i < MANY; i++) await writesIn(`Message ${i}`);
    visit = await Visit.begin(browser);
    await visit.page.goto(`${simulator.url}/#${CUSTOMER}`);
    await message(`Message ${MANY - 1}`).waitFor();
  });
  afterAll(async () => {
    await visit?.end();
    await browser?.close();
    await simulator?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const writesIn = async (body: string) => {
    const answer = await fetch(`${simulator.url}/api/customers/${CUSTOMER}/messages`, {
      method: "POST",
      body: JSON.stringify({ type: "text", text: { body } }),
    });
    expect(answer.status).toBe(201);
  };
  const message = (text: string) => visit.page.locator("#messages li", { hasText: text }).last();
  const belowTheFold = () =>
    visit.page.evaluate(
      `(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.getElementById("messages"))`,
    );

  it("follows new messages after its form has grown and shrunk", async () => {
    const { page } = visit;
    expect(await belowTheFold()).toBeLessThan(2);
    await page.getByLabel("Type").selectOption("location");
    await page.getByLabel("Latitude").fill("-23.5");
    await page.getByLabel("Longitude").fill("-46.6");
    await page.getByRole("button", { name: "Send as the customer" }).click();
    await message("-23.5, -46.6").waitFor();
    expect(await belowTheFold()).toBeLessThan(2);
    await page.getByLabel("Type").selectOption("text");
    await page.getByRole("textbox", { name: "Message" }).fill("Here I am");
    await page.getByRole("button", { name: "Send as the customer" }).click();
    await message("Here I am").waitFor();
    expect(await belowTheFold()).toBeLessThan(2);
    expect(visit.complaints).toEqual([]);
  });

  it("stays where a person reads on", async () => {
    const { page } = visit;
    await page.locator("#messages").hover();
    await page.mouse.wheel(0, -600);
    await expect.poll(belowTheFold).toBeGreaterThan(100);
    const before = await page.evaluate(`document.getElementById("messages").scrollTop`);
    await writesIn("Somebody else");
    await message("Somebody else").waitFor({ state: "attached" });
    await page.getByLabel("Type").selectOption("location");
    expect(await page.evaluate(`document.getElementById("messages").scrollTop`)).toBe(before);
  });

  it("shows another thread from its end", async () => {
    const { page } = visit;
    await page.goto(`${simulator.url}/#15550000000`);
    await expect.poll(() => page.locator("#messages li").count()).toBe(0);
    await page.goto(`${simulator.url}/#${CUSTOMER}`);
    await message("Somebody else").waitFor();
    expect(await belowTheFold()).toBeLessThan(2);
  });
});
