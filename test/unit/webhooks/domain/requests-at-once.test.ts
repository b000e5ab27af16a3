import { describe, expect, it } from "vitest";
import type { Tried } from "../../../../shared/webhooks/domain/health.ts";
import {
  type Breadth,
  breadthAfter,
  jobsAtMost,
  requestsAtOnce,
} from "../../../../shared/webhooks/domain/requests-at-once.ts";

const GOOD: Tried = { isSuccess: true, statusCode: 204, atMs: 0, durationMs: 100 };
const BUSY: Tried = { isSuccess: false, statusCode: 429, atMs: 0, durationMs: 20 };
const SILENT: Tried = { isSuccess: false, atMs: 0, durationMs: 15_000 };
const many = (count: number, tried = GOOD): Tried[] => Array(count).fill(tried);
const afterwards = (before: number, tries: readonly Tried[]): number =>
  requestsAtOnce(breadthAfter({ requestsAtOnce: before }, tries));

describe("breadthAfter()", () => {
  it("grows by ten with each full round that succeeds, from 10 to 100", () => {
    const seen: number[] = [];
    let breadth: Breadth = {};
    for (let rounds = 0; rounds < 12; rounds++) {
      seen.push(requestsAtOnce(breadth));
      breadth = breadthAfter(breadth, many(jobsAtMost(breadth)));
    }
    expect(seen).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100]);
  });

  it("stays when fewer events wait than a round takes", () => {
    expect(breadthAfter({}, many(19))).toEqual({});
    expect(afterwards(50, many(49))).toBe(50);
    expect(afterwards(50, [])).toBe(50);
  });

  it.each([
    ["a refusal", BUSY],
    ["a time-out", SILENT],
  ])("halves after a round with %s, and never falls below 10", (_what, failed) => {
    expect(afterwards(100, [...many(99), failed])).toBe(50);
    expect(afterwards(50, [failed, ...many(49)])).toBe(25);
    expect(afterwards(25, [failed, ...many(24)])).toBe(12);
    expect(breadthAfter({ requestsAtOnce: 12 }, [failed, GOOD])).toEqual({});
    expect(afterwards(10, [failed, GOOD])).toBe(10);
  });

  it("halves once, however many of a round fail", () => {
    expect(afterwards(80, many(80, BUSY))).toBe(40);
  });

  it("begins again with ten after a round that only stalled", () => {
    expect(afterwards(100, many(100, SILENT))).toBe(10);
  });

  it("takes 20 to 100 jobs of each kind into a round", () => {
    expect([10, 20, 60, 100].map((requestsAtOnce) => jobsAtMost({ requestsAtOnce }))).toEqual([20, 20, 60, 100]);
  });
});
