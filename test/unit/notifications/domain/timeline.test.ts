import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATUSES, type TimelineEntry } from "../../../../shared/notifications/domain/notification.ts";
import {
  MAX_TIMELINE_ENTRIES,
  shortened,
  type TimelineSource,
  timelineOf,
} from "../../../../shared/notifications/domain/timeline.ts";

const CREATED = "2026-11-21T12:00:00.000Z";
const UPDATED = "2026-11-21T12:30:00.000Z";
const entry = (attempt: number, to: TimelineEntry["to"]): TimelineEntry => ({
  attempt,
  to,
  at: `2026-11-21T12:${String(attempt).padStart(2, "0")}:00.000Z`,
  durationMs: 7,
  code: 250,
  text: `answer ${attempt}`,
});
const timeline = (changes: Partial<TimelineSource>) =>
  timelineOf({ createdAt: CREATED, updatedAt: UPDATED, status: "pending", attempts: 0, ...changes });
const timelineFrom = (changes: Partial<TimelineSource>) =>
  timeline(changes).map((one) => ("attempt" in one ? `${one.event} ${one.attempt}` : one.event));

describe("timelineOf()", () => {
  it("begins with the acceptance, and has nothing else before the first attempt", () => {
    expect(timeline({})).toEqual([{ event: "accepted", at: CREATED }]);
  });

  it("shows every attempt with what was met", () => {
    const history = [entry(1, "pending"), entry(2, "sent")];
    expect(timeline({ status: "sent", attempts: 2, history })).toEqual([
      { event: "accepted", at: CREATED },
      { event: "attempted", ...history[0] },
      { event: "attempted", ...history[1] },
    ]);
  });

  it("says nothing yet of the attempt that is being made", () => {
    expect(timelineFrom({ status: "processing", attempts: 1 })).toEqual(["accepted"]);
    expect(timelineFrom({ status: "processing", attempts: 2, history: [entry(1, "pending")] })).toEqual([
      "accepted",
      "attempted 1",
    ]);
  });

  it("shows each resend after everything that happened before it, oldest first", () => {
    const history = [entry(1, "pending"), entry(5, "sent")];
    const provider = { readAtMs: Date.parse("2026-11-21T12:20:00.000Z") };
    const [early, late] = ["2026-11-21T12:10:00.000Z", "2026-11-21T12:25:00.000Z"];
    const resends = [
      { id: "c", at: late },
      { id: "b", at: early },
      { id: "a", at: early },
    ];
    const told = timeline({ status: "sent", attempts: 5, history, provider, resends });
    expect(told.slice(-5)).toMatchObject([
      { event: "attempted", attempt: 5 },
      ...["a", "b"].map((notificationId) => ({ event: "resent", notificationId, at: early })),
      { event: "reported", report: "read" },
      { event: "resent", notificationId: "c", at: late },
    ]);
    expect(told.filter(({ event }) => event !== "resent")).toEqual(
      timeline({ status: "sent", attempts: 5, history, provider }),
    );
  });

  it("shows an attempt that left nothing as interrupted, first, between and last", () => {
    expect(timelineFrom({ status: "sent", attempts: 3, history: [entry(3, "sent")] })).toEqual([
      "accepted",
      "interrupted 1",
      "interrupted 2",
      "attempted 3",
    ]);
    expect(
      timelineFrom({ status: "processing", attempts: 4, history: [entry(1, "pending"), entry(3, "pending")] }),
    ).toEqual(["accepted", "attempted 1", "interrupted 2", "attempted 3"]);
  });

  it("names the kind of error that its last crash was, when it was given up", () => {
    const given = {
      status: "failed",
      attempts: 1,
      lastError: "it crashed the worker",
      lastCrash: "TypeError",
    } as const;
    const text = "it crashed the worker (TypeError)";
    expect(timeline(given).at(-1)).toEqual({ event: "given_up", at: UPDATED, text });
    expect(timeline({ ...given, status: "sent" }).map((one) => one.event)).not.toContain("given_up");
  });

  it("tells that it was given up, when no attempt tells of the failure", () => {
    expect(timeline({ status: "failed", attempts: 1, lastError: "crashed" })).toEqual([
      { event: "accepted", at: CREATED },
      { event: "interrupted", attempt: 1 },
      { event: "given_up", at: UPDATED, text: "crashed" },
    ]);
    expect(timeline({ status: "failed", attempts: 0 }).at(-1)).toEqual({ event: "given_up", at: UPDATED, text: "" });
  });

  it("does not tell twice of a failure that its last attempt tells of", () => {
    const history = [entry(1, "pending"), entry(2, "failed")];
    expect(timelineFrom({ status: "failed", attempts: 2, history, lastError: "550" })).toEqual([
      "accepted",
      "attempted 1",
      "attempted 2",
    ]);
  });

  it("starts over after a revival, which forgets the attempts before it", () => {
    expect(timelineFrom({ status: "pending", attempts: 0, lastError: "crashed" })).toEqual(["accepted"]);
  });

  it("shows a provider's whole second not before the attempt that it follows (D46)", () => {
    const at = "2026-11-21T12:01:07.400Z";
    const history = [{ ...entry(1, "submitted"), at }];
    const [sentAtMs, readAtMs] = [Date.parse("2026-11-21T12:01:07Z"), Date.parse("2026-11-21T12:01:09Z")];
    const events = timeline({
      status: "sent",
      attempts: 1,
      history,
      provider: { sentAtMs, deliveredAtMs: sentAtMs, readAtMs },
    });
    expect(events.slice(1)).toEqual([
      { event: "attempted", ...history[0] },
      { event: "reported", report: "sent", at },
      { event: "reported", report: "delivered", at },
      { event: "reported", report: "read", at: "2026-11-21T12:01:09.000Z" },
    ]);
  });

  it("has no time that goes back, whatever the clocks of machines and providers say (D46)", () => {
    const ms = fc.integer({ min: Date.parse(CREATED) - 100_000, max: Date.parse(CREATED) + 100_000 });
    const optional = fc.option(ms, { nil: undefined });
    const provider = fc.record({
      sentAtMs: optional,
      deliveredAtMs: optional,
      readAtMs: optional,
      failedAtMs: optional,
    });
    fc.assert(
      fc.property(fc.constantFrom(...STATUSES), fc.array(ms, { maxLength: 5 }), provider, (status, ends, reported) => {
        const history = ends.map((end, i) => ({ ...entry(i + 1, "pending"), at: new Date(end).toISOString() }));
        const events = timeline({ status, attempts: 5, history, provider: reported });
        const times = events.flatMap((one) => ("at" in one ? Date.parse(one.at) : []));
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }),
    );
  });

  it("always starts with the acceptance, counts attempts up without a gap, and fits the contract's bound", () => {
    const remembered = fc.record({
      status: fc.constantFrom(...STATUSES),
      attempts: fc.nat(40),
      present: fc.uniqueArray(fc.integer({ min: 1, max: 40 })),
    });
    fc.assert(
      fc.property(remembered, ({ status, attempts, present }) => {
        const history = present.filter((n) => n <= attempts).map((n) => entry(n, "pending"));
        const events = timeline({ status, attempts, history });
        const numbers = events.flatMap((one) => ("attempt" in one ? one.attempt : []));
        expect(events[0]?.event).toBe("accepted");
        expect(numbers).toEqual(numbers.map((_, i) => i + 1));
        expect(events.length).toBeLessThanOrEqual(MAX_TIMELINE_ENTRIES + 2);
        expect(events.some((one) => one.event === "given_up")).toBe(status === "failed");
      }),
    );
  });
});

describe("shortened()", () => {
  it("keeps 300 characters and never half of one", () => {
    expect(shortened("x".repeat(400))).toHaveLength(300);
    expect(shortened(`${"x".repeat(299)}😀`)?.isWellFormed()).toBe(true);
    expect(shortened("550 no")).toBe("550 no");
    expect(shortened(undefined)).toBeUndefined();
  });
});
