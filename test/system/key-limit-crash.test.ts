import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAddress, type Fields, LocalStack } from "../support/local-stack.ts";

const KILLS = 4;
const PER_DAY = 1000;
const CLIENTS = 4;
const ITEMS = 20;
/** The idempotency key of a request that died with the stack stays reserved for 30 s, so a repeat may need longer than that. */
const ANSWERED_WITHIN_MS = 120_000;

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.start({
    HERALD_LEASE_SECONDS: "3",
    HERALD_SWEEP_SECONDS: "1",
    HERALD_MAILBOX_KEEP: "100000",
  });
});
afterAll(() => stack.close());

/** What the requests were answered, after as many repeats as they needed. */
interface Sent {
  readonly ids: string[];
  refused: number;
  repeated: number;
}

it(`never exceeds a daily limit and loses nothing that was accepted, when it is killed ${KILLS} times (D47d)`, async () => {
  const token = await stack.token(stack.file.demo.sub);
  const key = String((await stack.apiKey(token, { limits: { per_day: PER_DAY } })).key);
  const run = randomUUID();
  const sent: Sent = { ids: [], refused: 0, repeated: 0 };
  let isUp = true;
  let isOver = false;

  const answered = async (path: string, json: unknown) => {
    const headers = { "idempotency-key": randomUUID() };
    for (const end = Date.now() + ANSWERED_WITHIN_MS; Date.now() < end; await pause(100)) {
      if (!isUp) continue;
      const answer = await stack
        .call("POST", path, { token: key, json, headers, timeoutMs: 10_000 })
        .catch(() => undefined);
      if (answer !== undefined && [202, 400, 429].includes(answer.status)) return answer;
      sent.repeated++;
    }
    throw new Error("a request was not answered");
  };
  const mail = (): Fields => ({ recipient: anAddress(), subject: "Hi", body: "It works.", metadata: { run } });
  const single = async () => {
    const { status, body } = await answered("/api/v1/notifications", mail());
    if (status === 202) sent.ids.push(String(body.id));
    else sent.refused++;
  };
  const batch = async (atomic: boolean) => {
    const notifications = Array.from({ length: ITEMS }, mail);
    const { status, body } = await answered("/api/v1/notifications/batch", { notifications, atomic });
    const results = body.results as { notification?: Fields }[];
    if (status === 202)
      for (const { notification } of results) if (notification) sent.ids.push(String(notification.id));
    sent.refused += results.filter(({ notification }) => !notification).length;
  };
  const client = async (_: unknown, n: number) => {
    for (let turn = n; !isOver || sent.refused === 0; turn++) {
      if (turn % 3 === 0) await batch(turn % 2 === 0);
      else await single();
    }
  };

  const clients = Array.from({ length: CLIENTS }, client);
  const allClients = Promise.all(clients);
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(300 + Math.random() * 1500);
    isUp = false;
    await stack.stop("SIGKILL");
    await stack.boot();
    isUp = true;
  }
  isOver = true;
  await allClients;
  while ((await stack.send(key, { metadata: { run } })).status === 202) sent.ids.push("");

  const stored = new Set<string>();
  for (let cursor = ""; ; ) {
    const query = new URLSearchParams({ "metadata.run": run, limit: "100", ...(cursor && { cursor }) });
    const { body } = await stack.call("GET", `/api/v1/notifications?${query}`, { token: key });
    for (const { id } of body.notifications as Fields[]) stored.add(String(id));
    if (body.next_cursor === undefined) break;
    cursor = String(body.next_cursor);
  }
  expect(sent.repeated).toBeGreaterThan(0);
  expect(stored.size).toBe(PER_DAY);
  expect(sent.ids).toHaveLength(PER_DAY);
  for (const id of sent.ids.filter((one) => one !== "")) expect(stored).toContain(id);
}, 900_000);
