import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAddress, type Fields, LocalStack, until } from "../support/local-stack.ts";
import { seededRandom } from "../support/seeded-random.ts";

const KILLS = 4;
const SENDS = 40;
const DAY = 86_400;
/** A kill comes within this time after the clock was moved. */
const KILLED_WITHIN_MS = 600;
/** Without a given seed, the run chooses one. It prints the seed, so that the run can be repeated. */
const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

let stack: LocalStack;
let key: string;
beforeAll(async () => {
  stack = await LocalStack.start({ HERALD_LEASE_SECONDS: "3", HERALD_SWEEP_SECONDS: "1" });
  key = String((await stack.apiKey(await stack.token(stack.file.demo.sub), { mode: "test" })).key);
});
afterAll(() => stack.close());

const call = (method: string, path: string, json?: unknown) =>
  stack.call(method, path, { token: key, ...(json !== undefined && { json }) });

/** The recipients of all mails in the sandbox, once for each mail. */
async function recipients(): Promise<readonly string[]> {
  const found: string[] = [];
  for (let cursor = ""; ; ) {
    const query = new URLSearchParams({ limit: "100", ...(cursor && { cursor }) });
    const { body } = await call("GET", `/api/v1/sandbox/messages?${query}`);
    found.push(...(body.messages as Fields[]).flatMap(({ rcpt_to: to }) => to as string[]));
    if (body.next_cursor === undefined) return found;
    cursor = String(body.next_cursor);
  }
}

it(`loses nothing that a moved clock made due when it is killed ${KILLS} times (D48e)`, async () => {
  console.log(`HERALD_CRASH_SEED=${seed}`);
  const random = seededRandom(seed);
  const wanted: string[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const { body } = await call("GET", "/api/v1/sandbox/clock");
    const at = new Date(Date.parse(String(body.now)) + DAY * 1000).toISOString();
    const notifications = Array.from({ length: SENDS }, () => ({
      ...{ recipient: anAddress(), subject: "Later", body: "Hi", send_at: at },
    }));
    wanted.push(...notifications.map(({ recipient }) => recipient));
    expect((await call("POST", "/api/v1/notifications/batch", { notifications })).status).toBe(202);
    const moved = await call("POST", "/api/v1/sandbox/clock", { advance_seconds: 2 * DAY });
    expect(moved.body.advanced_seconds).toBe(kill * 2 * DAY);
    await pause(random() * KILLED_WITHIN_MS);
    await stack.stop("SIGKILL");
    await stack.boot();
    expect((await call("GET", "/api/v1/sandbox/clock")).body.advanced_seconds).toBe(kill * 2 * DAY);
    const pending = async () =>
      ((await call("GET", "/api/v1/notifications?status=pending&limit=100")).body.notifications as Fields[]).length;
    expect(await until(pending, (count) => count === 0, { withinMs: 60_000, everyMs: 200 })).toBe(0);
  }
  const unfinished = async () =>
    (["pending", "processing"] as const).reduce<Promise<number>>(async (sum, status) => {
      const { body } = await call("GET", `/api/v1/notifications?status=${status}&limit=100`);
      return (await sum) + (body.notifications as Fields[]).length;
    }, Promise.resolve(0));
  await until(unfinished, (count) => count === 0, { withinMs: 60_000, everyMs: 200 });
  const got = await recipients();
  expect(new Set(got)).toEqual(new Set(wanted));
});
