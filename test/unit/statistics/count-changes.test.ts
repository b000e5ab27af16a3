import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { TableChange } from "../../../shared/kernel/table-change.ts";
import { type CountChangesDeps, countChanges } from "../../../shared/statistics/count-changes.ts";
import { countsOf } from "../../../shared/statistics/domain/counts-of.ts";
import type { Counters } from "../../../shared/statistics/ports.ts";
import {
  type CountedStream,
  type Delivery,
  deliveries,
  readPlainImage,
  streams,
} from "../../support/a-counted-stream.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification } from "../../support/builders.ts";
import { inMemoryCounters } from "../../support/in-memory-counters.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const depsWith = (counters: Counters): CountChangesDeps => ({
  readImage: readPlainImage,
  counters,
  hash: systemIdentifiers.hash,
  log: silentLog,
});

/** Lets this many writes succeed. Of the later writes every second one is stored, and the answer of each is lost. */
function failingAfter(counters: Counters, writes: number): Counters {
  let count = 0;
  return {
    async add(counted) {
      count += 1;
      if (count <= writes || count % 2 === 0) await counters.add(counted);
      if (count > writes) throw new Error("the answer is lost");
    },
  };
}

/**
 * Reads a stream as Lambda does: each try begins with the first change that failed, in batches of any size, and
 * sometimes earlier.
 */
async function read({ changes }: CountedStream, plan: readonly Delivery[], counters: Counters): Promise<void> {
  let position = 0;
  for (const { size, fault, writes, back } of plan) {
    const batch = changes.slice(position, position + size);
    if (fault === "crash") {
      await countChanges(depsWith(failingAfter(counters, writes)), batch);
      continue;
    }
    if (fault === "twice")
      await Promise.all([batch, batch.slice(0, 2)].map((one) => countChanges(depsWith(counters), one)));
    const deps = depsWith(fault === "fails" ? failingAfter(counters, writes) : counters);
    const [failed] = await countChanges(deps, batch);
    position = failed ? changes.indexOf(failed) : Math.min(changes.length, position + size);
    position = Math.max(0, position - back);
  }
  expect(await countChanges(depsWith(counters), changes.slice(position))).toEqual([]);
}

describe("countChanges()", () => {
  it("counts each change once, however batches are cut, come again, fail and race", async () => {
    const owners = [anOwner(), anOwner()];
    await fc.assert(
      fc.asyncProperty(streams(owners), fc.array(deliveries, { minLength: 3, maxLength: 3 }), async (shards, plans) => {
        const [counted, truth] = [inMemoryCounters(), inMemoryCounters()];
        await Promise.all(shards.map((shard, i) => read(shard, plans[i] ?? [], counted)));
        for (const { changes } of shards) await countChanges(depsWith(truth), changes);
        expect(sorted(counted.sums())).toEqual(sorted(truth.sums()));
      }),
      { numRuns: 200 },
    );
  });

  it("counts what the last states say, whatever lay between", async () => {
    const owners = [anOwner()];
    await fc.assert(
      fc.asyncProperty(streams(owners), async (shards) => {
        const counted = inMemoryCounters();
        for (const { changes } of shards) await countChanges(depsWith(counted), changes);
        const states = new Map(shards.flatMap(({ changes }) => changes.map(({ keys, after }) => [keys.sk, after])));
        const truth = inMemoryCounters();
        const last = [...states.values()].map((after, i) => ({ ...aChange(i), ...(after && { after }) }));
        await countChanges(depsWith(truth), last);
        expect(ownersSums(counted)).toEqual(ownersSums(truth));
      }),
    );
  });

  it("answers the changes of a counter that was not written, and those alone", async () => {
    const changes = [0, 1].map((i) => ({ ...aChange(i), after: { ...aNotification() } }));
    const [, second] = changes;
    const failing: Counters = {
      add: async ({ of, tallies }) => {
        if (typeof of === "string" && tallies.some(({ sequenceNumber }) => sequenceNumber === "1"))
          throw new Error("no");
      },
    };
    expect(await countChanges(depsWith(failing), changes)).toEqual([second]);
  });

  it("counts neither removals nor what an operator brought back, and passes by what nobody can read", async () => {
    const counters = inMemoryCounters();
    const sent = { ...aNotification({ status: "sent" }) };
    const removal = { ...aChange(0), before: sent };
    const restored = { ...aChange(1), after: { ...sent, restoredAt: "2026-11-21T13:00:00.000Z" } };
    const damaged = { ...aChange(2), after: { damaged: true } };
    const deps: CountChangesDeps = {
      ...depsWith(counters),
      readImage: (image) => {
        if (image.damaged) throw new TypeError("nobody can read it");
        return readPlainImage(image);
      },
    };
    expect(await countChanges(deps, [removal, restored, damaged])).toEqual([]);
    expect(counters.sums()).toEqual({});
  });

  it("counts for accounts in the owner's hour alone, and not in everybody's", async () => {
    const counters = inMemoryCounters();
    const sent = { ...aNotification({ status: "sent" }) };
    expect(await countChanges(depsWith(counters), [{ ...aChange(0), after: sent }])).toEqual([]);
    const [owners, everybodys] = [true, false].map((isOwners) =>
      Object.entries(counters.sums()).filter(([name]) => name.includes("everybodyShard") !== isOwners),
    );
    expect(owners?.[0]?.[1]).toHaveProperty([`mails:${sent.accountId}`], 1);
    expect(Object.keys(everybodys?.[0]?.[1] ?? {}).filter((name) => name.includes(sent.accountId))).toEqual([]);
    expect(everybodys?.[0]?.[1]).toMatchObject({ delivered: 1 });
  });

  it("refuses a batch without its shard, which nobody could count once", async () => {
    const { streamShard: _, ...change } = { ...aChange(0), after: { ...aNotification() } };
    await expect(countChanges(depsWith(inMemoryCounters()), [change])).rejects.toThrow("without their shard");
  });
});

const aChange = (position: number): TableChange => ({
  table: "Notifications",
  sequenceNumber: String(position),
  streamShard: "shard",
  at: new Date("2026-11-21T12:00:00.000Z"),
  keys: { pk: "p", sk: String(position) },
  record: {},
});

const sorted = (sums: ReturnType<ReturnType<typeof inMemoryCounters>["sums"]>) =>
  Object.entries(sums)
    .filter(([, names]) => Object.keys(names).length > 0)
    .sort(([a], [b]) => a.localeCompare(b));
const ownersSums = (counters: ReturnType<typeof inMemoryCounters>) =>
  sorted(counters.sums()).filter(([name]) => !name.includes("everybodyShard"));

describe("countsOf()", () => {
  const pending = aNotification({ createdAt: "2026-11-21T12:30:00.000Z" });
  const namesOf = (counts: ReturnType<typeof countsOf>) => counts.map(({ name, by }) => `${by > 0 ? "+" : "-"}${name}`);

  it("counts a mail that is sent as delivered, and its time from its acceptance", () => {
    expect(namesOf(countsOf(undefined, pending))).toEqual(["+accepted"]);
    const sent = { ...pending, status: "sent", updatedAt: "2026-11-21T12:30:10.000Z" } as const;
    expect(namesOf(countsOf(pending, sent))).toEqual(["+delivered", "+duration:21", `+mails:${pending.accountId}`]);
  });

  it("counts the time of a mail for later from its time", () => {
    const later = { ...pending, sendAt: "2026-11-21T14:00:00.000Z" };
    const sent = { ...later, status: "sent", updatedAt: "2026-11-21T14:00:00.050Z" } as const;
    expect(namesOf(countsOf(later, sent))).toEqual(["+delivered", "+duration:0", `+mails:${pending.accountId}`]);
  });

  it("counts a chat message when the telephone has it, and not when the platform sent it", () => {
    const chat = { ...pending, channel: "chat", status: "sent" } as const;
    expect(countsOf({ ...pending, channel: "chat" }, chat)).toEqual([]);
    const createdMs = Date.parse(pending.createdAt);
    const told = { ...chat, provider: { deliveredAtMs: createdMs + 5000 } };
    expect(namesOf(countsOf(chat, told))).toEqual(["+delivered", "+duration:18"]);
    expect(
      countsOf(told, { ...told, provider: { deliveredAtMs: createdMs + 5000, readAtMs: createdMs + 9000 } }),
    ).toEqual([]);
    const strange = { ...chat, provider: { readAtMs: 1e300 } };
    expect(countsOf(chat, strange)[0]?.counter.fromMs).toBe(Date.parse("2026-11-28T12:00:00.000Z"));
  });

  it("counts a permanent bounce and a complaint for the account, in the hour in which the mail left, each once", () => {
    const { accountId } = pending;
    const sent = { ...pending, status: "sent", updatedAt: "2026-11-21T12:30:10.000Z" } as const;
    const at = "2026-11-23T08:00:00.000Z";
    const bounce = { kind: "bounced", to: 0, at, type: "permanent" } as const;
    const bounced = { ...sent, feedback: [bounce] };
    expect(countsOf(sent, bounced)).toEqual([
      {
        counter: { kind: "hour", fromMs: Date.parse("2026-11-21T12:00:00.000Z") },
        ...{ name: `bounces:${accountId}`, by: 1, atMs: Date.parse(sent.updatedAt) },
      },
    ]);
    const complaint = { kind: "complained", to: 0, at } as const;
    const both = { ...sent, feedback: [bounce, complaint] };
    expect(namesOf(countsOf(bounced, both))).toEqual([`+complaints:${accountId}`]);
    const further = { ...both, feedback: [...both.feedback, { ...bounce, to: 1 }, { ...complaint, to: 1 }] };
    expect(countsOf(both, further)).toEqual([]);
    expect(countsOf(sent, { ...sent, feedback: [{ ...bounce, type: "transient" }] })).toEqual([]);
    expect(countsOf(sent, { ...sent, feedback: [{ kind: "delivered", to: 0, at }] })).toEqual([]);
  });

  it("takes back a failure that was none, in its own hour", () => {
    const failed = {
      ...pending,
      status: "failed",
      updatedAt: "2026-11-21T12:50:00.000Z",
      lastError: "550 no",
    } as const;
    const delivered = { ...pending, status: "sent", updatedAt: "2026-11-21T13:10:00.000Z" } as const;
    const counts = countsOf(failed, delivered);
    expect(namesOf(counts)).toEqual(["+delivered", "+duration:45", `+mails:${pending.accountId}`, "-failed", "-count"]);
    expect(counts.map(({ counter }) => new Date(counter.fromMs).getUTCHours())).toEqual([13, 13, 13, 12, 12]);
  });

  it("counts by template and day the mails that lack variables", () => {
    const lacking = { ...pending, templateId: "t", absent: ["carrier"] };
    const counter = { kind: "absence", fromMs: Date.parse("2026-11-21"), templateId: "t" };
    expect(countsOf(undefined, lacking)).toContainEqual(
      expect.objectContaining({ counter, names: ["carrier"], by: 1 }),
    );
    expect(countsOf(lacking, { ...lacking, status: "canceled" }).map(({ name }) => name)).toEqual(["canceled"]);
  });
});
