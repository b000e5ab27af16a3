import { describe, expect, it } from "vitest";
import { HeraldConnectionError, HeraldError, HeraldTimeoutError } from "../../../client/src/herald.ts";
import { delayMs, retryAfterIn } from "../../../client/src/retry.ts";
import { aClient, ok, type Turn } from "./a-server.ts";

const ID = "0190b2a0-0000-7000-8000-000000000001";
const MAIL = { recipient: "a@b.test", subject: "s", body: "b" } as const;
const TEMPLATE = { name: "n", subject: "s", body: "b" } as const;
const refused: Turn = { status: 503, json: { error: "down" } };
const offline = new TypeError("fetch failed");

describe("the client's tries", () => {
  for (const [what, turn] of [
    ["500", { status: 500, json: { error: "internal error" } }],
    ["502", { status: 502, text: "<html>bad gateway</html>" }],
    ["503", refused],
    ["504", { status: 504 }],
    ["408", { status: 408 }],
    ["429", { status: 429, text: "too many requests", headers: { "retry-after": "60" } }],
    ["no connection", offline],
  ] as const)
    it(`repeats a read after ${what}`, async () => {
      const { herald, seen, paused } = aClient([turn, ok({ status: "sent" })]);
      expect(await herald.notifications.get(ID)).toMatchObject({ status: "sent" });
      expect([seen.length, paused.length]).toEqual([2, 1]);
    });

  for (const status of [400, 401, 403, 404, 409, 501])
    it(`does not repeat after ${status}`, async () => {
      const { herald, seen } = aClient([{ status, json: { error: "no" } }]);
      await expect(herald.notifications.get(ID)).rejects.toMatchObject({ status, message: "no" });
      expect(seen).toHaveLength(1);
    });

  it("does not repeat after the daily limit of its key, and says when it begins again (D47d)", async () => {
    const resets_at = "2026-11-23T00:00:00.000Z";
    const json = { error: "daily limit of this key reached", code: "daily_limit_reached", resets_at };
    const headers = { "retry-after": "43200", "ratelimit-remaining": "29", "ratelimit-reset": "0" };
    const { herald, seen, paused } = aClient([{ status: 429, json, headers }]);
    const refusal = { status: 429, code: "daily_limit_reached", resetsAt: resets_at, retryAfterSeconds: 43_200 };
    await expect(herald.notifications.send(MAIL)).rejects.toMatchObject(refusal);
    expect([seen.length, paused.length]).toEqual([1, 0]);
  });

  it("gives up after maxRetries further tries, of the client or of the call", async () => {
    const one = aClient([refused]);
    await expect(one.herald.notifications.get(ID)).rejects.toMatchObject({ status: 503, message: "down" });
    expect(one.seen).toHaveLength(4);
    const two = aClient([refused], { maxRetries: 1 });
    await expect(two.herald.notifications.get(ID)).rejects.toThrow("down");
    await expect(two.herald.notifications.get(ID, { maxRetries: 0 })).rejects.toThrow("down");
    expect(two.seen).toHaveLength(3);
  });

  it("repeats a send under the same key, made for each call or given", async () => {
    const { herald, seen } = aClient([offline, refused, ok({ notification_id: ID })]);
    await herald.notifications.send(MAIL);
    const keys = seen.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    await herald.notifications.send(MAIL, { idempotencyKey: "order-1" });
    expect(seen.at(-1)?.headers.get("idempotency-key")).toBe("order-1");
    await herald.conversations.reply(ID, { text: "hi" });
    expect(seen.at(-1)?.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen.at(-1)?.headers.get("idempotency-key")).not.toBe(keys[0]);
  });

  it("waits out the first request under a key (409 with Retry-After), and no other 409", async () => {
    const { herald, paused } = aClient([
      { status: 409, json: { error: "in flight" }, headers: { "retry-after": "1" } },
      ok(),
    ]);
    await herald.notifications.send(MAIL);
    expect(paused[0]).toBeGreaterThanOrEqual(1000);
    const other = aClient([{ status: 409, json: { error: "service window is closed" } }]);
    await expect(other.herald.notifications.send(MAIL)).rejects.toMatchObject({ status: 409 });
    expect(other.seen).toHaveLength(1);
  });

  it("never repeats a write without a key", async () => {
    for (const turn of [offline, refused, { status: 429, text: "too many requests" }] as const) {
      const { herald, seen } = aClient([turn]);
      const { emailTemplates, conversations, sendingAccounts } = herald;
      const file = { file: new Blob(["x"]), mediaType: "image", filename: "x.png" } as const;
      await expect(emailTemplates.create(TEMPLATE)).rejects.toBeInstanceOf(HeraldError);
      await expect(emailTemplates.replace(ID, TEMPLATE)).rejects.toBeInstanceOf(HeraldError);
      await expect(sendingAccounts.delete(ID)).rejects.toBeInstanceOf(HeraldError);
      await expect(conversations.uploadMedia(ID, file)).rejects.toBeInstanceOf(HeraldError);
      expect(seen).toHaveLength(4);
    }
  });

  it("waits as long as Retry-After says, and gives up at once when that is beyond maxWaitMs, a minute of itself", async () => {
    const limited = (seconds: string): Turn => ({
      status: 429,
      text: "too many requests",
      headers: { "retry-after": seconds },
    });
    const { herald, paused } = aClient([limited("60"), ok()]);
    await herald.notifications.get(ID);
    expect(paused).toEqual([60_000]);
    const far = aClient([limited("3600")]);
    await expect(far.herald.notifications.get(ID)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3600 });
    expect(far.seen).toHaveLength(1);
    const hasty = aClient([limited("60")], { maxWaitMs: 5000 });
    await expect(hasty.herald.notifications.get(ID)).rejects.toMatchObject({ status: 429 });
    const patient = aClient([limited("100"), ok()]);
    await patient.herald.notifications.get(ID, { maxWaitMs: 100_000 });
    expect([hasty.seen.length, patient.paused]).toEqual([1, [100_000]]);
  });

  it("waits for the limiter's next place instead of its whole minute, and longer when others were faster", async () => {
    const headers = {
      "retry-after": "60",
      "ratelimit-limit": "30",
      "ratelimit-remaining": "0",
      "ratelimit-reset": "1",
    };
    const full: Turn = { status: 429, text: "too many requests", headers };
    const { herald, paused } = aClient([full, full, full, ok()], { pace: false });
    await herald.notifications.send(MAIL);
    expect(paused.map((ms) => Math.round(ms / 1000))).toEqual([1, 4, 16]);
  });

  it("repeats a cancellation too: done twice it is as done once", async () => {
    const { herald, seen } = aClient([offline, ok({ status: "canceled" })]);
    expect(await herald.notifications.cancel(ID)).toMatchObject({ status: "canceled" });
    expect(seen.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });

  it("tells a service that cannot be reached from one that is slow, and names it", async () => {
    const { herald } = aClient([offline], { maxRetries: 0 });
    const error = await herald.notifications.send(MAIL).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HeraldConnectionError);
    expect(error).toMatchObject({
      message: "the service cannot be reached at https://herald.test/base",
      request: "POST https://herald.test/base/api/v1/notifications",
      cause: offline,
    });
    expect(error).not.toBeInstanceOf(HeraldTimeoutError);
  });

  it("ends a try that takes too long, and says so when all did", async () => {
    const { herald, seen } = aClient(["never"], { timeoutMs: 10, maxRetries: 1 });
    await expect(herald.notifications.get(ID)).rejects.toMatchObject({
      name: "HeraldTimeoutError",
      status: undefined,
      message: "no answer within 10 ms from https://herald.test/base",
      request: `GET https://herald.test/base/api/v1/notifications/${ID}`,
    });
    expect(seen).toHaveLength(2);
  });

  it("ends at once with the signal's reason: before, within a try, and while waiting", async () => {
    const reason = new Error("the user left");
    const before = aClient([ok()]);
    await expect(before.herald.notifications.get(ID, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(before.seen).toHaveLength(0);
    const within = new AbortController();
    const waiting = aClient(["never"]).herald.notifications.get(ID, { signal: within.signal });
    setTimeout(() => within.abort(reason), 5);
    await expect(waiting).rejects.toBe(reason);
    const between = new AbortController();
    const { herald, seen } = aClient([refused], {
      pause: async (_, signal) => {
        between.abort(reason);
        signal?.throwIfAborted();
      },
    });
    await expect(herald.notifications.get(ID, { signal: between.signal })).rejects.toBe(reason);
    expect(seen).toHaveLength(1);
  });
});

describe("delayMs()", () => {
  it("doubles up to 8 s, less up to half, and is never sooner than Retry-After", () => {
    const away = { status: undefined, retryAfterSeconds: undefined, resetSeconds: undefined };
    const asking = { ...away, status: 503, retryAfterSeconds: 3 };
    expect([1, 2, 3, 5, 9].map((tries) => delayMs(tries, away, 0))).toEqual([500, 1000, 2000, 8000, 8000]);
    expect(delayMs(2, away, 1)).toBe(500);
    expect([delayMs(1, asking, 0), delayMs(5, asking, 0)]).toEqual([3000, 8000]);
  });
});

describe("retryAfterIn()", () => {
  it("reads seconds and dates, and nothing else", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    const headers = ["60", " 2 ", "Thu, 01 Jan 2026 00:00:05 GMT", "Wed, 31 Dec 2025 00:00:00 GMT", "soon", "", null];
    expect(headers.map((header) => retryAfterIn(header, now))).toEqual([60, 2, 5, 0, undefined, undefined, undefined]);
  });
});
