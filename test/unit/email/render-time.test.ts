import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { renderTimeOf, unboundedRenderTime } from "../../../shared/email/render-time.ts";
import { RenderDeadlineError } from "../../../shared/go-template/errors.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { fakeClock } from "../../support/fake-clock.ts";

const soon = globalThis.setImmediate;

describe("the time that the templates of a batch may take", () => {
  const setUp = (sharedMs: number, ownMs = 0) => {
    const clock = fakeClock();
    const time = renderTimeOf({ sharedMs, ownMs, now: clock.now, nextTurn: () => setImmediate() });
    let spentMs = 0;
    /** Ends at its limit, as the engine does. */
    const renderFor = (ms: number) =>
      time.spend(({ until = Number.POSITIVE_INFINITY }) => {
        const tookMs = Math.min(ms, until - clock.now());
        clock.advance(tookMs);
        spentMs += tookMs;
        if (tookMs < ms) throw new RenderDeadlineError("the time is up");
        return ms;
      });
    return { time, clock, renderFor, spentMs: () => spentMs };
  };
  const tooLong = { code: "rate_limited", message: expect.stringContaining("send it again in another batch") };

  it("ends 100 of the worst templates after the time of one answer, and says of the others that they may come again", async () => {
    const { renderFor, spentMs } = setUp(5000, 50);
    const ends = await Promise.allSettled(Array.from({ length: 100 }, () => renderFor(500)));
    expect(spentMs()).toBe(10_000);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(11);
    const refusals = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(refusals.every((one) => one instanceof Refusal)).toBe(true);
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining(tooLong)));
  });

  it("renders what takes little, however many took too long before it", async () => {
    const { renderFor } = setUp(5000, 50);
    await Promise.allSettled(Array.from({ length: 99 }, () => renderFor(500)));
    expect(await renderFor(50)).toBe(50);
    await expect(renderFor(51)).rejects.toMatchObject(tooLong);
  });

  it("gives what an item leaves over to those behind it", async () => {
    const { renderFor } = setUp(0, 50);
    for (let count = 0; count < 9; count++) await renderFor(0);
    expect(await renderFor(500)).toBe(500);
    await expect(renderFor(51)).rejects.toMatchObject(tooLong);
  });

  it("counts what failed, too", async () => {
    const { time, clock, renderFor } = setUp(100);
    const failing = time.spend(() => {
      clock.advance(200);
      throw new Error("a limit");
    });
    await expect(failing).rejects.toThrow("a limit");
    await expect(renderFor(1)).rejects.toMatchObject(tooLong);
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
