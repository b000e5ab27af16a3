import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, readlink, stat } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anAddress, call, LocalStack, type Owner, type Settings, spawnStack, until } from "../support/local-stack.ts";

/** The ports that a stack has, so that its next start keeps them. */
const portsOf = ({ file }: LocalStack): Settings => ({
  HERALD_PORT: new URL(file.base_url).port,
  HERALD_AUTH_PORT: new URL(file.auth_url).port,
  HERALD_MAILBOX_PORT: new URL(file.mailbox_url).port,
  HERALD_SMTP_PORT: String(file.smtp.port),
});

async function withStack(settings: Settings, use: (stack: LocalStack) => Promise<void>): Promise<void> {
  const stack = await LocalStack.start(settings);
  try {
    await use(stack);
  } finally {
    await stack.close();
  }
}

/** Starts a stack that is expected to end by itself. */
async function refusedStart(dataDir: string, settings: Settings = {}) {
  const child = spawnStack(dataDir, settings);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  return { code: code as number | null, output };
}

const acceptedTo = (stack: LocalStack, owner: Owner, local: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const to = anAddress(local);
      return { to, id: await stack.accepted(owner.key, { recipient: to }) };
    }),
  );

/** Listening addresses of a process, from the kernel's tables. */
async function listeners(pid: number): Promise<string[]> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")),
  );
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8").catch(() => "")),
  );
  return tables
    .flatMap((table) => table.split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[3] === "0A" && inodes.has(columns[9] ?? ""))
    .map((columns) => (columns[1] ?? "").split(":")[0] ?? "");
}

describe("start", () => {
  it("writes stack.json, whole and private, and prints what to try", async () => {
    await withStack({}, async (stack) => {
      const file = join(stack.dataDir, "stack.json");
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
        pid: expect.any(Number),
        base_url: url,
        auth_url: url,
        mailbox_url: url,
        smtp: { host: "127.0.0.1", port: expect.any(Number) },
        demo: {
          sub: "demo",
          api_key: expect.stringMatching(/^hrld_live_/),
          smtp_account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
        other: { sub: "other", api_key: expect.stringMatching(/^hrld_live_/) },
      });
      expect(stack.output).toContain("ready");
      for (const address of [stack.file.base_url, stack.file.auth_url, stack.file.mailbox_url])
        expect(stack.output).toContain(address);
      expect(stack.output).toMatch(/curl .*\/api\/v1\/notifications/);
    });
  });

  it("gives demo a default account on the mailbox, and other a key alone", async () => {
    await withStack({}, async (stack) => {
      const { demo, other } = stack.file;
      const accounts = (await stack.call("GET", "/api/v1/smtp-accounts", { token: await stack.token("demo") })).list;
      expect(accounts).toEqual([
        expect.objectContaining({ id: demo.smtp_account_id, is_default: true, port: stack.file.smtp.port }),
      ]);
      expect((await stack.call("GET", "/api/v1/smtp-accounts", { token: await stack.token("other") })).list).toEqual(
        [],
      );
      const id = await stack.accepted(demo.api_key);
      expect((await stack.settled(demo.api_key, id)).status).toBe("sent");
      expect((await stack.send(other.api_key)).status).toBe(400);
      expect((await stack.call("GET", `/api/v1/notifications/${id}`, { token: other.api_key })).status).toBe(404);
      const machine = await call("POST", `${stack.file.auth_url}/connect/token`, {
        raw: "grant_type=client_credentials&scope=notifications",
        type: "application/x-www-form-urlencoded",
        headers: { authorization: `Basic ${Buffer.from("herald-machine:herald-machine-secret").toString("base64")}` },
      });
      const token = String(machine.body.access_token);
      expect((await stack.call("GET", "/api/v1/smtp-accounts", { token })).status).toBe(200);
    });
  });

  it.skipIf(!existsSync("/proc/net/tcp"))("listens on 127.0.0.1 only, its engines too", async () => {
    await withStack({}, async (stack) => {
      const children = await readFile(`/proc/${stack.file.pid}/task/${stack.file.pid}/children`, "utf8");
      const pids = [stack.file.pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
      const addresses = (await Promise.all(pids.map(listeners))).flat();
      expect(addresses.length).toBeGreaterThanOrEqual(4);
      expect(new Set(addresses)).toEqual(new Set(["0100007F"]));
    });
  });

  it("refuses a second start on the same folder with a clear message, and the first goes on", async () => {
    await withStack({}, async (stack) => {
      const { code, output } = await refusedStart(stack.dataDir);
      expect(code).toBe(1);
      expect(output).toContain(stack.dataDir);
      expect(output).toMatch(/already runs/);
      expect(output).not.toMatch(/\bat .*\.ts:\d+/);
      expect(JSON.parse(await readFile(join(stack.dataDir, "stack.json"), "utf8"))).toEqual(stack.file);
      const id = await stack.accepted(stack.file.demo.api_key);
      expect((await stack.settled(stack.file.demo.api_key, id)).status).toBe("sent");
      expect((await stack.stop()).code).toBe(0);
      await stack.boot();
      expect((await stack.call("GET", "/health/live")).status).toBe(200);
    });
  });

  it.each<[string, Settings]>([
    ["a port that is no number", { HERALD_PORT: "http" }],
    ["a port out of range", { HERALD_SMTP_PORT: "70000" }],
    ["a negative delay", { HERALD_BACKOFF_BASE_SECONDS: "-1" }],
    ["a switch that is none", { HERALD_HTTP_API_PROVIDER: "yes" }],
  ])("says clearly what is wrong with %s", async (_what, settings) => {
    const { code, output } = await refusedStart(join("/tmp", `herald-none-${randomUUID()}`), settings);
    expect(code).toBe(1);
    expect(output).toContain(Object.keys(settings)[0]);
    expect(output).not.toMatch(/\bat .*\.ts:\d+/);
  });

  it.each(["HERALD_PORT", "HERALD_AUTH_PORT", "HERALD_MAILBOX_PORT", "HERALD_SMTP_PORT"])(
    "ends with a clear message when %s is taken, and the folder stays usable",
    async (name) => {
      const taken = createServer();
      taken.listen(0, "127.0.0.1");
      await once(taken, "listening");
      const { port } = taken.address() as AddressInfo;
      await withStack({}, async (stack) => {
        await stack.stop();
        const { code, output } = await refusedStart(stack.dataDir, { [name]: String(port) });
        expect(code).toBe(1);
        expect(output).toContain(String(port));
        await stack.boot();
        expect((await stack.call("GET", "/health/ready")).status).toBe(200);
      }).finally(() => taken.close());
    },
  );
});

describe("stop and start again", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("%s ends it cleanly within 5 s", async (signal) => {
    await withStack({}, async (stack) => {
      await stack.accepted(stack.file.demo.api_key);
      const { code, ms } = await stack.stop(signal);
      expect(code).toBe(0);
      expect(ms).toBeLessThan(5000);
    });
  });

  it("keeps mails, keys, accounts, notifications and signing keys", async () => {
    await withStack({}, async (stack) => {
      const owner = await stack.owner({ label: "Kept", trusted_domains: ["example.test"] });
      const to = anAddress("kept");
      const id = await stack.accepted(owner.key, { recipient: to });
      const sent = await stack.settled(owner.key, id);
      const [before, ports] = [stack.file, portsOf(stack)];
      const account = await stack.call("GET", `/api/v1/smtp-accounts/${owner.accountId}`, { token: owner.token });
      const mail = await stack.mail(to);
      await stack.stop();
      await stack.boot(ports);
      expect({ ...stack.file, pid: 0 }).toEqual({ ...before, pid: 0 });
      // The same token: the signing keys and the issuer are the same.
      const again = await stack.call("GET", `/api/v1/smtp-accounts/${owner.accountId}`, { token: owner.token });
      expect([again.status, again.body]).toEqual([200, account.body]);
      expect(await stack.notification(owner.key, id)).toEqual(sent);
      expect((await stack.mail(to)).raw).toBe(mail.raw);
      const next = await stack.accepted(owner.key);
      expect((await stack.settled(owner.key, next)).status).toBe("sent");
      const fromDemo = await stack.accepted(before.demo.api_key);
      expect((await stack.settled(before.demo.api_key, fromDemo)).status).toBe("sent");
    });
  });

  it("follows the mailbox to another port", async () => {
    await withStack({}, async (stack) => {
      const { demo } = stack.file;
      await stack.stop();
      await stack.boot();
      expect(stack.file.demo).toEqual(demo);
      const id = await stack.accepted(demo.api_key);
      expect((await stack.settled(demo.api_key, id)).status).toBe("sent");
    });
  });

  it("SIGTERM while mails are on their way: within 5 s, and everybody gets exactly one", async () => {
    await withStack(
      { HERALD_LEASE_SECONDS: "8", HERALD_SWEEP_SECONDS: "1", HERALD_BACKOFF_BASE_SECONDS: "0.5" },
      async (stack) => {
        const owner = await stack.owner();
        const ports = portsOf(stack);
        const all = [
          ...(await acceptedTo(stack, owner, "slow2", 4)),
          ...(await acceptedTo(stack, owner, "slow5", 2)),
          ...(await acceptedTo(stack, owner, "quick", 10)),
        ];
        await until(
          () => stack.notification(owner.key, all[0]?.id ?? ""),
          ({ status }) => status !== "pending",
          { everyMs: 10 },
        );
        const { code, ms } = await stack.stop("SIGTERM");
        expect([code, ms < 5000]).toEqual([0, true]);
        await stack.boot(ports);
        const ended = await Promise.all(all.map(({ id }) => stack.settled(owner.key, id, 45_000)));
        expect(new Set(ended.map((one) => one.status))).toEqual(new Set(["sent"]));
        expect(await Promise.all(all.map(async ({ to }) => (await stack.mails(to)).length))).toEqual(all.map(() => 1));
      },
    );
  });

  it("kill -9 while mails are on their way: nothing accepted is lost", async () => {
    await withStack(
      { HERALD_LEASE_SECONDS: "6", HERALD_SWEEP_SECONDS: "1", HERALD_BACKOFF_BASE_SECONDS: "0.5" },
      async (stack) => {
        const owner = await stack.owner();
        const ports = portsOf(stack);
        const all = [
          ...(await acceptedTo(stack, owner, "slow3", 12)),
          ...(await acceptedTo(stack, owner, "quick", 20)),
          ...(await acceptedTo(stack, owner, "defer1", 5)),
          ...(await acceptedTo(stack, owner, "reject", 3)),
        ];
        await until(
          () => stack.notification(owner.key, all[0]?.id ?? ""),
          ({ status }) => status !== "pending",
          { everyMs: 10 },
        );
        await stack.stop("SIGKILL");
        await stack.boot(ports);
        const ended = await Promise.all(all.map(({ id }) => stack.settled(owner.key, id, 50_000)));
        for (const [i, one] of ended.entries()) {
          const isRefused = all[i]?.to.startsWith("reject") ?? false;
          expect(one).toMatchObject({ status: isRefused ? "failed" : "sent" });
          const mails = await stack.mails(all[i]?.to ?? "");
          if (!isRefused) expect(mails.length).toBeGreaterThanOrEqual(1);
          expect(new Set(mails.map((mail) => mail.message_id)).size).toBeLessThanOrEqual(1);
        }
        expect((await stack.call("GET", "/health/ready")).status).toBe(200);
      },
    );
  });

  it("kill -9 while requests come in: whatever got its 202 is delivered", async () => {
    await withStack(
      { HERALD_LEASE_SECONDS: "4", HERALD_SWEEP_SECONDS: "1", HERALD_BACKOFF_BASE_SECONDS: "0.5" },
      async (stack) => {
        const owner = await stack.owner();
        const ports = portsOf(stack);
        const accepted: string[] = [];
        let isOver = false;
        const flood = Promise.all(
          Array.from({ length: 8 }, async () => {
            while (!isOver) {
              const answer = await stack.send(owner.key).catch(() => undefined);
              if (answer?.status === 202) accepted.push(String(answer.body.id));
              if (answer === undefined) return;
            }
          }),
        );
        await until(
          async () => accepted.length,
          (length) => length >= 60,
          { everyMs: 5 },
        );
        await stack.stop("SIGKILL");
        isOver = true;
        await flood;
        await stack.boot(ports);
        const ended = await Promise.all(accepted.map((id) => stack.settled(owner.key, id, 40_000)));
        expect(new Set(ended.map((one) => one.status))).toEqual(new Set(["sent"]));
      },
    );
  });
});
