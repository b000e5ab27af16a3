import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { blocksOf } from "../support/guides/blocks.ts";
import { missingOf } from "../support/guides/reader.ts";
import { until } from "../support/local-stack.ts";
import { installClient } from "../support/packed-client.ts";
import { personsEnvironment } from "../support/persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const ID = "evt_0190b2a0-0000-7000-8000-000000000001";
const BODY = JSON.stringify({
  id: ID,
  type: "notification.sent",
  timestamp: "2026-11-23T04:00:00Z",
  data: { to: "zoë" },
});

interface Signing {
  readonly by?: readonly string[];
  readonly atMs?: number;
}

function signed({ by = [SECRET], atMs = Date.now() }: Signing = {}) {
  return {
    "content-type": "application/json",
    "webhook-id": ID,
    "webhook-timestamp": String(Math.floor(atMs / 1000)),
    "webhook-signature": by.map((secret) => new Webhook(secret).sign(ID, new Date(atMs), BODY)).join(" "),
  };
}

const RECEIVERS = [
  { language: "ts", file: "receive.mts", program: process.execPath, needs: [] },
  { language: "python", file: "receive.py", program: "python3", needs: ["python3"] },
  { language: "go", file: "receive.go", program: "go", needs: ["go"] },
] as const;
/** All tests share the cache of the Go compiler, so that none compiles again. */
const GO_CACHE = join(ROOT, "node_modules/.cache/go-build");

describe("a receiver as docs/webhooks.md prints it", () => {
  let shop: string;
  beforeAll(async () => {
    shop = await mkdtemp(join(tmpdir(), "herald-shop-"));
    await installClient(shop);
    const blocks = blocksOf(await readFile(join(ROOT, "docs/webhooks.md"), "utf8"));
    for (const { file, language } of RECEIVERS) {
      const printed = blocks.find((block) => block.language === language && block.marks.has("tab"));
      await writeFile(join(shop, file), `${printed?.text}\n`);
    }
  });
  afterAll(() => rm(shop, { recursive: true, force: true }));

  describe.each(RECEIVERS)("in $file", ({ file, program, needs }) => {
    let child: ChildProcess | undefined;
    let url: string;
    let printed = "";
    beforeAll(async () => {
      if (missingOf(needs).length > 0) return;
      const port = await freePort();
      url = `http://127.0.0.1:${port}/herald`;
      const env = { ...personsEnvironment(), HERALD_WEBHOOK_SECRET: SECRET, PORT: String(port), GOCACHE: GO_CACHE };
      const args = program === "go" ? ["run", join(shop, file)] : [join(shop, file)];
      // The program leads a process group, so that the programs started by `go run` end with it.
      child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"], detached: true });
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
      await until(
        async () => printed,
        (text) => text.includes("receiving"),
      );
    });
    afterAll(async () => {
      if (child?.pid === undefined) return;
      const ended = once(child, "exit");
      process.kill(-child.pid, "SIGKILL");
      await ended;
    });

    const post = async (headers: Record<string, string>, body = BODY) => {
      const signal = AbortSignal.timeout(30_000);
      const { status } = await fetch(url, { method: "POST", headers, body, signal });
      return status;
    };

    it.skipIf(missingOf(needs).length > 0)(
      "believes what the standard's own package signs, and nothing else",
      async () => {
        expect(await post(signed())).toBe(204);
        expect(await post(signed({ by: [OTHER, SECRET] }))).toBe(204);
        expect(await post(signed(), BODY.replace("sent", "failed"))).toBe(400);
        expect(await post({ ...signed(), "webhook-id": ID.replace("1", "2") })).toBe(400);
        const soon = String(Math.floor(Date.now() / 1000) + 60);
        expect(await post({ ...signed(), "webhook-timestamp": soon })).toBe(400);
        expect(await post(signed({ by: [OTHER] }))).toBe(400);
        expect(await post(signed({ atMs: Date.now() - 400_000 }))).toBe(400);
        expect(await post(signed({ atMs: Date.now() + 400_000 }))).toBe(400);
        for (const name of Object.keys(signed()).filter((one) => one.startsWith("webhook-")))
          for (const value of ["", "x", "ü", ","])
            expect([name, await post({ ...signed(), [name]: value })]).toEqual([name, 400]);
        expect(await post({ "content-type": "application/json" })).toBe(400);
        // The receiver still listens afterwards.
        expect(await post(signed())).toBe(204);
        const lines = () => printed.trim().split(/\r?\n/);
        await expect.poll(lines).toEqual(["receiving", ...Array(3).fill(`notification.sent ${ID}`)]);
      },
    );
  });
});
