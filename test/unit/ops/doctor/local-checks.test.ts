import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runChecks } from "../../../../ops/doctor/check.ts";
import { localChecks } from "../../../../ops/doctor/local-checks.ts";
import type { Ask } from "../../../../ops/doctor/web-checks.ts";

const TOPIC = "arn:aws:sns:us-east-1:000000000000:herald-chat-events";
const LINKED = { registrationStatus: "COMPLETE", eventDestinations: [{ eventDestinationArn: TOPIC }] };
const STACK = {
  pid: process.pid,
  base_url: "http://127.0.0.1:3000",
  auth_url: "http://127.0.0.1:3001",
  mailbox_url: "http://127.0.0.1:3002",
  chat_simulator_url: "http://127.0.0.1:3003",
  topic_arn: TOPIC,
  smtp: { host: "127.0.0.1", port: 3025 },
  demo: { api_key: "hrld_live_x" },
};

const answering =
  (linkedAccounts: readonly unknown[], status = 200): Ask =>
  async () => ({ status, json: async () => ({ linkedAccounts }), text: async () => "" });

const pemOf = (namedCurve: string): string =>
  generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

describe("localChecks()", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "herald-doctor-"));
    writeFileSync(join(dataDir, "stack.json"), JSON.stringify(STACK));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Runs one check alone, because the others would use the network. */
  async function look(name: string, ask: Ask = answering([LINKED])) {
    const [found] = await runChecks(localChecks(dataDir, ask).filter((check) => check.name === name));
    return found;
  }
  const keep = (name: string, content: string, mode = 0o600) => writeFileSync(join(dataDir, name), content, { mode });

  it("is content with keys that are their owner's only, and a linked account that tells the topic", async () => {
    keep("seal.key", "0".repeat(64));
    keep("media-signing-key.pem", pemOf("P-256"));
    expect(await look("sealing key")).toMatchObject({ result: "ok" });
    expect(await look("media signing key")).toMatchObject({ result: "ok" });
    expect(await look("business account")).toMatchObject({
      result: "ok",
      seen: "1 linked in the simulator, with events to the chat topic",
    });
  });

  it.each([
    ["is not there", () => {}, "there is no "],
    ["may be read by others", () => keep("media-signing-key.pem", pemOf("P-256"), 0o644), "others may read "],
    ["is of another kind", () => keep("media-signing-key.pem", pemOf("P-384")), "holds no P-256 key"],
    ["is no key", () => keep("media-signing-key.pem", "nonsense"), "holds no P-256 key"],
  ])("fails over a media signing key that %s", async (_, prepare, seen) => {
    prepare();
    const found = await look("media signing key");
    expect(found).toMatchObject({ result: "failed", seen: expect.stringContaining(seen) });
    expect(found?.advice).toBeTruthy();
  });

  it.each([
    ["warning", "none is linked", answering([])],
    ["warning", "none with events to the chat topic", answering([{ ...LINKED, eventDestinations: [] }])],
    ["failed", "the simulator answers 503", answering([], 503)],
  ])("sees that the chat cannot be used (%s: %s)", async (result, seen, ask) => {
    expect(await look("business account", ask)).toMatchObject({ result, seen: expect.stringContaining(seen) });
  });
});
