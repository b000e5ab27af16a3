import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalStack } from "../support/local-stack.ts";

describe("the reference", () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await LocalStack.shared();
  });
  afterAll(() => stack.close());

  const pathsOf = async (address: string) => Object.keys((await stack.call("GET", address)).body.paths as object);

  it.each([
    ["/docs", "public"],
    ["/docs/internal", "internal"],
  ])("shows on %s the %s part of the interface", async (address, part) => {
    const page = await stack.call("GET", address);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    expect(page.text).toContain(`data-part="${part}"`);
    const document = await stack.call("GET", `/docs/${part}.json`);
    expect([document.status, document.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(document.headers.get("cache-control")).toBe("no-cache");
  });

  it("describes every operation in /openapi.json, and each one on one page", async () => {
    const [whole, open, internal] = await Promise.all(
      ["/openapi.json", "/docs/public.json", "/docs/internal.json"].map(pathsOf),
    );
    expect([...(open ?? []), ...(internal ?? [])].toSorted()).toEqual(whole?.toSorted());
    expect(open).toContain("/api/v1/notifications");
    expect(internal).toContain("/panel/api/api-keys");
  });

  it.each(["constructor", "public", "internal.js", "..%2Fpackage.json"])("has no file %s", async (name) => {
    expect((await stack.call("GET", `/docs/${name}`)).status).toBe(404);
  });
});
