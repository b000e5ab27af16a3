import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { personsEnvironment } from "./persons-environment.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** The `stack.json` of a stack that runs already: the tests then ask that one, and their settings are its own. */
const RUNNING_STACK = process.env.HERALD_RUNNING_STACK;
const START_TIMEOUT_MS = 400_000;
const REQUEST_TIMEOUT_MS = 180_000;
const KEPT_OUTPUT = 4_000_000;
const MOST_BOOTS = 10;
const BOOT_PAUSE_MS = 1000;
/** Of the output: its last words on why it ended. */
const LAST_LINES = 5;

export type Fields = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON object; throws when the answer is none. */
  readonly body: Fields;
  /** The parsed JSON array; throws when the answer is none. */
  readonly list: Fields[];
}

export interface CallOptions {
  readonly token?: string | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
  /** `application/json` with a body; null leaves the header out. */
  readonly type?: string | null;
  readonly headers?: Record<string, string>;
  readonly timeoutMs?: number;
}

export interface StackFile {
  readonly pid: number;
  readonly base_url: string;
  readonly auth_url: string;
  readonly mailbox_url: string;
  readonly chat_simulator_url: string;
  readonly smtp: { readonly host: string; readonly port: number };
  readonly demo: {
    readonly sub: string;
    readonly api_key: string;
    readonly smtp_account_id: string;
    readonly chat_account_id: string;
  };
  readonly other: { readonly sub: string; readonly api_key: string };
}

/** A fresh identity with both credentials; `account` when it was made with one. */
export interface Owner {
  readonly sub: string;
  readonly token: string;
  readonly key: string;
  readonly accountId: string;
}

export interface MailSummary {
  readonly id: string;
  readonly mail_from: string;
  readonly rcpt_to: string[];
  readonly message_id: string;
  readonly subject: string;
  readonly from: string;
}

export interface MailDetail extends MailSummary {
  readonly headers: unknown;
  readonly text: string;
  readonly html?: string;
}

/** Wide enough that no test but the limiter's own meets the limiter; everything on free ports. */
const DEFAULTS = {
  HERALD_PORT: "0",
  HERALD_AUTH_PORT: "0",
  HERALD_MAILBOX_PORT: "0",
  HERALD_SMTP_PORT: "0",
  HERALD_CHAT_PORT: "0",
  HERALD_RATE_BURST: "100000",
  HERALD_RATE_REFILL: "10000",
  // A test that fails shows all that the functions said.
  HERALD_LOG: "json",
} as const;

export type Settings = Readonly<Record<string, string>>;

/** Asks until the answer is there; fails with the last one after `withinMs`. */
export async function until<T>(
  ask: () => Promise<T>,
  isThere: (value: T) => boolean,
  { withinMs = 180_000, everyMs = 50 }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (isThere(value)) return value;
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms; last seen: ${JSON.stringify(value)}`);
    await pause(everyMs);
  }
}

function answerOf(response: Response, text: string): Answer {
  return {
    status: response.status,
    headers: response.headers,
    text,
    get body() {
      return JSON.parse(text) as Fields;
    },
    get list() {
      return JSON.parse(text) as Fields[];
    },
  };
}

/** One request; nothing is followed and nothing is added that was not asked for. */
export async function call(
  method: string,
  url: string,
  { token, json, raw, type, headers = {}, timeoutMs = REQUEST_TIMEOUT_MS }: CallOptions = {},
): Promise<Answer> {
  const content = raw ?? (json === undefined ? undefined : JSON.stringify(json));
  const bytes = content === undefined ? undefined : new Uint8Array(Buffer.from(content));
  const contentType = type === undefined && bytes !== undefined ? "application/json" : type;
  const response = await fetch(url, {
    method,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(contentType ? { "content-type": contentType } : {}),
      ...headers,
    },
    ...(bytes === undefined ? {} : { body: bytes }),
  });
  return answerOf(response, await response.text());
}

/** A local stack in a child process of its own; `close` ends it and removes its folder. */
export class LocalStack {
  readonly dataDir: string;
  #file: StackFile | undefined;
  #child: ChildProcess | undefined;
  #settings: Settings;
  #output = "";
  #hasStood = false;

  private constructor(dataDir: string, settings: Settings) {
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  static async start(settings: Settings = {}): Promise<LocalStack> {
    const stack = new LocalStack(await mkdtemp(join(tmpdir(), "herald-system-")), settings);
    try {
      await stack.boot();
    } catch (error) {
      await stack.close();
      throw error;
    }
    return stack;
  }

  get file(): StackFile {
    if (this.#file === undefined) throw new Error("the stack does not run");
    return this.#file;
  }

  /** Everything that the stack has printed so far, at most the last few megabytes; all that functions wrote where it runs already. */
  get output(): string {
    return RUNNING_STACK === undefined
      ? this.#output
      : readFileSync(join(dirname(RUNNING_STACK), "functions.log"), "utf8");
  }

  /** Starts the process on the folder, as it is, and waits until it promises to answer. */
  async boot(settings: Settings = {}): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    if (RUNNING_STACK !== undefined) {
      this.#file = JSON.parse(readFileSync(RUNNING_STACK, "utf8")) as StackFile;
      return;
    }
    for (let tries = 1; ; tries++) {
      const isUp = await this.#tryToBoot().then(
        () => true,
        (error: unknown) => {
          if (!this.#isPortLost() || tries === MOST_BOOTS) throw error;
          return false;
        },
      );
      if (isUp) return;
      await pause(BOOT_PAUSE_MS);
    }
  }

  /** While it was down, any program's connection may have got one of its ports, and lets it go again. */
  #isPortLost(): boolean {
    return this.#hasStood && / is taken \(/.test(this.#output.split("\n").slice(-LAST_LINES).join("\n"));
  }

  async #tryToBoot(): Promise<void> {
    const child = spawnStack(this.dataDir, this.#settings);
    this.#child = child;
    const collect = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString("utf8")).slice(-KEPT_OUTPUT);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    const path = join(this.dataDir, "stack.json");
    const isUp = () => existsSync(path) && JSON.parse(readFileSync(path, "utf8")).pid === child.pid;
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
        return isUp() && this.#output.includes("ready");
      },
      (up) => up,
      { withinMs: START_TIMEOUT_MS },
    ).catch((cause: unknown) => {
      throw new Error(`the stack did not start: ${String(cause)}\n${this.#output}`, { cause });
    });
    this.#file = JSON.parse(readFileSync(path, "utf8")) as StackFile;
    this.#hasStood = true;
  }

  /** Ends the process and answers how it went. */
  async stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL" = "SIGTERM"): Promise<{ code: number | null; ms: number }> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return { code: null, ms: 0 };
    const startedAt = Date.now();
    const exited = once(child, "exit");
    child.kill(signal);
    const last = setTimeout(() => child.kill("SIGKILL"), 60_000);
    const [code] = await exited;
    clearTimeout(last);
    return { code: code as number | null, ms: Date.now() - startedAt };
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** A request to `{base_url}`. */
  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return call(method, `${this.file.base_url}${path}`, options);
  }

  /** A request to `{auth_url}`. */
  auth(path: string, json: unknown = {}): Promise<Answer> {
    return call("POST", `${this.file.auth_url}${path}`, { json });
  }

  async token(sub: string, more: Fields = {}): Promise<string> {
    const { body } = await this.auth("/dev/token", { sub, ...more });
    return String(body.access_token);
  }

  async apiKey(token: string, more: Fields = {}): Promise<Fields> {
    const answer = await this.call("POST", "/panel/api/api-keys", { token, json: { name: "test", ...more } });
    if (answer.status !== 201) throw new Error(`no API key: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** The body of `POST /smtp-accounts` for an account on the local mailbox. */
  account(more: Fields = {}): Fields {
    const { host, port } = this.file.smtp;
    const wire = { host, port, username: "demo", password: "demo", encryption: "starttls" };
    return { label: "Mailbox", from_address: "sender@shop.example", ...wire, ...more };
  }

  async createAccount(token: string, more: Fields = {}): Promise<Fields> {
    const answer = await this.call("POST", "/api/v1/smtp-accounts", { token, json: this.account(more) });
    if (answer.status !== 201) throw new Error(`no account: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** A new owner with one default account on the mailbox; `null` for none. */
  async owner(account: Fields | null = {}): Promise<Owner> {
    const sub = `owner-${randomUUID()}`;
    const token = await this.token(sub);
    const key = String((await this.apiKey(token)).key);
    const accountId = account === null ? "" : String((await this.createAccount(token, account)).id);
    return { sub, token, key, accountId };
  }

  /** `POST /notifications` with the least that an email needs. */
  send(key: string, more: Fields = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const json = { recipient: anAddress(), subject: "Hello", body: "It works.", ...more };
    return this.call("POST", "/api/v1/notifications", { token: key, json, headers });
  }

  async accepted(key: string, more: Fields = {}, headers: Record<string, string> = {}): Promise<string> {
    const answer = await this.send(key, more, headers);
    if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${answer.text}`);
    return String(answer.body.id);
  }

  async notification(key: string, id: string): Promise<Fields> {
    return (await this.call("GET", `/api/v1/notifications/${id}`, { token: key })).body;
  }

  /** The notification when it has come to its end. */
  settled(key: string, id: string, withinMs = 40_000): Promise<Fields> {
    return until(
      () => this.notification(key, id),
      ({ status }) => ["sent", "failed", "canceled"].includes(String(status)),
      { withinMs, everyMs: 100 },
    );
  }

  /** All of them at their end. Asked one after the other: a crowd of pollers would slow down what it waits for. */
  async allSettled(key: string, ids: readonly string[], withinMs = 400_000): Promise<Fields[]> {
    const end = Date.now() + withinMs;
    const ended: Fields[] = [];
    for (const id of ids) ended.push(await this.settled(key, id, Math.max(0, end - Date.now())));
    return ended;
  }

  async mails(to: string): Promise<MailSummary[]> {
    const query = `/api/messages?to=${encodeURIComponent(to)}&limit=1000`;
    const { body } = await call("GET", `${this.file.mailbox_url}${query}`);
    return body.messages as MailSummary[];
  }

  /** The only mail to an address, once it is there. */
  async mail(to: string): Promise<MailDetail & { raw: string }> {
    const [first] = await until(
      () => this.mails(to),
      (found) => found.length > 0,
    );
    const url = `${this.file.mailbox_url}/api/messages/${first?.id}`;
    const [detail, raw] = await Promise.all([call("GET", url), call("GET", `${url}/raw`)]);
    return { ...(detail.body as unknown as MailDetail), raw: raw.text };
  }

  /** Every byte of every file of the data folder. */
  async dataFiles(): Promise<{ name: string; bytes: Buffer }[]> {
    const entries = await readdir(this.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })));
  }
}

/** `herald start` on a folder, with nothing of this process's own settings. */
export function spawnStack(dataDir: string, settings: Settings = {}): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "start"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...personsEnvironment(), ...DEFAULTS, HERALD_DATA_DIR: dataDir, ...settings },
  });
}

/** An address that nobody else uses. */
export const anAddress = (local = "to", domain = "example.test"): string =>
  `${local}+${randomUUID().slice(0, 13)}@${domain}`;

/** The header block of a raw mail, unfolded, one header per entry. */
export function headersIn(raw: string): string[] {
  const [head = ""] = raw.split(/\r?\n\r?\n/, 1);
  return head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
}
