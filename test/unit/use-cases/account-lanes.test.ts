import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountLanes } from "../../../shared/use-cases/notifications/account-lanes.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("accountLanes()", () => {
  it("gives as many lanes as an account has connections, and no more", async () => {
    const lanes = accountLanes({ perAccount: 2, maxWaitMs: 500 });
    expect(await lanes.enter("a")).toBeDefined();
    expect(await lanes.enter("a")).toBeDefined();
    const third = lanes.enter("a");
    vi.advanceTimersByTime(500);
    expect(await third).toBeUndefined();
  });

  it("hands a lane that comes free to whoever has waited longest", async () => {
    const lanes = accountLanes({ perAccount: 1, maxWaitMs: 500 });
    const leave = await lanes.enter("a");
    const order: string[] = [];
    const second = lanes.enter("a").then((next) => {
      order.push("second");
      return next;
    });
    const third = lanes.enter("a").then((next) => {
      order.push("third");
      return next;
    });
    leave?.();
    (await second)?.();
    expect(await third).toBeDefined();
    expect(order).toEqual(["second", "third"]);
  });

  it("does not let one account's wait hold up another account", async () => {
    const lanes = accountLanes({ perAccount: 1, maxWaitMs: 500 });
    await lanes.enter("slow");
    void lanes.enter("slow");
    expect(await lanes.enter("quick")).toBeDefined();
  });

  it("does not give a lane to one that has stopped waiting", async () => {
    const lanes = accountLanes({ perAccount: 1, maxWaitMs: 500 });
    const leave = await lanes.enter("a");
    const late = lanes.enter("a");
    vi.advanceTimersByTime(500);
    expect(await late).toBeUndefined();
    leave?.();
    expect(await lanes.enter("a")).toBeDefined();
  });
});
