import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { type AccountLanes, accountLanes, type Busy, type Seat } from "../../../shared/notifications/account-lanes.ts";
import { AccountPace } from "../../../shared/notifications/account-pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const lanesOf = (perAccount: number, maxWaitMs = 500) =>
  accountLanes({ perAccount, maxWaitMs, clock: systemClock, identifiers: { random: () => 0 } });

function seated(answer: Seat | Busy): Seat {
  if (answer.kind === "busy") throw new Error("there was no seat");
  return answer;
}

/** A message that has its seat and its turn. */
async function sending(lanes: AccountLanes, account = "a"): Promise<Seat> {
  const seat = seated(await lanes.enter(account));
  expect(await seat.turn()).toEqual({ kind: "lane" });
  return seat;
}

/** Sends one after the other, each of so long: the account is known for it then. */
async function learn(lanes: AccountLanes, sendMs: number, account = "a"): Promise<void> {
  for (let i = 0; i < 8; i++) {
    const seat = await sending(lanes, account);
    vi.advanceTimersByTime(sendMs);
    seat.leave();
  }
}

describe("accountLanes()", () => {
  it("lets as many send as an account has connections, and as many more get ready", async () => {
    const lanes = lanesOf(2);
    await sending(lanes);
    await sending(lanes);
    const third = seated(await lanes.enter("a"));
    expect(await lanes.enter("a")).toMatchObject({ kind: "seat" });
    const fifth = lanes.enter("a");
    const turn = third.turn();
    vi.advanceTimersByTime(500);
    expect(await turn).toEqual({ kind: "busy", comeBackInSeconds: 1 });
    expect(await fifth).toMatchObject({ kind: "busy" });
  });

  it("lets nobody get ready where a send takes long", async () => {
    const lanes = lanesOf(2);
    await learn(lanes, 1001);
    for (const _ of "ab") await sending(lanes);
    const third = lanes.enter("a");
    vi.advanceTimersByTime(500);
    expect(await third).toMatchObject({ kind: "busy" });
  });

  it("lets nobody get ready while the sends hang", async () => {
    const lanes = lanesOf(2);
    for (const _ of "ab") await sending(lanes);
    vi.advanceTimersByTime(1001);
    expect(await lanes.enter("a")).toMatchObject({ kind: "busy" });
  });

  it("hands seats and lanes that come free to whoever has waited longest", async () => {
    const lanes = lanesOf(1);
    const first = await sending(lanes);
    const order: string[] = [];
    const enter = async (name: string) => {
      const seat = seated(await lanes.enter("a"));
      order.push(`${name} seated`);
      await seat.turn();
      order.push(`${name} sends`);
      return seat;
    };
    const [second, third, fourth] = [enter("second"), enter("third"), enter("fourth")];
    first.leave();
    const other = await second;
    other.leave();
    (await third).leave();
    (await fourth).leave();
    expect(order.filter((one) => one.endsWith("sends"))).toEqual(["second sends", "third sends", "fourth sends"]);
    expect(order.filter((one) => one.endsWith("seated"))).toEqual(["second seated", "third seated", "fourth seated"]);
    expect(order.indexOf("third seated")).toBeLessThan(order.indexOf("third sends"));
    await sending(lanes);
  });

  it("has all its seats and lanes again when attempts end without their turn", async () => {
    const lanes = lanesOf(1);
    for (let i = 0; i < 5; i++) seated(await lanes.enter("a")).leave();
    const first = await sending(lanes);
    const second = seated(await lanes.enter("a"));
    const late = second.turn();
    vi.advanceTimersByTime(500);
    expect(await late).toMatchObject({ kind: "busy" });
    second.leave();
    first.leave();
    const again = await sending(lanes);
    expect(await lanes.enter("a")).toMatchObject({ kind: "seat" });
    again.leave();
    await sending(lanes);
  });

  it("does not let one account's wait hold up another account", async () => {
    const lanes = lanesOf(1);
    await sending(lanes, "slow");
    void lanes.enter("slow");
    void lanes.enter("slow");
    await sending(lanes, "quick");
  });

  it("gives no seat to one that has stopped waiting", async () => {
    const lanes = lanesOf(1);
    const first = await sending(lanes);
    const second = seated(await lanes.enter("a"));
    const late = lanes.enter("a");
    vi.advanceTimersByTime(500);
    expect(await late).toMatchObject({ kind: "busy" });
    first.leave();
    second.leave();
    await sending(lanes);
    expect(await lanes.enter("a")).toMatchObject({ kind: "seat" });
  });

  it("sends away at once whoever would wait in vain, and tells each a later time", async () => {
    const lanes = lanesOf(2);
    await learn(lanes, 10_000, "slow");
    for (const _ of "ab") await sending(lanes, "slow");
    const answers = await Promise.all(Array.from({ length: 8 }, () => lanes.enter("slow")));
    const seconds = answers.map((answer) => (answer.kind === "busy" ? answer.comeBackInSeconds : 0));
    expect(seconds[0]).toBeGreaterThan(0);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(new Set(seconds).size).toBeGreaterThan(2);
  });

  it("never lets more send than there are connections, gives every seat back and leaves nobody waiting", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(300), fc.nat(300), fc.boolean()), { minLength: 1, maxLength: 40 }),
        async (messages) => {
          const lanes = lanesOf(2, 400);
          let now = 0;
          let most = 0;
          let ended = 0;
          const deliver = async ([at, sendMs, isNothing]: (typeof messages)[number]) => {
            await new Promise((resolve) => setTimeout(resolve, at));
            const seat = await lanes.enter("a");
            if (seat.kind === "seat") {
              if (!isNothing && (await seat.turn()).kind === "lane") {
                now += 1;
                most = Math.max(most, now);
                await new Promise((resolve) => setTimeout(resolve, sendMs));
                now -= 1;
              }
              seat.leave();
            }
            ended += 1;
          };
          const all = messages.map(deliver);
          await vi.runAllTimersAsync();
          await Promise.all(all);
          expect([ended, now]).toEqual([messages.length, 0]);
          expect(most).toBeLessThanOrEqual(2);
          for (const _ of "ab") await sending(lanes);
          expect(await lanes.enter("a")).toMatchObject({ kind: "seat" });
        },
      ),
    );
  });
});

describe("AccountPace", () => {
  it("learns how long a send takes, and counts one that hangs", () => {
    const pace = new AccountPace(2);
    for (let i = 0; i < 200; i++) pace.began(i * 1000)(i * 1000 + 400);
    expect(pace.waitMs(10, 300_000)).toBeCloseTo(2000, 0);
    pace.began(300_000);
    expect(pace.waitMs(10, 330_000)).toBe(150_000);
  });

  it("calls back by the quicker ones of the latest sends", () => {
    const pace = new AccountPace(1);
    for (let i = 0; i < 20; i++) pace.began(0)(i % 2 === 0 ? 3000 : 30_000);
    expect([pace.book(0, 0), pace.book(0, 0)]).toEqual([2, 4]);
    for (let i = 0; i < 8; i++) pace.began(0)(15_000);
    expect(pace.book(0, 0)).toBe(14);
  });

  it("spreads a backlog over the time that it takes, and nobody is sent away for more than a minute", () => {
    const pace = new AccountPace(2);
    for (let i = 0; i < 200; i++) pace.began(0)(400);
    const seconds = Array.from({ length: 3000 }, (_, i) => pace.book(0, (i % 100) / 100));
    // Two lanes at 400 ms are five in a second, and half as many again are called.
    expect(seconds.filter((at) => at <= 10)).toHaveLength(75);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(60);
    const called = Array.from({ length: 30 }, (_, i) => seconds.filter((at) => at === i + 31).length);
    expect(Math.min(...called)).toBeGreaterThan(0);
    expect(Math.max(...called)).toBeLessThan(200);
  });

  it("is forgettable once nothing runs and nobody comes back", () => {
    const pace = new AccountPace(2);
    const ended = pace.began(0);
    expect(pace.isForgettable(10)).toBe(false);
    ended(10);
    expect(pace.isForgettable(10)).toBe(true);
    pace.book(10, 0);
    expect(pace.isForgettable(12)).toBe(false);
    expect(pace.isForgettable(2000)).toBe(true);
  });
});
