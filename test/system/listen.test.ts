import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { webhooks } from "../../client/src/herald.ts";
import { anAddress, type Fields, LocalStack, until } from "../support/local-stack.ts";
import { personsEnvironment } from "../support/persons-environment.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Runs `npm run listen` as a person does, and keeps its output so far. */
class Listener {
  out = "";
  err = "";
  readonly #child: ChildProcessWithoutNullStreams;

  constructor(args: readonly string[], environment: Record<string, string> = {}) {
    const command = ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "listen", ...args];
    this.#child = spawn(process.execPath, command, { cwd: ROOT, env: { ...personsEnvironment(), ...environment } });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.out += text;
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.err += text;
    });
  }

  shows(what: RegExp | string): Promise<string> {
    return until(
      async () => this.out + this.err,
      (text) => (typeof what === "string" ? text.includes(what) : what.test(text)),
      { withinMs: 90_000 },
    );
  }

  async end(signal: "SIGINT" | "SIGKILL" = "SIGINT"): Promise<number | null> {
    const { exitCode } = this.#child;
    if (exitCode !== null || this.#child.signalCode !== null) return exitCode;
    this.#child.kill(signal);
    const [code] = await once(this.#child, "exit");
    return code as number | null;
  }
}

describe("npm run listen", () => {
  let stack: LocalStack;
  let listener: Listener;
  let receiver: WebhookReceiver | undefined;
  beforeAll(async () => {
    // The listener shows all events of demo, and on a shared stack earlier files have left some to come.
    stack = await LocalStack.start();
  });
  afterEach(async () => {
    await listener.end("SIGKILL");
    await receiver?.close();
  });
  afterAll(() => stack.close());
  const anyReceiver = async () => {
    receiver = await WebhookReceiver.start();
    return receiver;
  };
  const send = async (more: Fields = {}) => {
    const recipient = anAddress();
    const id = await stack.accepted(stack.file.demo.api_key, { recipient, ...more });
    return { recipient, id };
  };

  it("needs no option, prints a line per event as it comes, and ends cleanly when it is interrupted", async () => {
    listener = new Listener([], { HERALD_DATA_DIR: stack.dataDir });
    await listener.shows(/^listening to http/m);
    const { recipient } = await send();
    await listener.shows(recipient);
    const parts = listener.out.trimEnd().split(/ {2,}/);
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    expect(parts).toEqual([time, "notification.sent", expect.stringMatching(/^evt_[0-9a-f-]{36}$/), recipient, "sent"]);
    expect(await listener.end()).toBe(0);
    expect(listener.err).toBe(`listening to ${stack.file.base_url}\n`);
  });

  it("passes events on, signed, as their webhook would get them, and goes on past a receiver that fails or is away", async () => {
    const receiver = await anyReceiver();
    listener = new Listener(["--data-dir", stack.dataDir, "--json", "--forward", receiver.url]);
    await listener.shows(/^listening to http/m);
    const [, secret = ""] = /signed with (whsec_\S+)/.exec(listener.err) ?? [];
    const { id } = await send();
    await listener.shows(/-> 204 in \d+ ms/);
    const request = receiver.received.at(0);
    if (request === undefined) return expect.fail("nothing was passed on");
    const event = await webhooks.verify(request, secret);
    expect(event).toMatchObject({ type: "notification.sent", data: { id, status: "sent" } });
    expect(request.body).toBe(listener.out.trimEnd());
    const { headers } = request;
    expect([headers["webhook-id"], headers["content-type"]]).toEqual([event.id, "application/json"]);
    await expect(webhooks.verify({ headers, body: `${request.body} ` }, secret)).rejects.toMatchObject({
      reason: "no_matching_signature",
    });
    receiver.status = 302;
    await send();
    await listener.shows(/-> 302 in/);
    await receiver.close();
    await send();
    await listener.shows(/-> no answer: .*ECONNREFUSED/);
    expect(await listener.end()).toBe(0);
    expect(listener.out.trimEnd().split("\n")).toHaveLength(3);
    expect(receiver.received).toHaveLength(2);
  });

  it("prints only the types that are asked for, reads service and key from its options, and says what is wrong with either", async () => {
    const who = await stack.owner({ port: 1 });
    const types = ["--types", "notification.retrying,notification.failed"];
    const url = ["--url", stack.file.base_url];
    listener = new Listener([...url, ...types], { HERALD_API_KEY: who.key });
    await listener.shows(/^listening to http/m);
    const recipient = anAddress();
    await stack.accepted(who.key, { recipient });
    await listener.shows(`${recipient}  pending  server_unreachable`);
    expect(listener.out).toMatch(/Z {2}notification\.retrying {2}/);
    await listener.end();
    listener = new Listener([...url, "--types", "nothing"], { HERALD_API_KEY: who.key });
    expect(await listener.shows(/types/)).not.toMatch(/^\s+at /m);
    listener = new Listener([...url, "--key", "hrld_live_no"]);
    expect(await listener.shows(/unauthorized/)).not.toContain("listening");
  });

  it("waits for a stack that starts again, on another port, and misses nothing of what happened before", async () => {
    listener = new Listener(["--data-dir", stack.dataDir]);
    await listener.shows(/^listening to http/m);
    const before = stack.file.base_url;
    await stack.stop();
    await listener.shows(/cannot be reached.*; asking again/);
    await stack.boot();
    const { recipient } = await send();
    await listener.shows(recipient);
    expect(stack.file.base_url).not.toBe(before);
    expect(listener.err).toContain(`listening to ${stack.file.base_url}\n`);
    expect(await listener.end()).toBe(0);
  });

  it("says in one line that there is no stack", async () => {
    const nowhere = join(stack.dataDir, "nowhere");
    listener = new Listener(["--data-dir", nowhere]);
    await listener.shows(/npm start/);
    expect(listener.err).toMatch(/^there is no local stack in .*nowhere: start it \(npm start\).*\n$/);
  });
});
