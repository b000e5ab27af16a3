import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../../shared/kernel/system-clock.ts";
import {
  type AccountLimiter,
  type AccountLimiterOptions,
  type Admission,
  accountLimiter,
} from "../../../../shared/notifications/deliver/account-limiter.ts";
import { fixedAllowances } from "../../../support/fixed-allowances.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MAX_WAIT_MS = 500;
const limiterWith = (allowances: AccountLimiterOptions["allowances"], maxWaitMs = MAX_WAIT_MS) =>
  accountLimiter({ allowances, maxWaitMs, clock: systemClock });
const limiterOf = (perAccount: number, maxWaitMs = MAX_WAIT_MS) => limiterWith(fixedAllowances(perAccount), maxWaitMs);

function admitted(limiter: AccountLimiter, account = "a"): Admission {
  const admission = limiter.admit(account);
  if (admission === undefined) throw new Error("it was not admitted");
  return admission;
}

/** Admits a message and acquires its permit. */
async function sending(limiter: AccountLimiter, account = "a"): Promise<Admission> {
  const admission = admitted(limiter, account);
  expect(await admission.acquire()).toBe(true);
  return admission;
}

describe("accountLimiter()", () => {
  it("lets as many send as an account has connections, and as many more get ready", async () => {
    const limiter = limiterOf(2);
    await sending(limiter);
    await sending(limiter);
    const third = admitted(limiter);
    admitted(limiter);
    expect([limiter.hasRoom("a"), limiter.admit("a")]).toEqual([false, undefined]);
    const permit = third.acquire();
    vi.advanceTimersByTime(MAX_WAIT_MS);
    expect(await permit).toBe(false);
  });

  it("lets more send as soon as the account is allowed more connections, and fewer when it is allowed fewer", async () => {
    const allowance = { count: 1, acquired: () => {} };
    const limiter = limiterWith({ of: () => allowance });
    const first = await sending(limiter);
    const second = admitted(limiter);
    const permit = second.acquire();
    expect(limiter.hasRoom("a")).toBe(false);
    allowance.count = 3;
    const third = await sending(limiter);
    expect(await permit).toBe(true);
    allowance.count = 1;
    expect(limiter.hasRoom("a")).toBe(false);
    first.release();
    second.release();
    expect(limiter.hasRoom("a")).toBe(true);
    third.release();
    await sending(limiter);
  });

  it("says of each permit whether its message had to wait for it, or was postponed before", async () => {
    const waits: boolean[] = [];
    const allowance = { count: 1, acquired: (said: { hasWaited: boolean }) => waits.push(said.hasWaited) };
    const limiter = limiterWith({ of: () => allowance });
    const first = await sending(limiter);
    const second = admitted(limiter);
    const permit = second.acquire();
    first.release();
    await permit;
    second.release();
    const postponed = limiter.admit("a", true);
    await postponed?.acquire();
    postponed?.release();
    (await sending(limiter)).release();
    expect(waits).toEqual([false, true, true, false]);
  });

  it("lets nobody get ready where a send takes longer than one may wait for a permit", async () => {
    const limiter = limiterOf(2);
    const slow = [await sending(limiter), await sending(limiter)];
    vi.advanceTimersByTime(MAX_WAIT_MS);
    slow[0]?.release();
    const next = await sending(limiter);
    slow[1]?.release();
    await sending(limiter);
    expect(limiter.hasRoom("a")).toBe(false);
    next.release();
    expect(limiter.hasRoom("a")).toBe(true);
  });

  it("lets nobody get ready while the sends hang", async () => {
    const limiter = limiterOf(2);
    for (const _ of "ab") await sending(limiter);
    expect(limiter.hasRoom("a")).toBe(true);
    vi.advanceTimersByTime(MAX_WAIT_MS);
    expect(limiter.hasRoom("a")).toBe(false);
  });

  it("hands permits that come free to the one that has waited longest", async () => {
    const limiter = limiterOf(2);
    const [first, other] = [await sending(limiter), await sending(limiter)];
    const order: string[] = [];
    const wait = async (name: string) => {
      const admission = admitted(limiter);
      await admission.acquire();
      order.push(name);
      return admission;
    };
    const [third, fourth] = [wait("third"), wait("fourth")];
    first.release();
    (await third).release();
    await fourth;
    expect(order).toEqual(["third", "fourth"]);
    other.release();
  });

  it("has all admissions and permits again when attempts end without a permit", async () => {
    const limiter = limiterOf(1);
    for (let i = 0; i < 5; i++) admitted(limiter).release();
    const first = await sending(limiter);
    const second = admitted(limiter);
    const late = second.acquire();
    vi.advanceTimersByTime(MAX_WAIT_MS);
    expect(await late).toBe(false);
    second.release();
    first.release();
    const again = await sending(limiter);
    again.release();
    await sending(limiter);
  });

  it("gives what comes free soon to the one that has waited longest, before anybody who comes then", async () => {
    const limiter = limiterOf(1);
    const first = await sending(limiter);
    const second = admitted(limiter);
    const order: string[] = [];
    const soon = ["third", "fourth"].map((name) =>
      limiter.admitSoon("a").then((admission) => {
        order.push(name);
        return admission;
      }),
    );
    first.release();
    expect(limiter.hasRoom("a")).toBe(false);
    second.release();
    const [third, fourth] = await Promise.all(soon);
    expect(order).toEqual(["third", "fourth"]);
    expect(await third?.acquire()).toBe(true);
    third?.release();
    expect(await fourth?.acquire()).toBe(true);
    fourth?.release();
    expect(limiter.hasRoom("a")).toBe(true);
  });

  it("lets only a few wait for what comes free soon, for a moment only, and none where sends take longer", async () => {
    const limiter = limiterOf(1, 10_000);
    await sending(limiter);
    admitted(limiter);
    const waits = Array.from({ length: 11 }, () => limiter.admitSoon("a"));
    expect(await waits[10]).toBe(undefined);
    await vi.advanceTimersByTimeAsync(300);
    expect(await Promise.all(waits)).toEqual(waits.map(() => undefined));
    // The running send has taken longer than a message waits.
    expect(await limiter.admitSoon("a")).toBe(undefined);
  });

  it("does not let one account's wait hold up another account", async () => {
    const limiter = limiterOf(1);
    await sending(limiter, "slow");
    admitted(limiter, "slow");
    expect(limiter.hasRoom("slow")).toBe(false);
    await sending(limiter, "quick");
  });

  it("never lets more send than there are connections, and gives every admission back", async () => {
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
            const admission = limiter.admit("a") ?? (await limiter.admitSoon("a"));
            if (admission !== undefined) {
              if (!isNothing && (await admission.acquire())) {
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
          expect(limiter.hasRoom("a")).toBe(true);
        },
      ),
    );
  });
});
