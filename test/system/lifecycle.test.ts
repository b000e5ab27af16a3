import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, readdir, readFile, readlink, stat } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, call, LocalStack, type Owner, type Settings, spawnStack, until } from "../support/local-stack.ts";

/** Returns settings with which the next start keeps the ports of the stack. */
const portsOf = ({ file }: LocalStack): Settings => ({
  HERALD_PORT: new URL(file.base_url).port,
  HERALD_AUTH_PORT: new URL(file.auth_url).port,
  HERALD_MAILBOX_PORT: new URL(file.mailbox_url).port,
  HERALD_SMTP_PORT: String(file.smtp.port),
  HERALD_CHAT_PORT: new URL(file.chat_simulator_url).port,
});

/** The stack promises to stop within 5 s (M-stop); a shared machine may need more. */
const STOPS_WITHIN_MS = 10_000;

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
  const timer = setTimeout(() => child.kill("SIGKILL"), 300_000);
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

/** Reads the listening addresses of a process from the kernel's tables. */
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

describe("a running stack", () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await LocalStack.start();
  });
  afterAll(() => stack.close());

  it("has written stack.json, whole and private, and printed what to try (M-ready)", async () => {
    const file = join(stack.dataDir, "stack.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
    const api_key = expect.stringMatching(/^hrld_live_/);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
      ...{ pid: expect.any(Number), base_url: url, auth_url: url, mailbox_url: url },
      smtp: { host: "127.0.0.1", port: expect.any(Number) },
      demo: { sub: "demo", api_key, smtp_account_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      other: { sub: "other", api_key },
    });
    const { base_url, auth_url, mailbox_url } = stack.file;
    for (const text of ["ready", base_url, auth_url, mailbox_url]) expect(stack.output).toContain(text);
    expect(stack.output).toMatch(/curl .*\/api\/v1\/notifications/);
  });

  it.skipIf(process.platform === "win32")(
    "keeps its data folder to its owner, one that was there before too",
    async () => {
      const openToOthers = async () => {
        const entries = await readdir(stack.dataDir, { recursive: true, withFileTypes: true });
        const paths = [stack.dataDir, ...entries.map((entry) => join(entry.parentPath, entry.name))];
        const modes = await Promise.all(paths.map(async (path) => [path, (await stat(path)).mode & 0o077] as const));
        return modes.filter(([, others]) => others !== 0);
      };
      expect(await openToOthers()).toEqual([]);
      await stack.stop();
      await chmod(stack.dataDir, 0o755);
      for (const name of ["mailbox.sqlite", "queues.sqlite", "tables.db"])
        await chmod(join(stack.dataDir, name), 0o644);
      await stack.boot();
      expect(await openToOthers()).toEqual([]);
    },
  );

  it("gives demo a default account on the mailbox, and other a key alone (M-demo)", async () => {
    const { demo, other, smtp } = stack.file;
    const accounts = async (sub: string) =>
      (await stack.call("GET", "/api/v1/smtp-accounts", { token: await stack.token(sub) })).list;
    const account = { id: demo.smtp_account_id, is_default: true, port: smtp.port };
    expect(await accounts("demo")).toEqual([expect.objectContaining(account)]);
    expect(await accounts("other")).toEqual([]);
    const id = await stack.accepted(demo.api_key);
    expect((await stack.settled(demo.api_key, id)).status).toBe("sent");
    expect((await stack.send(other.api_key)).status).toBe(400);
    expect((await stack.call("GET", `/api/v1/notifications/${id}`, { token: other.api_key })).status).toBe(404);
  });

  it("lets the machine client in with its own token", async () => {
    const { body } = await call("POST", `${stack.file.auth_url}/connect/token`, {
      raw: "grant_type=client_credentials&scope=notifications",
      type: "application/x-www-form-urlencoded",
      headers: { authorization: `Basic ${Buffer.from("herald-machine:herald-machine-secret").toString("base64")}` },
    });
    const token = String(body.access_token);
    expect((await stack.call("GET", "/api/v1/smtp-accounts", { token })).status).toBe(200);
  });

  it.skipIf(!existsSync("/proc/net/tcp"))("listens on 127.0.0.1 only, its engines too", async () => {
    const { pid } = stack.file;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
    const pids = [pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
    const addresses = (await Promise.all(pids.map(listeners))).flat();
    expect(addresses.length).toBeGreaterThanOrEqual(4);
    expect(new Set(addresses)).toEqual(new Set(["0100007F"]));
  });

  it("refuses a second start on the same folder with a clear message, and goes on itself (M-second-start)", async () => {
    const { code, output } = await refusedStart(stack.dataDir);
    expect(code).toBe(1);
    expect(output).toContain(stack.dataDir);
    expect(output).toMatch(/already runs/);
    expect(output).not.toMatch(/\bat .*\.ts:\d+/);
    expect(JSON.parse(await readFile(join(stack.dataDir, "stack.json"), "utf8"))).toEqual(stack.file);
    const { api_key } = stack.file.demo;
    expect((await stack.settled(api_key, await stack.accepted(api_key))).status).toBe("sent");
  });
});

describe("a start that cannot be", () => {
  it("says clearly which setting is wrong", async () => {
    const wrong = {
      HERALD_PORT: "http",
      HERALD_SMTP_PORT: "70000",
      HERALD_BACKOFF_BASE_SECONDS: "-1",
      HERALD_HTTP_API_PROVIDER: "yes",
    };
    for (const [name, value] of Object.entries(wrong)) {
      const { code, output } = await refusedStart(join(tmpdir(), `herald-none-${randomUUID()}`), { [name]: value });
      expect(code).toBe(1);
      expect(output).toContain(name);
      expect(output).not.toMatch(/\bat .*\.ts:\d+/);
    }
  });

  it("says clearly which port is taken, and leaves the folder usable", async () => {
    const taken = createServer();
    taken.listen(0, "127.0.0.1");
    await once(taken, "listening");
    const port = String((taken.address() as AddressInfo).port);
    try {
      await withStack({}, async (stack) => {
        await stack.stop();
        for (const name of [
          "HERALD_PORT",
          "HERALD_AUTH_PORT",
          "HERALD_MAILBOX_PORT",
          "HERALD_SMTP_PORT",
          "HERALD_CHAT_PORT",
        ]) {
          const { code, output } = await refusedStart(stack.dataDir, { [name]: port });
          expect([name, code]).toEqual([name, 1]);
          expect(output).toContain(port);
        }
        await stack.boot();
        expect((await stack.call("GET", "/health/ready")).status).toBe(200);
      });
    } finally {
      taken.close();
    }
  });
});

describe("stop and start again (M-stop, M-data)", () => {
  it("keeps mails, keys, accounts, notifications and signing keys, on the same ports and on others", async () => {
    await withStack({}, async (stack) => {
      const owner = await stack.owner({ label: "Kept", trusted_domains: ["example.test"] });
      const to = anAddress("kept");
      const id = await stack.accepted(owner.key, { recipient: to });
      const sent = await stack.settled(owner.key, id);
      const [before, ports] = [stack.file, portsOf(stack)];
      const read = () => stack.call("GET", `/api/v1/smtp-accounts/${owner.accountId}`, { token: owner.token });
      const account = (await read()).body;
      const { raw } = await stack.mail(to);
      const stopped = await stack.stop("SIGINT");
      expect([stopped.code, stopped.ms < STOPS_WITHIN_MS]).toEqual([0, true]);

      await stack.boot(ports);
      expect({ ...stack.file, pid: 0 }).toEqual({ ...before, pid: 0 });
      // The same token still works, because the signing keys and the issuer are the same.
      const again = await read();
      expect([again.status, again.body]).toEqual([200, account]);
      expect(await stack.notification(owner.key, id)).toEqual(sent);
      expect((await stack.mail(to)).raw).toBe(raw);
      expect((await stack.settled(owner.key, await stack.accepted(owner.key))).status).toBe("sent");

      await stack.stop();
      await stack.boot({
        HERALD_PORT: "0",
        HERALD_AUTH_PORT: "0",
        HERALD_MAILBOX_PORT: "0",
        HERALD_SMTP_PORT: "0",
        HERALD_CHAT_PORT: "0",
      });
      const { demo } = stack.file;
      expect(demo).toEqual(before.demo);
      // The demo's account follows the mailbox to the new port.
      expect((await stack.settled(demo.api_key, await stack.accepted(demo.api_key))).status).toBe("sent");
    });
  });
});

describe.concurrent("an end in the middle of work (D22)", () => {
  it("SIGTERM while mails are on their way: within 5 s, and everybody gets exactly one", async ({ expect }) => {
    await withStack(
      // The lease is four times as long as the slowest mail, so that no lease expires while a machine stops for a
      // moment.
      { HERALD_LEASE_SECONDS: "20", HERALD_SWEEP_SECONDS: "1", HERALD_BACKOFF_BASE_SECONDS: "0.5" },
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
        expect([code, ms < STOPS_WITHIN_MS]).toEqual([0, true]);
        await stack.boot(ports);
        const ended = await stack.allSettled(
          owner.key,
          all.map(({ id }) => id),
        );
        expect(new Set(ended.map((one) => one.status))).toEqual(new Set(["sent"]));
        expect(await Promise.all(all.map(async ({ to }) => (await stack.mails(to)).length))).toEqual(all.map(() => 1));
      },
    );
  });

  it("kill -9 while mails are on their way: nothing accepted is lost", async ({ expect }) => {
    await withStack(
      { HERALD_LEASE_SECONDS: "5", HERALD_SWEEP_SECONDS: "1", HERALD_BACKOFF_BASE_SECONDS: "0.5" },
      async (stack) => {
        const owner = await stack.owner();
        const ports = portsOf(stack);
        const all = [
          ...(await acceptedTo(stack, owner, "slow2", 6)),
          ...(await acceptedTo(stack, owner, "quick", 20)),
          ...(await acceptedTo(stack, owner, "defer1", 5)),
          ...(await acceptedTo(stack, owner, "reject", 3)),
        ];
        // The slow notifications have no promised order; one of them is under way.
        await until(
          () => Promise.all(all.slice(0, 6).map(({ id }) => stack.notification(owner.key, id))),
          (slow) => slow.some(({ status }) => status === "processing"),
          { everyMs: 20 },
        );
        await stack.stop("SIGKILL");
        await stack.boot(ports);
        const ended = await stack.allSettled(
          owner.key,
          all.map(({ id }) => id),
          50_000,
        );
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

  it("kill -9 while requests come in: whatever got its 202 is delivered", async ({ expect }) => {
    await withStack(
      { HERALD_LEASE_SECONDS: "4", HERALD_SWEEP_SECONDS: "1", HERALD_BACKOFF_BASE_SECONDS: "0.5" },
      async (stack) => {
        const owner = await stack.owner();
        const ports = portsOf(stack);
        const accepted: string[] = [];
        const flooding = { isOver: false };
        const flood = Promise.all(
          Array.from({ length: 8 }, async () => {
            while (!flooding.isOver) {
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
        flooding.isOver = true;
        await flood;
        await stack.boot(ports);
        const ended = await stack.allSettled(owner.key, accepted);
        expect(new Set(ended.map((one) => one.status))).toEqual(new Set(["sent"]));
      },
    );
  });
});
