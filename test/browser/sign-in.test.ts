import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { describePages, launchBrowser, Visit } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { LocalStack } from "../support/local-stack.ts";

let browser: Browser;
let visit: Visit;
let stack: LocalStack | undefined;
let tokenOrigin: string;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  visit = await Visit.begin(browser);
});
afterEach(async () => {
  await visit.end();
  await stack?.close();
});

/**
 * Starts a stack whose identity provider has its token endpoint on another origin than its issuer, as Amazon Cognito
 * has.
 */
async function startApart(settings: (origin: string) => Record<string, string>): Promise<LocalStack> {
  const port = await freePort();
  tokenOrigin = `http://127.0.0.1:${port}`;
  stack = await LocalStack.start({ HERALD_AUTH_TOKEN_PORT: String(port), ...settings(tokenOrigin) });
  return stack;
}

const heading = (name: string) => visit.page.getByRole("heading", { name, level: 1 });

describePages("signing in where the token endpoint has an origin of its own", () => {
  it("works when the setting names that origin", async () => {
    const { file } = await startApart((origin) => ({ HERALD_OIDC_ORIGINS: origin }));
    const asked: string[] = [];
    visit.page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
    await visit.signIn(`${file.base_url}/api-keys`);
    await heading("API keys").waitFor();
    expect(asked).toContain(`POST ${tokenOrigin}/connect/token`);
    expect(visit.complaints).toEqual([]);
  });

  it("is refused by the content security policy without it", async () => {
    const { file } = await startApart(() => ({}));
    await visit.page.goto(`${file.base_url}/api-keys`);
    await visit.page.getByRole("button", { name: /^demo\b/ }).click();
    const policy = `policy: connect-src ${tokenOrigin}/connect/token`;
    await expect.poll(() => visit.complaints.some((one) => one.includes(policy))).toBe(true);
    expect(await heading("API keys").count()).toBe(0);
  });
});
