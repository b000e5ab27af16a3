import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../../shared/adapters/system/clock.ts";
import { accountLanes, type LaneAnswer } from "../../../shared/use-cases/notifications/account-lanes.ts";
import { AccountPace } from "../../../shared/use-cases/notifications/account-pace.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const lanesOf = (perAccount: number, maxWaitMs = 500) =>
  accountLanes({ perAccount, maxWaitMs, clock: systemClock, identifiers: { random: () => 0 } });

function leave(answer: LaneAnswer): void {
  if (answer.kind === "busy") throw new Error("there was no lane");
  answer.leave();
}

describe("accountLanes()", () => {
  it("gives as many lanes as an account has connections, and no more", async () => {
    const lanes = lanesOf(2);
    expect(await lanes.enter("a")).toMatchObject({ kind: "lane" });
    expect(await lanes.enter("a")).toMatchObject({ kind: "lane" });
    const third = lanes.enter("a");
    vi.advanceTimersByTime(500);
    expect(await third).toEqual({ kind: "busy", comeBackInSeconds: 1 });
  });

  it("hands a lane that comes free to whoever has waited longest", async () => {
    const lanes = lanesOf(1);
    const first = await lanes.enter("a");
    const order: string[] = [];
    const enter = async (name: string) => {
      const lane = await lanes.enter("a");
      order.push(name);
      return lane;
    };
    const second = enter("second");
    const third = enter("third");
    leave(first);
    leave(await second);
    expect(await third).toMatchObject({ kind: "lane" });
    expect(order).toEqual(["second", "third"]);
  });

  it("does not let one account's wait hold up another account", async () => {
    const lanes = lanesOf(1);
    await lanes.enter("slow");
    void lanes.enter("slow");
    expect(await lanes.enter("quick")).toMatchObject({ kind: "lane" });
  });

  it("does not give a lane to one that has stopped waiting", async () => {
    const lanes = lanesOf(1);
    const first = await lanes.enter("a");
    const late = lanes.enter("a");
    vi.advanceTimersByTime(500);
    expect(await late).toMatchObject({ kind: "busy" });
    leave(first);
    expect(await lanes.enter("a")).toMatchObject({ kind: "lane" });
  });

  it("sends away at once whoever would wait in vain, and tells each a later time", async () => {
    const lanes = lanesOf(2);
    const running = [await lanes.enter("slow"), await lanes.enter("slow")];
    vi.advanceTimersByTime(10_000);
    for (const lane of running) leave(lane);
    for (let i = 0; i < 6; i++) {
      const lane = await lanes.enter("slow");
      vi.advanceTimersByTime(10_000);
      leave(lane);
    }
    for (const _ of running) await lanes.enter("slow");
    const answers = await Promise.all(Array.from({ length: 8 }, () => lanes.enter("slow")));
    const seconds = answers.map((answer) => (answer.kind === "busy" ? answer.comeBackInSeconds : 0));
    expect(seconds[0]).toBeGreaterThan(0);
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(new Set(seconds).size).toBeGreaterThan(2);
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
