import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { renderTimeOf, unboundedRenderTime } from "../../../shared/email/render-time.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { fakeClock } from "../../support/fake-clock.ts";

const soon = globalThis.setImmediate;

describe("the time that the templates of a batch may take", () => {
  const setUp = (totalMs: number) => {
    const clock = fakeClock();
    const time = renderTimeOf({ totalMs, now: clock.now, nextTurn: () => setImmediate() });
    let begun = 0;
    const renderFor = (ms: number) =>
      time.spend(() => {
        begun += 1;
        clock.advance(ms);
        return ms;
      });
    return { time, clock, renderFor, begun: () => begun };
  };

  it("ends 100 of the worst templates after the time of one answer, and refuses the ones behind", async () => {
    const { renderFor, begun } = setUp(5000);
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => renderFor(500)));
    expect(begun()).toBe(10);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const refusals = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(refusals.every((one) => one instanceof Refusal && one.code === "invalid_request")).toBe(true);
  });

  it("counts what failed, too", async () => {
    const { time, clock, renderFor } = setUp(100);
    const failing = time.spend(() => {
      clock.advance(200);
      throw new Error("a limit");
    });
    await expect(failing).rejects.toThrow("a limit");
    await expect(renderFor(1)).rejects.toThrow("take too long");
  });

  it("leaves others their turn in between", async () => {
    const { renderFor } = setUp(5000);
    const order: string[] = [];
    const other = new Promise<void>((resolve) => {
      soon(() => {
        order.push("other");
        resolve();
      });
    });
    for (let count = 0; count < 3; count++) {
      await renderFor(250);
      order.push("rendered");
    }
    await other;
    expect(order).toEqual(["rendered", "other", "rendered", "rendered"]);
  });

  it("is not bounded for a single notification, whose fields have limits of their own", async () => {
    expect(await unboundedRenderTime.spend(() => "text")).toBe("text");
  });
});
