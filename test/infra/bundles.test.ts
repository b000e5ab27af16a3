import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bundle, bundleFunction } from "../../lib/cloud/bundle.ts";
import { type FunctionDefinition, functions } from "../../lib/functions.ts";

const run = promisify(execFile);
const KB = 1000;
/** Of the main file. */
const MAIN_KB: Record<string, number> = {
  notifications: 540,
  "deliver-notification": 755,
  "apply-chat-event": 530,
  conversations: 530,
  "retrieve-media": 660,
  "panel-conversations": 550,
  mcp: 880,
};
const API_KB = 520;
/** A cold start grows by about 25 ms per 100 KB; who sends mail carries the mail library, which is 175 KB. */
const startLimitKb = ({ name, uses }: FunctionDefinition) =>
  uses.includes("secrets:open") ? 755 : (MAIN_KB[name] ?? API_KB);

const ENVIRONMENT = {
  AWS_LAMBDA_FUNCTION_NAME: "bundle-under-test",
  AWS_REGION: "eu-central-1",
  CONFIG_TABLE: "Config",
  API_KEYS_TABLE: "ApiKeys",
  NOTIFICATIONS_TABLE: "Notifications",
  CHAT_TABLE: "Chat",
  EPHEMERAL_TABLE: "Ephemeral",
  DELIVERY_QUEUE_URL: "https://queue.example.com/delivery",
  CONTENT_BUCKET: "content",
  CURSOR_KEY: "0".repeat(64),
  CHAT_TOPIC_ARN: "arn:aws:sns:eu-central-1:000000000000:chat",
  CHAT_EVENT_QUEUE_URL: "https://queue.example.com/chat-events",
  SECRET_KEY_ID: "key",
  OIDC_ISSUER: "https://identity.example.com",
};

describe("bundles", () => {
  const folder = mkdtempSync(join(tmpdir(), "herald-bundles-"));
  const bundles = new Map<string, Bundle>();
  beforeAll(() => {
    for (const definition of functions) bundles.set(definition.name, bundleFunction(definition, folder));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const bundleOf = (name: string): Bundle => {
    const bundle = bundles.get(name);
    if (!bundle) throw new Error(`${name} was not bundled`);
    return bundle;
  };

  it.each(functions)("$name starts with no more code than its limits allow", (definition) => {
    const { mainBytes, startBytes } = bundleOf(definition.name);
    expect(mainBytes).toBeLessThanOrEqual((MAIN_KB[definition.name] ?? API_KB) * KB);
    expect(startBytes).toBeGreaterThanOrEqual(mainBytes);
    expect(startBytes).toBeLessThanOrEqual(startLimitKb(definition) * KB);
  });

  it.each(functions)("$name starts from its bundle alone, and exports a handler", async ({ name }) => {
    const { directory, mainFile } = bundleOf(name);
    const start = `const { handler } = await import(${JSON.stringify(join(directory, mainFile))}); console.log(typeof handler); process.exit()`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", start], {
      env: ENVIRONMENT,
      cwd: directory,
      timeout: 20_000,
    });
    expect(stdout.trim()).toBe("function");
  });

  it("leave what is loaded on demand out of the start", () => {
    const { directory, chunkBytes, mainBytes, startBytes } = bundleOf("deliver-notification");
    const objectStore = readdirSync(directory).filter((name) => /^blob-store-.*\.mjs$/.test(name));
    expect(objectStore).toHaveLength(1);
    expect(chunkBytes).toBeGreaterThan(startBytes - mainBytes);
  });

  it("leave the MCP library to the one function that speaks MCP", () => {
    const speaking = functions.filter(({ name }) => {
      const { directory } = bundleOf(name);
      const code = readdirSync(directory).filter((file) => file.endsWith(".mjs"));
      // A key of the protocol that only its library writes.
      return code.some((file) => readFileSync(join(directory, file), "utf8").includes("io.modelcontextprotocol/"));
    });
    expect(speaking.map(({ name }) => name)).toEqual(["mcp"]);
  });

  it("give the API reference its page's files", () => {
    expect(readdirSync(join(bundleOf("docs").directory, "assets"))).toEqual(["swagger-ui-bundle.js", "swagger-ui.css"]);
    expect(readdirSync(bundleOf("system").directory)).not.toContain("assets");
  });

  it("are the same, byte for byte, when nothing has changed", () => {
    const [definition] = functions.filter(({ name }) => name === "notifications") as [FunctionDefinition];
    const again = bundleFunction(definition, join(folder, "again"));
    const digestOf = (directory: string) =>
      readdirSync(directory).map((name) => [
        name,
        createHash("sha256")
          .update(readFileSync(join(directory, name)))
          .digest("hex"),
      ]);
    expect(digestOf(again.directory)).toEqual(digestOf(bundleOf("notifications").directory));
  });
});
