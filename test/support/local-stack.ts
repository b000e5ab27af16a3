import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { personsEnvironment } from "./persons-environment.ts";
import {
  OUTPUT_FILE,
  PID_FILE,
  pidIn,
  resumeShared,
  sharedFolder,
  stopShared,
  suspendShared,
} from "./shared-stacks.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** The path of a running stack's `stack.json`. If it is set, the tests use that stack with its own settings. */
const RUNNING_STACK = process.env.HERALD_RUNNING_STACK;
const START_TIMEOUT_MS = 400_000;
const REQUEST_TIMEOUT_MS = 180_000;
const KEPT_OUTPUT = 4_000_000;
const MOST_BOOTS = 10;
const BOOT_PAUSE_MS = 1000;
/** The number of lines at the end of the output that usually say why the stack ended. */
const LAST_LINES = 5;

export type Fields = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parses the body as a JSON object, and throws if it is none. */
  readonly body: Fields;
  /** Parses the body as a JSON array, and throws if it is none. */
  readonly list: Fields[];
}

export interface CallOptions {
  readonly token?: string | undefined;
  /** The body to send as JSON. */
  readonly json?: unknown;
  /** The body to send as it is. */
  readonly raw?: string | Uint8Array;
  /** The content type; with a body the default is `application/json`, and null leaves the header out. */
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
  /** Mails for this domain come back to Herald. */
  readonly bounce_domain: string;
  /** The fields of an account that mails leave by, where there is no local mailbox. */
  readonly sending_account?: Fields;
  readonly demo: {
    readonly sub: string;
    readonly api_key: string;
    /** Absent where a proof made the file. */
    readonly test_api_key?: string;
    readonly smtp_account_id: string;
    readonly chat_account_id: string;
  };
  readonly other: { readonly sub: string; readonly api_key: string };
}

/** A new identity with both credentials, and with an `account` if one was created. */
export interface Owner {
  readonly sub: string;
  readonly token: string;
  readonly key: string;
  readonly accountId: string;
}

export interface MailSummary {
  readonly id: string;
  readonly received_at: string;
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

/** With these settings the stack picks free ports, and only the rate limiter's own tests reach the rate limit. */
const DEFAULTS = {
  HERALD_PORT: "0",
  HERALD_AUTH_PORT: "0",
  HERALD_MAILBOX_PORT: "0",
  HERALD_SMTP_PORT: "0",
  HERALD_CHAT_PORT: "0",
  HERALD_RATE_BURST: "100000",
  HERALD_RATE_REFILL: "10000",
  // When a test fails, the output shows everything that the functions logged.
  HERALD_LOG: "json",
} as const;

export type Settings = Readonly<Record<string, string>>;

/** Settings with which retries, sweeps and template reviews follow almost at once, and accounts may use the HTTP API of a provider. */
export const HASTY: Settings = {
  HERALD_BACKOFF_BASE_SECONDS: "0.5",
  HERALD_SWEEP_SECONDS: "1",
  HERALD_CHAT_REVIEW_SECONDS: "0",
  HERALD_HTTP_API_PROVIDER: "true",
};

/** Asks repeatedly until the condition is true, and fails with the last answer after `withinMs`. */
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

/** Makes one request, follows no redirect, and adds no header that was not given. */
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

/** A local stack in a child process. The files of a worker share it, or one file owns it; `close` then ends it and removes its folder. */
export class LocalStack {
  readonly dataDir: string;
  #file: StackFile | undefined;
  #child: ChildProcess | undefined;
  #settings: Settings;
  #output = "";
  #hasStood = false;
  /** The length of a shared stack's output when this test file began to use it. */
  #sharedSince: number | undefined;

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

  /**
   * Returns the stack that the files of this worker share under these settings; the first file starts it. Each file makes owners of its own, which
   * are isolated. The simulator and the identity provider are reset. A file may stop the stack and boot it again with the same settings.
   */
  static async shared(settings: Settings = {}): Promise<LocalStack> {
    const folder = RUNNING_STACK === undefined ? sharedFolder(settings) : undefined;
    if (folder === undefined) return LocalStack.start(settings);
    const stack = new LocalStack(folder, settings);
    resumeShared(folder);
    if (pidIn(folder) === undefined) await stack.#bootShared();
    else stack.#file = JSON.parse(readFileSync(join(folder, "stack.json"), "utf8")) as StackFile;
    stack.#sharedSince = statSync(join(folder, OUTPUT_FILE)).size;
    await stack.#resetWorld();
    return stack;
  }

  async #bootShared(): Promise<void> {
    await mkdir(this.dataDir, { recursive: true, mode: 0o700 });
    const outputFile = join(this.dataDir, OUTPUT_FILE);
    const descriptor = openSync(outputFile, "a");
    const child = spawnStack(this.dataDir, this.#settings, descriptor);
    closeSync(descriptor);
    writeFileSync(join(this.dataDir, PID_FILE), String(child.pid));
    this.#file = await this.#isReady(child, () => readFileSync(outputFile, "utf8"));
    // The stack outlives this worker, and another worker takes it over.
    child.unref();
  }

  /** Undoes the changes that a test file has made at the simulator or the identity provider. */
  async #resetWorld(): Promise<void> {
    const { chat_simulator_url: simulator } = this.file;
    const json = { auto_status: ["sent", "delivered", "read"] };
    await Promise.all([
      this.auth("/dev/outage", { down: false }),
      call("DELETE", `${simulator}/api/faults`),
      call("PUT", `${simulator}/api/behaviour`, { json }),
    ]);
  }

  get file(): StackFile {
    if (this.#file === undefined) throw new Error("the stack does not run");
    return this.#file;
  }

  /** Returns the last few megabytes that the stack has printed. For a stack that was already running, it returns what functions logged. */
  get output(): string {
    if (RUNNING_STACK !== undefined) return readFileSync(join(dirname(RUNNING_STACK), "functions.log"), "utf8");
    if (this.#sharedSince === undefined) return this.#output;
    return readFileSync(join(this.dataDir, OUTPUT_FILE)).subarray(this.#sharedSince).toString("utf8");
  }

  /** Starts the process on the folder and waits until it says that it answers. */
  async boot(settings: Settings = {}): Promise<void> {
    this.#settings = { ...this.#settings, ...settings };
    if (this.#sharedSince !== undefined) {
      if (Object.keys(settings).length > 0) throw new Error("others share this stack with its settings");
      return this.#bootShared();
    }
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

  /** Says whether another program's connection took one of the ports while the stack was down. The program will release the port. */
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
    this.#file = await this.#isReady(child, () => this.#output);
    this.#hasStood = true;
  }

  async #isReady(child: ChildProcess, output: () => string): Promise<StackFile> {
    const path = join(this.dataDir, "stack.json");
    const isUp = () => existsSync(path) && JSON.parse(readFileSync(path, "utf8")).pid === child.pid;
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
        return isUp() && output().includes("ready");
      },
      (up) => up,
      { withinMs: START_TIMEOUT_MS },
    ).catch((cause: unknown) => {
      throw new Error(`the stack did not start: ${String(cause)}\n${output()}`, { cause });
    });
    return JSON.parse(readFileSync(path, "utf8")) as StackFile;
  }

  /** Ends the process and returns its exit code or signal. */
  async stop(signal: "SIGTERM" | "SIGINT" | "SIGKILL" = "SIGTERM"): Promise<{ code: number | null; ms: number }> {
    if (this.#sharedSince !== undefined) return stopShared(this.dataDir, signal);
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
    if (this.#sharedSince !== undefined) return suspendShared(this.dataDir);
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** Makes a request to `{base_url}`. */
  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return call(method, `${this.file.base_url}${path}`, options);
  }

  /** Makes a request to `{auth_url}`. */
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

  /** Builds the body of `POST /smtp-accounts` for an account on the local mailbox. */
  account(more: Fields = {}): Fields {
    const { smtp, sending_account: own } = this.file;
    const wire = own ?? { ...smtp, username: "demo", password: "demo", encryption: "starttls" };
    return { label: "Mailbox", from_address: "sender@shop.example", ...wire, ...more };
  }

  async createAccount(token: string, more: Fields = {}): Promise<Fields> {
    const answer = await this.call("POST", "/api/v1/smtp-accounts", { token, json: this.account(more) });
    if (answer.status !== 201) throw new Error(`no account: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** Creates a new owner with one default account on the mailbox, or without an account for `null`. */
  async owner(account: Fields | null = {}): Promise<Owner> {
    const sub = `owner-${randomUUID()}`;
    const token = await this.token(sub);
    const key = String((await this.apiKey(token)).key);
    const accountId = account === null ? "" : String((await this.createAccount(token, account)).id);
    return { sub, token, key, accountId };
  }

  /** Calls `POST /notifications` with the fewest fields that an email needs. */
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

  /** Returns the notification once it has ended. */
  settled(key: string, id: string, withinMs = 40_000): Promise<Fields> {
    return until(
      () => this.notification(key, id),
      ({ status }) => ["sent", "failed", "canceled"].includes(String(status)),
      { withinMs, everyMs: 100 },
    );
  }

  /** Returns all notifications once they have ended. They are read one after the other, because many pollers would slow the deliveries down. */
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

  /** Returns the only mail to an address once it has arrived. */
  async mail(to: string): Promise<MailDetail & { raw: string }> {
    const [first] = await until(
      () => this.mails(to),
      (found) => found.length > 0,
    );
    const url = `${this.file.mailbox_url}/api/messages/${first?.id}`;
    const [detail, raw] = await Promise.all([call("GET", url), call("GET", `${url}/raw`)]);
    return { ...(detail.body as unknown as MailDetail), raw: raw.text };
  }

  /** Reads every file of the data folder. */
  async dataFiles(): Promise<{ name: string; bytes: Buffer }[]> {
    const entries = await readdir(this.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })));
  }
}

/** Runs `herald start` on a folder without this process's own settings. The output goes to pipes or to an open file. */
export function spawnStack(dataDir: string, settings: Settings = {}, output: number | "pipe" = "pipe"): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "start"], {
    cwd: ROOT,
    stdio: ["ignore", output, output],
    env: { ...personsEnvironment(), ...DEFAULTS, HERALD_DATA_DIR: dataDir, ...settings },
  });
}

/** Returns an address that no other test uses. */
export const anAddress = (local = "to", domain = "example.test"): string =>
  `${local}+${randomUUID().slice(0, 13)}@${domain}`;

/** Returns the headers of a raw mail, unfolded, one per entry. */
export function headersIn(raw: string): string[] {
  const [head = ""] = raw.split(/\r?\n\r?\n/, 1);
  return head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
}
