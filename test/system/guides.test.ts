import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { guidePages } from "../support/guides/pages.ts";
import { programsOf } from "../support/guides/programs.ts";
import { missingOf, Reader } from "../support/guides/reader.ts";
import { LocalStack } from "../support/local-stack.ts";

/** Newcomers open these pages first, so the test follows them with npm's own `npx`. */
const FIRST_PAGES = new Set(["README.md", "docs/quickstart.md"]);

const programs = (await guidePages()).flatMap(({ file, blocks }) => programsOf(file, blocks));

describe("the guides", () => {
  let stack: LocalStack;
  let reader: Reader;
  beforeAll(async () => {
    stack = await LocalStack.shared();
    reader = await Reader.begin(stack.dataDir);
  });
  afterAll(async () => {
    await reader.end();
    await stack.close();
  });

  it("are pages of the local stack that run no script but their own, linked from the reference and from the panel", async () => {
    const page = await stack.call("GET", "/docs/guides/chat-messages");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
    expect(page.headers.has("x-request-id")).toBe(true);
    const own = [...page.text.matchAll(/(?:src|href)="(\/[^"#]*)/g)].map(([, path]) => path ?? "");
    expect(own).toContain("/docs/guides/assets/first.js");
    for (const path of new Set(own)) expect([path, (await stack.call("GET", path)).status]).toEqual([path, 200]);
    expect((await stack.call("GET", "/docs")).text).toContain('<a href="/docs/guides">');
    const { tools } = (await stack.call("GET", "/config.json")).body;
    expect(tools).toContainEqual({ label: "Guides", url: `${stack.file.base_url}/docs/guides` });
  });

  it("lead to the parts of the stack that serves them, in the page and in what its script shows next", async () => {
    const page = await stack.call("GET", "/docs/guides/quickstart");
    const [, script] = /href="([^"]*quickstart\.md\.[^"]*\.js)"/.exec(page.text) ?? [];
    const { text } = await stack.call("GET", script?.replace(".lean.js", ".js") ?? "");
    for (const shown of [page.text, text]) {
      expect(shown).toContain(`href="${stack.file.mailbox_url}"`);
      expect(shown).not.toContain("http://127.0.0.1:3002");
    }
  });

  it("begin with a page of their own, and answer like the rest to what is not there", async () => {
    const first = await stack.call("GET", "/docs/guides");
    expect([first.status, first.headers.get("location")]).toEqual([302, "/docs/guides/"]);
    const missing = await stack.call("GET", "/docs/guides/../../package.json%00");
    expect([missing.status, missing.body]).toMatchObject([404, { error: "not found" }]);
    const posted = await stack.call("POST", "/docs/guides/quickstart", { json: {} });
    expect([posted.status, posted.headers.get("allow"), posted.body]).toEqual([
      405,
      "GET",
      { error: "method not allowed" },
    ]);
    const head = await stack.call("HEAD", "/docs/guides/quickstart");
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1000);
  });

  for (const program of programs)
    it(`${program.title} has commands that work as they stand, and print what it shows`, async (ctx) => {
      const missing = missingOf(program.needs);
      ctx.skip(missing.length > 0, `not on this machine: ${missing.join(", ")}`);
      const hasOwnNpx = FIRST_PAGES.has(program.title);
      await expect(reader.follow(program.steps, { hasOwnNpx })).resolves.toBeUndefined();
    });
});
