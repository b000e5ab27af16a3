import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HeraldEvent } from "../../../shared/events/contract/events.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import type { StoredEvent } from "../../../shared/events/ports.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const aFeed = () => new DynamoFeed(fixture.client, { table: "Events", clock: systemClock });
const some = (count: number): HeraldEvent[] => Array.from({ length: count }, () => anAnnouncedEvent());

/** Reads on until everything is written and the end has been seen. */
async function follow(owner: Owner, limit: number, isWritten: () => boolean): Promise<readonly StoredEvent[]> {
  const feed = aFeed();
  const seen: StoredEvent[] = [];
  let after = 0;
  for (;;) {
    const wasWritten = isWritten();
    const { events, next } = await feed.read(owner, { after, limit });
    seen.push(...events);
    if (wasWritten && next === after) return seen;
    after = next;
    if (events.length === 0) await pause(5);
  }
}

const positionsOf = (seen: readonly StoredEvent[]) => seen.map(({ position }) => position);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

const write = fc.record({ count: fc.integer({ min: 1, max: 60 }), pauseMs: fc.integer({ min: 0, max: 15 }) });
const writers = fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });

describe("a reader that follows a feed (D40b)", () => {
  it("misses no event and sees none twice, whatever writers commit side by side", async () => {
    await fc.assert(
      fc.asyncProperty(writers, fc.integer({ min: 1, max: 100 }), async (plans, limit) => {
        const owner = anOwner();
        const written: string[][] = plans.map(() => []);
        let isWritten = false;
        const reader = follow(owner, limit, () => isWritten);
        const writing = plans.map(async (plan, writer) => {
          const feed = aFeed();
          for (const { count, pauseMs } of plan) {
            const events = some(count);
            await pause(pauseMs);
            await feed.append(owner, events);
            written[writer]?.push(...idsOf(events));
          }
        });
        await Promise.all(writing);
        isWritten = true;
        const seen = await reader;
        expect(positionsOf(seen)).toEqual(upTo(written.flat().length));
        const ids = idsOf(seen.map(({ event }) => event));
        expect(ids.toSorted()).toEqual(written.flat().toSorted());
        for (const own of written) expect(ids.filter((id) => own.includes(id))).toEqual(own);
      }),
      { numRuns: 10 },
    );
  });

  it("misses no event of 200 writers whose processes are killed, and sees one twice only under its id", async () => {
    const owner = anOwner();
    const batches = new Map(Array.from({ length: 200 }, (_, number) => [String(number), some(1 + (number % 5))]));
    const all = [...batches.values()].flat();
    const left = new Map(batches);
    let kills = 0;
    let isWritten = false;
    const reader = follow(owner, 40, () => isWritten);
    for (let round = 0; left.size > 0 && round < 40; round += 1) {
      const open = [...left];
      const shares = [0, 1, 2, 3]
        .map((share) => open.filter((_, i) => i % 4 === share))
        .filter(({ length }) => length > 0);
      const isKilled = round < 3;
      const ends = shares.map((share) => runWriters(owner, share, isKilled ? 10 + round : undefined, left));
      kills += (await Promise.all(ends)).filter((signal) => signal === "SIGKILL").length;
    }
    isWritten = true;
    const seen = await reader;
    expect(left.size).toBe(0);
    expect(kills).toBeGreaterThan(0);
    expect(positionsOf(seen)).toEqual(upTo(seen.length));
    const byId = Map.groupBy(seen, ({ event }) => event.id);
    expect([...byId.keys()].toSorted()).toEqual(idsOf(all).toSorted());
    for (const same of byId.values()) expect(new Set(same.map(({ event }) => JSON.stringify(event))).size).toBe(1);
  });
});

/** Runs a process of these writers, and kills it when this many of their batches are appended. */
function runWriters(
  owner: Owner,
  share: readonly (readonly [number: string, events: readonly HeraldEvent[]])[],
  killAfter: number | undefined,
  left: Map<string, unknown>,
): Promise<NodeJS.Signals | null> {
  const script = fileURLToPath(new URL("./feed-writer.ts", import.meta.url));
  const args = [fixture.endpoint, owner, JSON.stringify(Object.fromEntries(share))];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let appended = 0;
  createInterface({ input: child.stdout }).on("line", (number) => {
    left.delete(number);
    appended += 1;
    if (appended === killAfter) child.kill("SIGKILL");
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0 || signal === "SIGKILL") resolve(signal);
      else reject(new Error(`a writer ended with ${code}`));
    });
  });
}
