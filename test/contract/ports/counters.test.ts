import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { MAX_ACCOUNTS } from "../../../shared/statistics/domain/account-counts.ts";
import { DynamoCountedFigures } from "../../../shared/statistics/dynamo/counted-figures.ts";
import { DynamoCounters } from "../../../shared/statistics/dynamo/counters.ts";
import type { Counters, CounterTallies, Tally } from "../../../shared/statistics/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryCounters } from "../../support/in-memory-counters.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const FROM_MS = Date.parse("2026-11-21T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const RANGE = { fromMs: FROM_MS, toMs: FROM_MS + HOUR_MS };

const accepted = (...numbers: number[]): Tally[] =>
  numbers.map((number) => ({ sequenceNumber: String(number), name: "accepted", by: 1, atMs: FROM_MS }));
const inHour = (of: CounterTallies["of"], tallies: readonly Tally[], streamShard = "shard-1"): CounterTallies => ({
  of,
  counter: { kind: "hour", fromMs: FROM_MS },
  streamShard,
  tallies,
});

/** Tests the promises that every Counters keeps. */
function countersContract(
  name: string,
  open: () => {
    readonly counters: Counters;
    readonly acceptedOf: (owner: Owner) => Promise<number>;
    /** The mails of every account that is counted. */
    readonly mailsOf: (owner: Owner) => Promise<readonly number[]>;
  },
): void {
  describe(`Counters: ${name}`, () => {
    it("adds what comes, and nothing twice", async () => {
      const { counters, acceptedOf } = open();
      const owner = anOwner();
      await counters.add(inHour(owner, accepted(9, 10)));
      await counters.add(inHour(owner, accepted(9, 10)));
      expect(await acceptedOf(owner)).toBe(2);
      await counters.add(inHour(owner, accepted(10, 11, 100)));
      expect(await acceptedOf(owner)).toBe(4);
    });

    it("counts every shard of the stream for itself", async () => {
      const { counters, acceptedOf } = open();
      const owner = anOwner();
      await counters.add(inHour(owner, accepted(5), "shard-1"));
      await counters.add(inHour(owner, accepted(3, 5), "shard-2"));
      expect(await acceptedOf(owner)).toBe(3);
    });

    it("counts once what comes in other parts, and from several callers at once", async () => {
      const numbers = Array.from({ length: 12 }, (_, i) => i + 95);
      const cut = fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 12 }));
      await fc.assert(
        fc.asyncProperty(fc.array(cut, { maxLength: 6 }), async (cuts) => {
          const { counters, acceptedOf } = open();
          const owner = anOwner();
          let counted = 0;
          for (const [from, length] of cuts) {
            // Each part begins at or before the first number that is not counted yet.
            const first = Math.min(from, counted);
            const part = inHour(owner, accepted(...numbers.slice(first, first + length)));
            await Promise.all([counters.add(part), counters.add(part)]);
            counted = Math.max(counted, Math.min(numbers.length, first + length));
            expect(await acceptedOf(owner)).toBe(counted);
          }
        }),
        { numRuns: 15 },
      );
    });

    it("takes a count back", async () => {
      const { counters, acceptedOf } = open();
      const owner = anOwner();
      await counters.add(inHour(owner, accepted(1, 2)));
      await counters.add(inHour(owner, [{ sequenceNumber: "3", name: "accepted", by: -1, atMs: FROM_MS }]));
      expect(await acceptedOf(owner)).toBe(1);
    });

    it("counts for accounts until an hour is full, and everything else beyond that", async () => {
      const { counters, acceptedOf, mailsOf } = open();
      const owner = anOwner();
      const of = (number: number) => ({ sequenceNumber: String(number), by: 1, atMs: FROM_MS }) as const;
      const mail = (number: number, account: number): Tally[] => [
        { ...of(number), name: "accepted" },
        { ...of(number), name: `mails:account-${String(account).padStart(8, "0")}` },
      ];
      for (let i = 0; i < MAX_ACCOUNTS + 3; i++) await counters.add(inHour(owner, mail(i, i)));
      expect(await mailsOf(owner)).toEqual(Array.from({ length: MAX_ACCOUNTS }, () => 1));
      const mixed = [...mail(100, 0), ...mail(101, MAX_ACCOUNTS + 1), ...mail(102, 0)];
      for (let times = 0; times < 2; times++) await counters.add(inHour(owner, mixed));
      expect((await mailsOf(owner)).toSorted((a, b) => b - a)).toEqual([
        3,
        ...Array.from({ length: MAX_ACCOUNTS - 1 }, () => 1),
      ]);
      expect(await acceptedOf(owner)).toBe(MAX_ACCOUNTS + 6);
      const bounce: Tally = { ...of(103), name: "bounces:account-99999999" };
      await counters.add(inHour(owner, [bounce]));
      expect(await mailsOf(owner)).toHaveLength(MAX_ACCOUNTS);
    });

    it("takes no more accounts from one batch than an hour has room for", async () => {
      const { counters, mailsOf } = open();
      const owner = anOwner();
      const batch = Array.from(
        { length: 40 },
        (_, i): Tally => ({
          ...{ sequenceNumber: String(i), by: 1, atMs: FROM_MS },
          name: `mails:account-${String(i).padStart(8, "0")}`,
        }),
      );
      await counters.add(inHour(owner, batch));
      expect(await mailsOf(owner)).toHaveLength(MAX_ACCOUNTS);
    });
  });
}

const clock = fakeClock(FROM_MS);
const figures = () => new DynamoCountedFigures(fixture.client, { table: "Events", clock });

countersContract("DynamoDB", () => ({
  counters: new DynamoCounters(fixture.client, "Events"),
  acceptedOf: async (owner) => (await figures().hours(owner, RANGE)).figures[0]?.accepted ?? 0,
  mailsOf: async (owner) =>
    [...((await figures().hours(owner, RANGE)).figures[0]?.byAccount.values() ?? [])].map(({ mails }) => mails),
}));
countersContract("in memory", () => {
  const counters = inMemoryCounters();
  return {
    counters,
    acceptedOf: async (owner) =>
      Object.entries(counters.sums()).find(([name]) => name.includes(owner))?.[1].accepted ?? 0,
    mailsOf: async (owner) =>
      Object.entries(Object.entries(counters.sums()).find(([name]) => name.includes(owner))?.[1] ?? {})
        .filter(([name]) => name.startsWith("mails:"))
        .map(([, sum]) => sum),
  };
});

describe("DynamoCountedFigures", () => {
  const tally = (sequence: number, changes: Partial<Tally>): Tally => ({
    ...{ sequenceNumber: String(sequence), name: "count", by: 1, atMs: FROM_MS + sequence },
    ...changes,
  });

  it("tells hours with their durations, an owner's and everybody's", async () => {
    const counters = new DynamoCounters(fixture.client, "Events");
    const owner = anOwner();
    const tallies = [
      tally(1, { name: "delivered" }),
      tally(1, { name: "duration:21" }),
      tally(2, { name: "failed" }),
      tally(2, { name: "code:mailbox_full" }),
    ];
    const account = "01930000-0000-7000-8000-0000abcdef12";
    const ofAccount = [
      tally(3, { name: `mails:${account}` }),
      tally(4, { name: `mails:${account}` }),
      tally(4, { name: `bounces:${account}` }),
      tally(4, { name: `complaints:${account}` }),
    ];
    await counters.add(inHour(owner, [...tallies.slice(0, 3), ...ofAccount]));
    await counters.add(inHour({ everybodyShard: 7 }, tallies));
    const hour = { fromMs: FROM_MS, accepted: 0, delivered: 1, failed: 1, canceled: 0, durations: new Map([[21, 1]]) };
    expect(await figures().hours(owner, RANGE)).toEqual({
      figures: [
        {
          ...{ ...hour, failedByCode: new Map() },
          byAccount: new Map([["abcdef12", { mails: 2, bounces: 1, complaints: 1 }]]),
        },
      ],
      isComplete: true,
    });
    expect((await figures().hours("everybody", RANGE)).figures).toContainEqual({
      ...hour,
      failedByCode: new Map([["mailbox_full", 1]]),
      byAccount: new Map(),
    });
    expect((await figures().hours(owner, { fromMs: FROM_MS - HOUR_MS, toMs: FROM_MS })).figures).toEqual([]);
  });

  it("tells failures with the first and the last of them, and mails that lack variables", async () => {
    const counters = new DynamoCounters(fixture.client, "Events");
    const owner = anOwner();
    const counter = { kind: "failure", fromMs: FROM_MS, code: "mailbox_full", accountId: "a" } as const;
    const rest = { of: owner, streamShard: "shard-1" };
    await counters.add({ ...rest, counter, tallies: [tally(5, {})] });
    await counters.add({ ...rest, counter, tallies: [tally(6, {}), tally(7, {}), tally(8, { by: -1 })] });
    await counters.add({ ...rest, counter: { ...counter, templateId: "t" }, tallies: [tally(5, {})] });
    const known = { code: "mailbox_full", accountId: "a", firstAtMs: FROM_MS + 5 };
    expect((await figures().failures(owner, RANGE)).figures).toEqual([
      { ...known, templateId: "t", count: 1, lastAtMs: FROM_MS + 5 },
      { ...known, count: 2, lastAtMs: FROM_MS + 7 },
    ]);
    const absence = { kind: "absence", fromMs: Date.parse("2026-11-21"), templateId: "t" } as const;
    await counters.add({ ...rest, counter: absence, tallies: [tally(9, { names: ["carrier"] })] });
    const day = { fromMs: Date.parse("2026-11-21"), toMs: Date.parse("2026-11-22") };
    expect((await figures().absences(owner, day)).figures).toEqual([
      { templateId: "t", dayMs: day.fromMs, count: 1, lastAtMs: FROM_MS + 9, names: ["carrier"] },
    ]);
  });

  it("forgets after ninety-seven days, whether the table still has it or not", async () => {
    const owner = anOwner();
    await new DynamoCounters(fixture.client, "Events").add(inHour(owner, accepted(1)));
    const later = fakeClock(FROM_MS + 98 * 24 * HOUR_MS);
    const old = new DynamoCountedFigures(fixture.client, { table: "Events", clock: later });
    expect((await old.hours(owner, RANGE)).figures).toEqual([]);
  });
});
