import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batchesOf, queueRequestsOf } from "../../../../ops/cost/batches.ts";

const WORKER = { batchSize: 10, windowSeconds: 0, maxConcurrency: 50 };
const at = (perSecond: number, worker = WORKER) => batchesOf(worker, { perSecond, secondsPerBatch: 1.2 });
const rate = fc.double({ min: 0, max: 10_000, noNaN: true });
const seconds = fc.integer({ min: 0, max: 60 });

describe("batchesOf()", () => {
  it("gives every mail a batch of its own at a million a month, without a window", () => {
    expect(at(1_000_000 / 2_592_000)).toEqual({ perInvocation: 1, perReceive: 1 });
  });

  it("gathers what arrives at one of five pollers within the window", () => {
    expect(at(10, { ...WORKER, windowSeconds: 1 })).toEqual({ perInvocation: 3, perReceive: 1 });
    expect(at(10, { ...WORKER, windowSeconds: 2 }).perInvocation).toBe(5);
  });

  it("fills batches without a window once as many run as may", () => {
    expect(at(100)).toEqual({ perInvocation: 2.4, perReceive: 2.4 });
    expect(at(100, { ...WORKER, maxConcurrency: 25 }).perInvocation).toBe(4.8);
    expect(at(1000)).toEqual({ perInvocation: 10, perReceive: 10 });
  });

  it("receives ten at most, however large a batch may be", () => {
    expect(at(10_000, { batchSize: 100, windowSeconds: 60, maxConcurrency: 2 })).toEqual({
      perInvocation: 100,
      perReceive: 10,
    });
  });

  it("stays between one message and a full batch, and never shrinks with the rate or the window", () => {
    fc.assert(
      fc.property(rate, rate, seconds, seconds, (oneRate, more, oneWindow, longer) => {
        const one = at(oneRate, { ...WORKER, windowSeconds: oneWindow }).perInvocation;
        const other = at(oneRate + more, { ...WORKER, windowSeconds: oneWindow + longer }).perInvocation;
        expect(one).toBeGreaterThanOrEqual(1);
        expect(other).toBeLessThanOrEqual(WORKER.batchSize);
        expect(other).toBeGreaterThanOrEqual(one);
      }),
    );
  });
});

describe("queueRequestsOf()", () => {
  it("counts three for a mail by itself, and 1.2 in batches of ten", () => {
    expect(queueRequestsOf({ perInvocation: 1, perReceive: 1 })).toBe(3);
    expect(queueRequestsOf({ perInvocation: 10, perReceive: 10 })).toBeCloseTo(1.2, 9);
  });

  it("counts a receive for each mail that a window gathered, and one deletion for all", () => {
    expect(queueRequestsOf({ perInvocation: 10, perReceive: 1 })).toBeCloseTo(2.1, 9);
    // A deletion takes at most ten messages.
    expect(queueRequestsOf({ perInvocation: 100, perReceive: 10 })).toBeCloseTo(1.2, 9);
  });
});
