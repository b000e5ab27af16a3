import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { Marked } from "marked";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LocalStack } from "../support/local-stack.ts";

const DOCS = join(import.meta.dirname, "../../docs");
const run = promisify(execFile);

/** The blocks that a page marks as `sh run`, in their order, as one program: a reader's terminal keeps its variables too. */
async function programOf(file: string): Promise<string> {
  const tokens = new Marked().lexer(await readFile(join(DOCS, file), "utf8"));
  return tokens
    .flatMap((token) => (token.type === "code" && token.lang === "sh run" ? [String(token.text)] : []))
    .join("\n");
}

const files = (await readdir(DOCS)).filter((name) => name.endsWith(".md"));
const programs = (await Promise.all(files.map(async (name) => [name, await programOf(name)] as const))).filter(
  ([, text]) => text !== "",
);

describe("the guides", () => {
  let stack: LocalStack;
  let folder: string;
  beforeAll(async () => {
    stack = await LocalStack.start();
    folder = await mkdtemp(join(tmpdir(), "herald-reader-"));
    await symlink(stack.dataDir, join(folder, ".herald"));
  });
  afterAll(async () => {
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("are pages of the local stack that run no script but their own, linked from the reference and from the panel", async () => {
    const page = await stack.call("GET", "/docs/guides/chat-messages");
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
    expect(page.headers.has("x-request-id")).toBe(true);
    const own = [...page.text.matchAll(/(?:src|href)="(\/[^"#]*)/g)].map(([, path]) => path ?? "");
    expect(own).toContain("/docs/guides/assets/search.js");
    for (const path of new Set(own)) expect([path, (await stack.call("GET", path)).status]).toEqual([path, 200]);
    const index = await stack.call("GET", "/docs/guides/assets/search-index.json");
    expect(index.list.length).toBeGreaterThan(50);
    expect((await stack.call("GET", "/docs")).text).toContain('<a href="/docs/guides">');
    const { tools } = (await stack.call("GET", "/config.json")).body;
    expect(tools).toContainEqual({ label: "Guides", url: `${stack.file.base_url}/docs/guides` });
  });

  it("begin with the quickstart, and answer like the rest to what is not there", async () => {
    const first = await stack.call("GET", "/docs/guides");
    expect([first.status, first.headers.get("location")]).toEqual([302, "/docs/guides/quickstart"]);
    const missing = await stack.call("GET", "/docs/guides/../../package.json%00");
    expect([missing.status, missing.body]).toEqual([404, { error: "not found" }]);
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

  it("have pages whose commands are run here", () => {
    expect(programs.map(([name]) => name)).toEqual(expect.arrayContaining(["quickstart.md", "email.md"]));
  });

  for (const [name, program] of programs)
    it(`${name} has commands that work as they stand`, async () => {
      const env = { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", program], { cwd: folder, env, timeout: 60_000 });
      expect(stdout).toContain('"id":"');
    });
});
