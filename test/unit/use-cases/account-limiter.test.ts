import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import {
  type AccountLimiter,
  type AccountLimiterOptions,
  type Admission,
  accountLimiter,
  type Full,
} from "../../../shared/notifications/account-limiter.ts";
import { WaitEstimate } from "../../../shared/notifications/wait-estimate.ts";
import { fixedAllowances } from "../../support/fixed-allowances.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limiterWith = (allowances: AccountLimiterOptions["allowances"], maxWaitMs = 500) =>
  accountLimiter({ allowances, maxWaitMs, clock: systemClock, identifiers: { random: () => 0 } });
const limiterOf = (perAccount: number, maxWaitMs = 500) => limiterWith(fixedAllowances(perAccount), maxWaitMs);

function admitted(answer: Admission | Full): Admission {
  if (answer.kind === "full") throw new Error("it was not admitted");
  return answer;
}

/** A message that is admitted and has its permit. */
async function sending(limiter: AccountLimiter, account = "a"): Promise<Admission> {
  const admission = admitted(await limiter.admit(account));
  expect(await admission.acquire()).toEqual({ kind: "permit" });
  return admission;
}

/** Sends one after the other, each of so long: the account is known for it then. */
async function learn(limiter: AccountLimiter, sendMs: number, account = "a"): Promise<void> {
  for (let i = 0; i < 8; i++) {
    const admission = await sending(limiter, account);
    vi.advanceTimersByTime(sendMs);
    admission.release();
  }
}

describe("accountLimiter()", () => {
  it("lets as many send as an account has connections, and as many more get ready", async () => {
    const limiter = limiterOf(2);
    await sending(limiter);
    await sending(limiter);
    const third = admitted(await limiter.admit("a"));
    expect(await limiter.admit("a")).toMatchObject({ kind: "admission" });
    const fifth = limiter.admit("a");
    const permit = third.acquire();
    vi.advanceTimersByTime(500);
    expect(await permit).toEqual({ kind: "full", retryInSeconds: 1 });
    expect(await fifth).toMatchObject({ kind: "full" });
  });

  it("lets more send as soon as the account is allowed more connections, and fewer when it is allowed fewer", async () => {
    const allowance = { count: 1, expected: 1, acquired: () => {} };
    const limiter = limiterWith({ of: () => allowance });
    const first = await sending(limiter);
    const waiting = [admitted(await limiter.admit("a"))];
    const permits = waiting.map((admission) => admission.acquire());
    allowance.count = 3;
    const others = [await sending(limiter), admitted(await limiter.admit("a"))];
    first.release();
    expect(await Promise.all(permits)).toEqual([{ kind: "permit" }]);
    expect(await others[1]?.acquire()).toEqual({ kind: "permit" });
    allowance.count = 1;
    for (const one of others) one.release();
    const late = limiter.admit("a").then((answer) => admitted(answer).acquire());
    for (const one of waiting) one.release();
    expect(await late).toEqual({ kind: "permit" });
  });

  it("lets those that wait go before a newcomer when the account is allowed more, and wakes them", async () => {
    const allowance = { count: 1, expected: 1, acquired: () => {} };
    const limiter = limiterWith({ of: () => allowance });
    await sending(limiter);
    const order: string[] = [];
    const acquire = async (name: string) => {
      const admission = admitted(await limiter.admit("a"));
      order.push(`${name} admitted`);
      const { kind } = await admission.acquire();
      order.push(`${name}: ${kind}`);
    };
    void acquire("first");
    await vi.advanceTimersByTimeAsync(0);
    void acquire("second");
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(["first admitted"]);
    allowance.count = 2;
    void acquire("newcomer");
    await vi.advanceTimersByTimeAsync(0);
    expect(order.filter((one) => one.endsWith("admitted"))).toEqual([
      "first admitted",
      "second admitted",
      "newcomer admitted",
    ]);
    expect(order.filter((one) => one.endsWith("permit"))).toEqual(["first: permit"]);
  });

  it("says of each permit whether its message had to wait for it, or for admission", async () => {
    const waits: boolean[] = [];
    const allowance = { count: 1, expected: 1, acquired: (said: { hasWaited: boolean }) => waits.push(said.hasWaited) };
    const limiter = limiterWith({ of: () => allowance });
    const first = await sending(limiter);
    const second = admitted(await limiter.admit("a"));
    const third = limiter.admit("a");
    const permit = second.acquire();
    first.release();
    await permit;
    second.release();
    const admittedLate = admitted(await third);
    await admittedLate.acquire();
    admittedLate.release();
    (await sending(limiter)).release();
    expect(waits).toEqual([false, true, true, false]);
  });

  it("lets nobody get ready where a send takes long", async () => {
    const limiter = limiterOf(2);
    await learn(limiter, 1001);
    for (const _ of "ab") await sending(limiter);
    const third = limiter.admit("a");
    vi.advanceTimersByTime(500);
    expect(await third).toMatchObject({ kind: "full" });
  });

  it("lets nobody get ready while the sends hang", async () => {
    const limiter = limiterOf(2);
    for (const _ of "ab") await sending(limiter);
    vi.advanceTimersByTime(1001);
    expect(await limiter.admit("a")).toMatchObject({ kind: "full" });
  });

  it("hands admissions and permits that come free to the one that has waited longest", async () => {
    const limiter = limiterOf(1);
    const first = await sending(limiter);
    const order: string[] = [];
    const admit = async (name: string) => {
      const admission = admitted(await limiter.admit("a"));
      order.push(`${name} admitted`);
      await admission.acquire();
      order.push(`${name} sends`);
      return admission;
    };
    const [second, third, fourth] = [admit("second"), admit("third"), admit("fourth")];
    first.release();
    const other = await second;
    other.release();
    (await third).release();
    (await fourth).release();
    expect(order.filter((one) => one.endsWith("sends"))).toEqual(["second sends", "third sends", "fourth sends"]);
    expect(order.filter((one) => one.endsWith("admitted"))).toEqual([
      "second admitted",
      "third admitted",
      "fourth admitted",
    ]);
    expect(order.indexOf("third admitted")).toBeLessThan(order.indexOf("third sends"));
    await sending(limiter);
  });

  it("has all admissions and permits again when attempts end without a permit", async () => {
    const limiter = limiterOf(1);
    for (let i = 0; i < 5; i++) admitted(await limiter.admit("a")).release();
    const first = await sending(limiter);
    const second = admitted(await limiter.admit("a"));
    const late = second.acquire();
    vi.advanceTimersByTime(500);
    expect(await late).toMatchObject({ kind: "full" });
    second.release();
    first.release();
    const again = await sending(limiter);
    expect(await limiter.admit("a")).toMatchObject({ kind: "admission" });
    again.release();
    await sending(limiter);
  });

  it("does not let one account's wait hold up another account", async () => {
    const limiter = limiterOf(1);
    await sending(limiter, "slow");
    void limiter.admit("slow");
    void limiter.admit("slow");
    await sending(limiter, "quick");
  });

  it("admits none that has stopped waiting", async () => {
    const limiter = limiterOf(1);
    const first = await sending(limiter);
    const second = admitted(await limiter.admit("a"));
    const late = limiter.admit("a");
    vi.advanceTimersByTime(500);
    expect(await late).toMatchObject({ kind: "full" });
    first.release();
    second.release();
    await sending(limiter);
    expect(await limiter.admit("a")).toMatchObject({ kind: "admission" });
  });

  it("sends away at once those that would wait in vain, each until a later time", async () => {
    const limiter = limiterOf(2);
    await learn(limiter, 10_000, "slow");
    for (const _ of "ab") await sending(limiter, "slow");
    const answers = await Promise.all(Array.from({ length: 8 }, () => limiter.admit("slow")));
    const seconds = answers.map((answer) => (answer.kind === "full" ? answer.retryInSeconds : 0));
    expect(seconds[0]).toBeGreaterThan(0);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(new Set(seconds).size).toBeGreaterThan(2);
  });

  it("never lets more send than there are connections, gives every admission back and leaves nobody waiting", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(300), fc.nat(300), fc.boolean()), { minLength: 1, maxLength: 40 }),
        async (messages) => {
          const limiter = limiterOf(2, 400);
          let now = 0;
          let most = 0;
          let ended = 0;
          const deliver = async ([at, sendMs, isNothing]: (typeof messages)[number]) => {
            await new Promise((resolve) => setTimeout(resolve, at));
            const admission = await limiter.admit("a");
            if (admission.kind === "admission") {
              if (!isNothing && (await admission.acquire()).kind === "permit") {
                now += 1;
                most = Math.max(most, now);
                await new Promise((resolve) => setTimeout(resolve, sendMs));
                now -= 1;
              }
              admission.release();
            }
            ended += 1;
          };
          const all = messages.map(deliver);
          await vi.runAllTimersAsync();
          await Promise.all(all);
          expect([ended, now]).toEqual([messages.length, 0]);
          expect(most).toBeLessThanOrEqual(2);
          for (const _ of "ab") await sending(limiter);
          expect(await limiter.admit("a")).toMatchObject({ kind: "admission" });
        },
      ),
    );
  });
});

describe("WaitEstimate", () => {
  it("learns how long a send takes, and counts one that hangs", () => {
    const estimate = new WaitEstimate(() => ({ count: 2, expected: 2 }));
    for (let i = 0; i < 200; i++) estimate.sendStarted(i * 1000)(i * 1000 + 400);
    expect(estimate.waitMs(10, 300_000)).toBeCloseTo(2000, 0);
    estimate.sendStarted(300_000);
    expect(estimate.waitMs(10, 330_000)).toBe(150_000);
  });

  it("calls back by the quicker ones of the latest sends", () => {
    const estimate = new WaitEstimate(() => ({ count: 1, expected: 1 }));
    for (let i = 0; i < 20; i++) estimate.sendStarted(0)(i % 2 === 0 ? 3000 : 30_000);
    expect([estimate.reserveSeconds(0, 0), estimate.reserveSeconds(0, 0)]).toEqual([2, 4]);
    for (let i = 0; i < 8; i++) estimate.sendStarted(0)(15_000);
    expect(estimate.reserveSeconds(0, 0)).toBe(14);
  });

  it("spreads a backlog over the time that it takes, and nobody is sent away for more than a minute", () => {
    const estimate = new WaitEstimate(() => ({ count: 2, expected: 2 }));
    for (let i = 0; i < 200; i++) estimate.sendStarted(0)(400);
    const seconds = Array.from({ length: 3000 }, (_, i) => estimate.reserveSeconds(0, (i % 100) / 100));
    // Two permits at 400 ms are five in a second, and half as many again are called.
    expect(seconds.filter((at) => at <= 10)).toHaveLength(75);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(60);
    const called = Array.from({ length: 30 }, (_, i) => seconds.filter((at) => at === i + 31).length);
    expect(Math.min(...called)).toBeGreaterThan(0);
    expect(Math.max(...called)).toBeLessThan(200);
  });

  it("plans for the connections that the account comes to have, and waits for those that it has", () => {
    const estimate = new WaitEstimate(() => ({ count: 2, expected: 10 }));
    for (let i = 0; i < 200; i++) estimate.sendStarted(0)(400);
    expect(estimate.waitMs(10, 0)).toBeCloseTo(2000, 0);
    const seconds = Array.from({ length: 750 }, () => estimate.reserveSeconds(0, 0));
    // Ten connections at 400 ms are 25 in a second, and half as many again are called.
    expect(seconds.filter((at) => at <= 10)).toHaveLength(375);
    expect(seconds.at(-1)).toBeLessThanOrEqual(21);
  });

  it("is forgettable once nothing runs and nobody comes back", () => {
    const estimate = new WaitEstimate(() => ({ count: 2, expected: 2 }));
    const ended = estimate.sendStarted(0);
    expect(estimate.isForgettable(10)).toBe(false);
    ended(10);
    expect(estimate.isForgettable(10)).toBe(true);
    estimate.reserveSeconds(10, 0);
    expect(estimate.isForgettable(12)).toBe(false);
    expect(estimate.isForgettable(2000)).toBe(true);
  });
});
