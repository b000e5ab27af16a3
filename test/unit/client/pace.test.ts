import { describe, expect, it } from "vitest";
import { Herald, type HeraldOptions } from "../../../client/src/herald.ts";
import { aNotification } from "./a-server.ts";

const ID = "0190b2a0-0000-7000-8000-000000000001";
const MAIL = { recipient: "a@b.test", subject: "s", body: "b" } as const;

/** Creates a client of a service with the interface's limiter. Only their waiting advances the clock. */
function aLimitedService(options: Partial<HeraldOptions> = {}, { perSecond = 1, burst = 30 } = {}) {
  const clock = { ms: 1_000_000 };
  const buckets = new Map<string, { left: number; atMs: number }>();
  const answers: { status: number; atMs: number; path: string }[] = [];
  const isTaken = (token: string): boolean => {
    const { left, atMs } = buckets.get(token) ?? { left: burst, atMs: clock.ms };
    const now = Math.min(burst, left + ((clock.ms - atMs) / 1000) * perSecond);
    buckets.set(token, { left: now >= 1 ? now - 1 : now, atMs: clock.ms });
    return now >= 1;
  };
  const herald = new Herald({
    baseUrl: "https://herald.test",
    apiKey: "key",
    accessToken: "token",
    now: () => clock.ms,
    pause: async (ms, signal) => {
      signal?.throwIfAborted();
      clock.ms += ms;
    },
    fetch: async (url, init) => {
      const path = new URL(String(url)).pathname;
      const isLimited = path.startsWith("/api/v1/");
      const status = !isLimited || isTaken(new Headers(init?.headers).get("authorization") ?? "") ? 200 : 429;
      answers.push({ status, atMs: clock.ms, path });
      if (status === 200) return Response.json(path.endsWith("/smtp-accounts") ? [] : aNotification());
      return new Response("too many requests", { status, headers: { "retry-after": "60" } });
    },
    ...options,
  });
  const startedAtMs = clock.ms;
  const refused = () => answers.filter(({ status }) => status === 429).length;
  return { herald, answers, refused, tookMs: () => clock.ms - startedAtMs };
}

describe("the client's pace", () => {
  it("sends a loop of 40 mails without a minute's stall", async () => {
    const { herald, refused, tookMs } = aLimitedService();
    for (let i = 0; i < 40; i++) await herald.notifications.send(MAIL);
    expect(refused()).toBe(0);
    expect(tookMs()).toBe(12_000);
  });

  it("keeps parallel calls within it too, in their order", async () => {
    const waits: number[] = [];
    const { herald, refused } = aLimitedService({ now: () => 0, pause: async (ms) => void waits.push(ms) });
    await Promise.all(Array.from({ length: 30 }, () => herald.notifications.get(ID)));
    expect(waits).toEqual([1000, 2000]);
    expect(refused()).toBe(0);
  });

  it("paces itself by the rate headers where others use the credential too: 100 sends are never refused", async () => {
    const clock = { ms: 0 };
    // Half of the bucket is empty when the loop begins, and another process takes every third token.
    const bucket = { left: 15, atMs: 0, taken: 0 };
    const statuses: number[] = [];
    const herald = new Herald({
      ...{ baseUrl: "https://herald.test", apiKey: "key", now: () => clock.ms },
      pause: async (ms) => {
        clock.ms += ms;
      },
      fetch: async () => {
        bucket.left = Math.min(30, bucket.left + (clock.ms - bucket.atMs) / 1000);
        bucket.atMs = clock.ms;
        if (bucket.taken++ % 3 === 2) bucket.left = Math.max(0, bucket.left - 1);
        const isAllowed = bucket.left >= 1;
        if (isAllowed) bucket.left -= 1;
        const headers = { "ratelimit-remaining": String(Math.floor(bucket.left)), "ratelimit-reset": "1" };
        statuses.push(isAllowed ? 202 : 429);
        clock.ms += 5;
        if (isAllowed) return Response.json(aNotification(), { status: 202, headers });
        return new Response("too many requests", { status: 429, headers: { ...headers, "retry-after": "60" } });
      },
    });
    for (let i = 0; i < 100; i++) await herald.notifications.send(MAIL);
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    expect(clock.ms).toBeLessThan(160_000);
  });

  it("asks as fast as a deployment with a wider limit allows, once it has heard of it", async () => {
    const { herald, tookMs, answers } = aLimitedService({
      fetch: async () => {
        const headers = { "ratelimit-limit": "1000", "ratelimit-remaining": "900", "ratelimit-reset": "1" };
        return Response.json(aNotification(), { headers });
      },
    });
    for (let i = 0; i < 200; i++) await herald.notifications.get(ID);
    expect([tookMs(), answers]).toEqual([0, []]);
  });

  it("does not wait for a day because an answer says so", async () => {
    const answers = [new Response("", { status: 429, headers: { "retry-after": "86400" } })];
    const { herald, tookMs } = aLimitedService({
      fetch: async () => answers.shift() ?? Response.json(aNotification()),
    });
    await expect(herald.notifications.get(ID)).rejects.toMatchObject({ status: 429 });
    await herald.notifications.get(ID);
    expect(tookMs()).toBeLessThanOrEqual(120_000);
  });

  it("lets a client that was quiet ask at once again", async () => {
    const { herald, tookMs } = aLimitedService({ pace: { perSecond: 2, burst: 2 } }, { perSecond: 2, burst: 2 });
    for (let i = 0; i < 4; i++) await herald.notifications.get(ID);
    expect(tookMs()).toBe(1000);
  });

  it("counts each credential for itself, and health checks not at all", async () => {
    const { herald, refused, tookMs } = aLimitedService({ pace: { burst: 1 } });
    await herald.notifications.get(ID);
    await herald.sendingAccounts.list();
    // The health request gets a notification as its answer too.
    for (let i = 0; i < 5; i++) await expect(herald.status.live()).rejects.toThrow("not as the API describes it");
    expect([refused(), tookMs()]).toEqual([0, 0]);
  });

  it("holds every call of a token for as long as a 429 says", async () => {
    const { herald, answers, refused } = aLimitedService({ pace: { burst: 3 } }, { burst: 1 });
    const [first, ...others] = [herald.notifications.get(ID), herald.notifications.get(ID)];
    await Promise.all([first, ...others]);
    await herald.notifications.get(ID);
    expect(refused()).toBe(1);
    const refusal = answers.find(({ status }) => status === 429);
    for (const later of answers.slice(2)) expect(later.atMs - (refusal?.atMs ?? 0)).toBeGreaterThanOrEqual(60_000);
  });

  it("can be switched off, and refuses a rate of none", async () => {
    const { herald, refused } = aLimitedService({ pace: false, maxRetries: 0 });
    const ended = await Promise.allSettled(Array.from({ length: 40 }, () => herald.notifications.get(ID)));
    expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(10);
    expect(refused()).toBe(10);
    for (const pace of [{ perSecond: 0 }, { burst: 0 }, { burst: Number.NaN }])
      expect(() => aLimitedService({ pace })).toThrow("pace needs perSecond above 0");
  });

  it("ends with the signal while it waits for its place", async () => {
    const { herald, answers } = aLimitedService({ pace: { burst: 1 } });
    await herald.notifications.get(ID);
    const aborted = AbortSignal.abort(new Error("enough"));
    await expect(herald.notifications.get(ID, { signal: aborted })).rejects.toThrow("enough");
    expect(answers).toHaveLength(1);
  });
});
