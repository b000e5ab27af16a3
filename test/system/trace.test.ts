import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { anAddress, type Fields, HASTY, LocalStack, until } from "../support/local-stack.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

let stack: LocalStack;
let owner: ChatOwner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await chatOwner(stack);
});
afterAll(() => stack.close());

/** Runs `npm run trace -- <id>` beside a running stack. */
async function trace(id: string, ...options: string[]): Promise<string> {
  const command = [
    "--disable-warning=ExperimentalWarning",
    "bin/herald.ts",
    "trace",
    id,
    "--data-dir",
    stack.dataDir,
    ...options,
  ];
  return (await run(process.execPath, command, { cwd: ROOT })).stdout;
}

const linesOf = async (id: string): Promise<Fields[]> =>
  (await trace(id, "--json").catch(() => "")).split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));
const eventsOf = (lines: readonly Fields[]) => lines.map(({ event }) => String(event));

describe("the trace of a notification", () => {
  it("is the caller's, from the request to the provider's last event", async () => {
    const phone = aCustomer();
    await owner.writes(phone);
    const conversation = await owner.conversation(phone);
    const chat = { type: "text", text: { body: "Hi" } };
    const answer = await stack.call("POST", "/api/v1/notifications", {
      token: owner.key,
      headers: { traceparent },
      json: { channel: "chat", recipient: phone, chat },
    });
    expect([answer.status, conversation.window_open]).toEqual([202, true]);
    expect(answer.headers.has("traceparent")).toBe(false);
    const id = String(answer.body.id);
    const isRead = (lines: readonly Fields[]) =>
      lines.some(({ fields }) => (fields as Fields).status === "read" && (fields as Fields).id === id);
    const lines = await until(() => linesOf(id), isRead, { everyMs: 500 });
    expect(new Set(lines.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    expect(eventsOf(lines)).toEqual(
      expect.arrayContaining(["http.request", "notification.attempted", "chat_event.status_applied"]),
    );
    expect(lines[0]).toMatchObject({ event: "http.request", fields: { id, status: 202 } });
    expect(lines.map(({ at }) => String(at))).toEqual(lines.map(({ at }) => String(at)).toSorted());
    expect(new Set(lines.map((line) => line.function))).toEqual(
      new Set(["notifications", "deliver-notification", "apply-chat-event"]),
    );
    // The request's own id and that of the trace find the same lines.
    expect(eventsOf(await linesOf(String(answer.headers.get("x-request-id"))))).toEqual(eventsOf(lines));
    expect(await trace(id)).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d  trace ${TRACE}\n\\d\\d:.* http\\.request `));
  });

  it("goes through a retry, and is a new one for a request without any", async () => {
    const { key } = await stack.owner();
    const id = await stack.accepted(key, { recipient: anAddress("defer1") });
    expect((await stack.settled(key, id)).status).toBe("sent");
    const attempts = (lines: readonly Fields[]) =>
      eventsOf(lines).filter((event) => event === "notification.attempted");
    const lines = await until(
      () => linesOf(id),
      (found) => attempts(found).length === 2,
      { everyMs: 500 },
    );
    const [first] = lines;
    expect(first).toMatchObject({ event: "http.request", traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(new Set(lines.map(({ traceId }) => traceId)).size).toBe(1);
    expect(first?.traceId).not.toBe(TRACE);
  });

  it("is in every line that a function writes for a request, a message or an event", async () => {
    const log = await readFile(join(stack.dataDir, "log.jsonl"), "utf8");
    const lines = log.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Fields]));
    // The host writes the line of a poll or a call of the function that failed, and is in no trace itself.
    const working = lines.filter(
      ({ message }) =>
        /^(http|notification|queue|chat_event|media)\./.test(String(message)) && message !== "queue.poll_failed",
    );
    expect(working.length).toBeGreaterThan(5);
    for (const line of working) {
      expect(line).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), function: expect.any(String) });
    }
  });
});
