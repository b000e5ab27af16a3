import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalStack } from "../support/local-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared();
});
afterAll(() => stack.close());

/** Makes a GET request like a browser that navigates to the address. */
async function navigate(url: string): Promise<IncomingMessage> {
  const asked = request(url, { headers: { "sec-fetch-mode": "navigate" }, timeout: 10_000 });
  asked.on("timeout", () => asked.destroy(new Error("no answer"))).end();
  const [answer]: IncomingMessage[] = await once(asked, "response");
  if (answer === undefined) throw new Error("no answer");
  return answer.resume();
}
const get = (path: string) => stack.call("GET", path);

describe("the panel's files (R-chat-administration)", () => {
  it.each(["/", "/?x=1", "/api-keys", "/sending-accounts/new", "/admin/chat-accounts", "/admin", "/signed-in?code=x"])(
    "%s is the panel's document, with its policy and never kept without asking",
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(text).toContain('<div id="panel">');
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain(`connect-src 'self' ${stack.file.auth_url};`);
      expect(Object.fromEntries(headers)).toMatchObject({
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "x-request-id": expect.stringMatching(/^[\w-]{8,}$/),
      });
    },
  );

  it("says in config.json whom to sign in with", async () => {
    const { status, body } = await get("/config.json");
    const { auth_url: issuer, base_url } = stack.file;
    expect(status).toBe(200);
    expect(body).toMatchObject({ issuer, client_id: "herald-panel", base_url, http_api_provider: false });
    expect(String(body.scope).split(" ")).toEqual(expect.arrayContaining(["openid", "notifications"]));
  });

  it.each([
    "/admin/api/nowhere",
    "/panel/api/nowhere",
    "/api-keysx",
    "/assets/nowhere.js",
    "/index.html/x",
    "/%2e%2e/package.json",
  ])("%s stays the API's 404", async (path) => {
    const { status, body } = await get(path);
    expect([status, body]).toMatchObject([404, { error: "not found", code: "not_found" }]);
  });

  it("lets nobody keep a 404 below the files that may be kept for ever", async () => {
    const asked = await get("/assets/index-nowhere.js");
    expect([asked.status, asked.headers.get("cache-control")]).toEqual([404, "no-store"]);
    // A browser navigates to this address. `fetch` does not let a test claim that it navigates.
    const visited = await navigate(`${stack.file.base_url}/assets/index-nowhere.js`);
    expect([visited.statusCode, visited.headers["cache-control"]]).toEqual([404, "no-cache"]);
  });

  it("answers HEAD without a body, and leaves other methods to the API", async () => {
    const head = await stack.call("HEAD", "/api-keys");
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", "text/html; charset=utf-8"]);
    expect((await stack.call("POST", "/api-keys", { json: {} })).status).toBe(404);
  });

  it("loads its first JavaScript from files that may be kept for ever", async () => {
    const { text } = await get("/");
    const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect((await get(file)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });
});
