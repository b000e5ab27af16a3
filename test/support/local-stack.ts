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
/** It names the `stack.json` of a running stack: the tests then use that one, with its own settings. */
const RUNNING_STACK = process.env.HERALD_RUNNING_STACK;
const START_TIMEOUT_MS = 400_000;
const REQUEST_TIMEOUT_MS = 180_000;
const KEPT_OUTPUT = 4_000_000;
const MOST_BOOTS = 10;
const BOOT_PAUSE_MS = 1000;
/** The last lines of the output usually say why it ended. */
const LAST_LINES = 5;

export type Fields = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** It is the parsed JSON object; it throws when the answer is none. */
  readonly body: Fields;
  /** It is the parsed JSON array; it throws when the answer is none. */
  readonly list: Fields[];
}

export interface CallOptions {
  readonly token?: string | undefined;
  /** This body is sent as JSON. */
  readonly json?: unknown;
  /** This body is sent as it is. */
  readonly raw?: string | Uint8Array;
  /** The content type is `application/json` with a body; null leaves the header out. */
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

/** It is a new identity with both credentials, and an `account` if it was made with one. */
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

/** Only the limiter's own tests meet the limiter, and every port is free. */
const DEFAULTS = {
  HERALD_PORT: "0",
  HERALD_AUTH_PORT: "0",
  HERALD_MAILBOX_PORT: "0",
  HERALD_SMTP_PORT: "0",
  HERALD_CHAT_PORT: "0",
  HERALD_RATE_BURST: "100000",
  HERALD_RATE_REFILL: "10000",
  // A test that fails then shows all that the functions logged.
  HERALD_LOG: "json",
} as const;

export type Settings = Readonly<Record<string, string>>;

/** Retries, sweeps and reviews follow at once, and `http_api` is on. */
export const HASTY: Settings = {
  HERALD_BACKOFF_BASE_SECONDS: "0.5",
  HERALD_SWEEP_SECONDS: "1",
  HERALD_CHAT_REVIEW_SECONDS: "0",
  HERALD_HTTP_API_PROVIDER: "true",
};

/** It asks until the answer is there, and fails with the last one after `withinMs`. */
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

/** The function makes one request, follows nothing, and adds nothing that was not asked for. */
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

/** It is a local stack in a child process: a file's own, which `close` ends with its folder, or one that the files of a worker share. */
export class LocalStack {
  readonly dataDir: string;
  #file: StackFile | undefined;
  #child: ChildProcess | undefined;
  #settings: Settings;
  #output = "";
  #hasStood = false;
  /** The output of a shared stack was this long when this file came to it. */
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
   * The files of this worker share this stack under these settings; the first of them starts it. Owners are isolated, so each file makes its own;
   * the simulator and the identity provider are reset. A file may stop it and boot it again, but not otherwise.
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
    // The stack outlives this worker, and another one takes it over.
    child.unref();
  }

  /** It undoes what one file told the simulator or the identity provider. */
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

  /** It is what the stack has printed so far, at most the last few megabytes; of a stack that ran already, what functions logged. */
  get output(): string {
    if (RUNNING_STACK !== undefined) return readFileSync(join(dirname(RUNNING_STACK), "functions.log"), "utf8");
    if (this.#sharedSince === undefined) return this.#output;
    return readFileSync(join(this.dataDir, OUTPUT_FILE)).subarray(this.#sharedSince).toString("utf8");
  }

  /** It starts the process on the folder, as it is, and waits until it promises to answer. */
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

  /** While it was down, any program's connection may have got one of its ports, and will release it. */
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

  /** It ends the process and answers how that went. */
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

  /** It makes a request to `{base_url}`. */
  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return call(method, `${this.file.base_url}${path}`, options);
  }

  /** It makes a request to `{auth_url}`. */
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

  /** It is the body of `POST /smtp-accounts` for an account on the local mailbox. */
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

  /** It makes a new owner with one default account on the mailbox, or with none for `null`. */
  async owner(account: Fields | null = {}): Promise<Owner> {
    const sub = `owner-${randomUUID()}`;
    const token = await this.token(sub);
    const key = String((await this.apiKey(token)).key);
    const accountId = account === null ? "" : String((await this.createAccount(token, account)).id);
    return { sub, token, key, accountId };
  }

  /** It calls `POST /notifications` with the least that an email needs. */
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

  /** It answers the notification when that has ended. */
  settled(key: string, id: string, withinMs = 40_000): Promise<Fields> {
    return until(
      () => this.notification(key, id),
      ({ status }) => ["sent", "failed", "canceled"].includes(String(status)),
      { withinMs, everyMs: 100 },
    );
  }

  /** It answers all of them at their end. They are asked one after the other, since many pollers would slow down what they wait for. */
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

  /** It answers the only mail to an address, once it is there. */
  async mail(to: string): Promise<MailDetail & { raw: string }> {
    const [first] = await until(
      () => this.mails(to),
      (found) => found.length > 0,
    );
    const url = `${this.file.mailbox_url}/api/messages/${first?.id}`;
    const [detail, raw] = await Promise.all([call("GET", url), call("GET", `${url}/raw`)]);
    return { ...(detail.body as unknown as MailDetail), raw: raw.text };
  }

  /** It reads every byte of every file of the data folder. */
  async dataFiles(): Promise<{ name: string; bytes: Buffer }[]> {
    const entries = await readdir(this.dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })));
  }
}

/** It runs `herald start` on a folder, without this process's own settings. It prints to pipes, or to a file that is open. */
export function spawnStack(dataDir: string, settings: Settings = {}, output: number | "pipe" = "pipe"): ChildProcess {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "start"], {
    cwd: ROOT,
    stdio: ["ignore", output, output],
    env: { ...personsEnvironment(), ...DEFAULTS, HERALD_DATA_DIR: dataDir, ...settings },
  });
}

/** Nobody else uses this address. */
export const anAddress = (local = "to", domain = "example.test"): string =>
  `${local}+${randomUUID().slice(0, 13)}@${domain}`;

/** It answers the header block of a raw mail, unfolded, one header per entry. */
export function headersIn(raw: string): string[] {
  const [head = ""] = raw.split(/\r?\n\r?\n/, 1);
  return head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
}
