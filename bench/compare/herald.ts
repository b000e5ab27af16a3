import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { end, familyOf, startScript } from "./child.ts";
import { BODY, type Contender, type Environment } from "./contender.ts";
import type { CopyOrder } from "./copy-order.ts";
import type { FillOrder } from "./fill-order.ts";

const ROOT = join(import.meta.dirname, "../..");
const FILL_TIMEOUT_MS = 1_800_000;
/**
 * The settings give Herald free ports, no effective rate limit, and recovery within seconds, as the other contenders
 * have.
 */
const SETTINGS = {
  HERALD_PORT: "0",
  HERALD_AUTH_PORT: "0",
  HERALD_MAILBOX_PORT: "0",
  HERALD_SMTP_PORT: "0",
  HERALD_CHAT_PORT: "0",
  HERALD_RATE_REFILL: "1000000",
  HERALD_RATE_BURST: "1000000",
  HERALD_LEASE_SECONDS: "35",
  HERALD_SWEEP_SECONDS: "5",
  HERALD_BACKOFF_BASE_SECONDS: "1",
};

interface StackFile {
  readonly base_url: string;
  readonly auth_url: string;
  readonly demo: { readonly api_key: string };
  readonly other: { readonly api_key: string };
}

/** Creates a contender with the complete local stack: the HTTP API with its checks, embedded engines and delivery. */
export const heraldContender = (at: Environment): Promise<Contender> =>
  heraldOf(ROOT, at, { max_connections: Math.max(1, Math.floor(at.connections / at.accounts)) });

/**
 * Creates a contender from another checkout of Herald. It may lack the setting for connections per account, so that is
 * not set.
 */
export function heraldBefore(at: Environment, folder: string | undefined): Promise<Contender> {
  if (!folder) throw new Error("HERALD_COMPARE_BEFORE names no checkout");
  return heraldOf(folder, at, {});
}

async function heraldOf(root: string, at: Environment, setting: object): Promise<Contender> {
  const dataDir = join(at.folder, "data");
  // The stack takes the mail server's authority as its own, so that it trusts the server.
  cpSync(at.authorityDir, join(dataDir, "authority"), { recursive: true, filter: (file) => !file.includes("sqlite") });
  const stack = heraldStack(root, dataDir);
  // The first start creates the keys that everything else needs.
  await stack.start();
  const demoIds = await createAccounts(stack, { at, setting }, { sub: "demo", count: at.accounts });
  const otherIds = await createAccounts(stack, { at, setting }, { sub: "other", count: 1 });
  await stack.stop();
  return {
    name: root === ROOT ? "Herald" : "Herald before",
    async fill(count, word) {
      const order: FillOrder = { dataDir, owner: "demo", accountIds: demoIds, count, word, body: BODY };
      await runToItsLine(join(root, "bench/compare/fill-herald.ts"), order, /^filled/);
    },
    start: stack.start,
    async accept({ to, account, owner }) {
      const { base_url, demo, other } = stack.file();
      const ids = owner === 0 ? demoIds : otherIds;
      const mail = { recipient: to, subject: "Bench", body: BODY, smtp_account_id: ids[account % ids.length] };
      const key = (owner === 0 ? demo : other).api_key;
      return String((await post(`${base_url}/api/v1/notifications`, key, mail, 202)).id);
    },
    async get(id) {
      const { base_url, demo } = stack.file();
      const headers = { authorization: `Bearer ${demo.api_key}` };
      const response = await fetch(`${base_url}/api/v1/notifications/${id}`, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`not found: ${response.status}`);
    },
    async copy(id, count) {
      const order: CopyOrder = { dataDir, owner: "demo", id, count };
      await runToItsLine(join(root, "bench/compare/copy-notification.ts"), order, /^copied/);
    },
    kill: () => stack.kill(),
    pids: () => familyOf(stack.pid()),
    stop: stack.stop,
  };
}

async function runToItsLine(script: string, order: object, ready: RegExp): Promise<void> {
  const options = { args: [JSON.stringify(order)], ready, withinMs: FILL_TIMEOUT_MS };
  const { child } = await startScript(script, options);
  await end(child);
}

function heraldStack(root: string, dataDir: string) {
  let child: Awaited<ReturnType<typeof startScript>>["child"] | undefined;
  return {
    async start() {
      const script = join(root, "bin/herald.ts");
      const isEarlier = !existsSync(script);
      ({ child } = await startScript(isEarlier ? join(root, "bin/local.ts") : script, {
        args: isEarlier ? [] : ["start"],
        env: { ...SETTINGS, HERALD_DATA_DIR: dataDir },
        ready: /^ready/,
      }));
    },
    file: (): StackFile => JSON.parse(readFileSync(join(dataDir, "stack.json"), "utf8")),
    pid: () => child?.pid,
    stop: () => end(child),
    kill: () => end(child, "SIGKILL"),
  };
}

async function createAccounts(
  stack: ReturnType<typeof heraldStack>,
  { at, setting }: { readonly at: Environment; readonly setting: object },
  { sub, count }: { readonly sub: string; readonly count: number },
): Promise<string[]> {
  const { base_url, auth_url } = stack.file();
  const { access_token } = await post(`${auth_url}/dev/token`, "", { sub }, 200);
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const account = {
      label: `Sink ${i}`,
      from_address: "bench@herald.test",
      host: "127.0.0.1",
      port: at.smtpPort,
      username: "demo",
      password: "demo",
      encryption: at.isTls ? "starttls" : "none",
      ...setting,
    };
    ids.push(String((await post(`${base_url}/api/v1/smtp-accounts`, String(access_token), account, 201)).id));
  }
  return ids;
}

async function post(url: string, token: string, body: unknown, expected: number): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== expected) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
