import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUCKETS, bucketOf, promisedShare, quantileMs } from "../../../../shared/statistics/domain/duration-buckets.ts";
import type { HourFigures } from "../../../../shared/statistics/domain/figures.ts";
import { stretchOf } from "../../../../shared/statistics/domain/period.ts";
import { reasonsByHour, reasonsOf } from "../../../../shared/statistics/domain/statistics.ts";
import { getStatistics } from "../../../../shared/statistics/get-statistics.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { fakeClock } from "../../../support/fake-clock.ts";

const NOW = "2026-11-23T12:34:00.000Z";
const HOUR_MS = 3_600_000;
const nowMs = Date.parse(NOW);
const bucketsOf = (durations: readonly number[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const one of durations) counts.set(bucketOf(one), (counts.get(bucketOf(one)) ?? 0) + 1);
  return counts;
};

describe("the buckets of durations", () => {
  it("know the share within ten seconds exactly", () => {
    const durations = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 9990, max: 10_010 })),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(durations, (some) => {
        const inTime = some.filter((one) => one <= 10_000).length;
        expect(promisedShare(bucketsOf(some))).toBeCloseTo(inTime / some.length, 10);
      }),
    );
  });

  it("know a quantile to a quarter", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 80_000_000 }), { minLength: 1 }),
        fc.constantFrom(0.5, 0.95),
        (some, share) => {
          const exact = some.toSorted((a, b) => a - b)[Math.ceil(share * some.length) - 1] ?? 0;
          const known = quantileMs(bucketsOf(some), share) ?? 0;
          expect(known / exact).toBeGreaterThan(0.79);
          expect(known / exact).toBeLessThan(1.27);
        },
      ),
    );
  });

  it("hold every duration", () => {
    for (const duration of [-5, 0, 1, 1e15]) expect(bucketOf(duration)).toBeLessThan(BUCKETS);
    expect(bucketOf(-5)).toBe(0);
    expect([quantileMs(new Map(), 0.5), promisedShare(new Map())]).toEqual([undefined, undefined]);
  });
});

describe("stretchOf()", () => {
  it("ends with the present hour, or the present day", () => {
    const shown = (period: Parameters<typeof stretchOf>[0]) => {
      const { fromMs, toMs, previousFromMs } = stretchOf(period, nowMs);
      return [fromMs, toMs, previousFromMs].map((ms) => ms && new Date(ms).toISOString().slice(0, 13));
    };
    expect(shown("24h")).toEqual(["2026-11-22T13", "2026-11-23T13", "2026-11-21T13"]);
    expect(shown("7d")).toEqual(["2026-11-16T13", "2026-11-23T13", "2026-11-09T13"]);
    expect(shown("30d")).toEqual(["2026-10-25T00", "2026-11-24T00", "2026-09-25T00"]);
    expect(shown("90d")).toEqual(["2026-08-26T00", "2026-11-24T00", undefined]);
  });
});

const anHour = (hoursAgo: number, changes: Partial<HourFigures> = {}): HourFigures => ({
  fromMs: Math.floor(nowMs / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS,
  ...{
    accepted: 0,
    delivered: 0,
    failed: 0,
    canceled: 0,
    durations: new Map(),
    failedByCode: new Map(),
    byAccount: new Map(),
  },
  ...changes,
});

describe("getStatistics()", () => {
  it("answers totals of the period and of the one before, and a series without gaps", async () => {
    const hours = [
      anHour(0, { accepted: 4, delivered: 3, durations: bucketsOf([1000, 1000, 20_000]) }),
      anHour(23, { failed: 1 }),
      anHour(24, { delivered: 1 }),
    ];
    const countedFigures = {
      hours: async () => ({ figures: hours, isComplete: true }),
      failures: async () => ({ figures: [], isComplete: false }),
      absences: async () => ({ figures: [], isComplete: true }),
    };
    const statistics = await getStatistics({ countedFigures, clock: fakeClock(NOW) }, anOwner(), "24h");
    expect(statistics.totals).toMatchObject({ accepted: 4, delivered: 3, failed: 1, deliveredShare: 0.75 });
    expect(statistics.totals.promisedShare).toBeCloseTo(2 / 3);
    expect(statistics.previous).toMatchObject({ delivered: 1, deliveredShare: 1 });
    expect(statistics.series).toHaveLength(24);
    expect([statistics.series[0]?.failed, statistics.series[23]?.accepted]).toEqual([1, 4]);
    expect(statistics.series[5]?.deliveredShare).toBeUndefined();
    expect(statistics.isComplete).toBe(false);
  });
});

describe("reasonsOf()", () => {
  const failure = { code: "mailbox_full", accountId: "a", count: 2, firstAtMs: 5, lastAtMs: 9 } as const;

  it("sums by reason, most frequent first, with the most frequent template and account", () => {
    const reasons = reasonsOf([
      failure,
      { ...failure, accountId: "b", templateId: "t", count: 3, firstAtMs: 3 },
      { ...failure, code: "unknown", count: 9 },
      { ...failure, code: "canceled", count: 0 },
    ]);
    expect(reasons).toEqual([
      { code: "unknown", count: 9, firstAtMs: 5, lastAtMs: 9, template: undefined, account: { id: "a", count: 9 } },
      {
        ...{ code: "mailbox_full", count: 5, firstAtMs: 3, lastAtMs: 9 },
        ...{ template: { id: "t", count: 3 }, account: { id: "b", count: 3 } },
      },
    ]);
  });

  it("names nobody in the figures of all owners", () => {
    const hour = anHour(0, { failedByCode: new Map([["mailbox_full", 2]]) });
    expect(reasonsByHour([hour])).toEqual([
      { code: "mailbox_full", count: 2, firstAtMs: hour.fromMs, lastAtMs: hour.fromMs, template: undefined },
    ]);
  });
});
