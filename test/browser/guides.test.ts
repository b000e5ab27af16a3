import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { guidesListener } from "../../local/guides/guides-listener.ts";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";

describePages("the guides", () => {
  let server: Server;
  let browser: Browser;
  let visit: Visit;
  let url: string;

  beforeAll(async () => {
    const guides = guidesListener();
    server = createServer((request, response) => {
      const listener = guides(new URL(request.url ?? "", "http://guides").pathname);
      // The requests that a browser makes by itself.
      if (listener === undefined) response.writeHead(204).end();
      else listener(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/guides`;
    browser = await launchBrowser();
    visit = await Visit.begin(browser);
  });
  afterAll(async () => {
    await visit.end();
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  it("find what is looked for, and lead to it, by keyboard alone", async () => {
    const { page } = visit;
    await page.goto(url);
    expect(await page.title()).toBe("Quickstart - Herald");
    const results = page.locator("#results li");
    await page.getByLabel("Search").fill("doing it AGAIN");
    await results.getByRole("link", { name: "Concepts: Doing it again safely" }).waitFor();
    await page.getByLabel("Search").fill("zzzz");
    await results.getByText("Nothing found").waitFor();
    await page.getByLabel("Search").fill("safely again");
    await results.getByRole("link").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/concepts#doing-it-again-safely`);
    expect(visit.complaints).toEqual([]);
  });

  it("are accessible, and fit a telephone", async () => {
    await visit.page.goto(`${url}/errors`);
    await visit.examine("guides");
    expect(visit.complaints).toEqual([]);
  });
});
