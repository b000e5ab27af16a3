import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../../shared/kernel/clock.ts";
import { WEBHOOK_LEASE_MS } from "../../../shared/webhooks/domain/lease.ts";
import { DynamoWebhookProgress } from "../../../shared/webhooks/dynamo/webhook-progress.ts";
import { WEBHOOK_SHARDS, type WebhookLease, type WebhookProgressStore } from "../../../shared/webhooks/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryWebhookProgress } from "../../support/in-memory-webhook-progress.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** Tests the promises that every WebhookProgressStore keeps. */
function progressContract(name: string, open: (clock: Clock) => WebhookProgressStore): void {
  describe(`WebhookProgressStore: ${name}`, () => {
    const setUp = async (position = 7) => {
      const clock = fakeClock();
      const store = open(clock);
      const [owner, id] = [anOwner(), crypto.randomUUID()];
      await store.start(id, position);
      const lease = async (): Promise<WebhookLease> => {
        const found = await store.lease(owner, id);
        if (found === undefined) throw new Error("the lease is held");
        return found;
      };
      /** Returns the overdue webhooks. The table also has webhooks of other tests. */
      const overdue = async () => {
        const shards = Array.from({ length: WEBHOOK_SHARDS }, (_, i) => store.overdue(i, clock.now(), 1000));
        return (await Promise.all(shards)).flat().filter(({ webhookId }) => webhookId === id);
      };
      return { clock, store, owner, id, lease, overdue };
    };

    it("leases nothing that was never started", async () => {
      const { store, owner } = await setUp();
      expect(await store.lease(owner, crypto.randomUUID())).toBeUndefined();
    });

    it("begins where it is told to when the progress is lost, and nowhere else", async () => {
      const { store, owner, id, lease } = await setUp();
      const lost = crypto.randomUUID();
      expect((await store.lease(owner, lost, async () => 41))?.progress).toEqual({ position: 41 });
      expect(await store.lease(owner, lost, async () => 3)).toBeUndefined();
      const held = await lease();
      expect(await store.lease(owner, id, async () => 3)).toBeUndefined();
      await store.release(held, { position: 9 });
      expect((await store.lease(owner, id, async () => 3))?.progress).toEqual({ position: 9 });
    });

    it("leases to one at a time, with the progress that the one before left", async () => {
      const { store, owner, id, lease } = await setUp();
      const first = await lease();
      expect(first.progress).toEqual({ position: 7 });
      expect(await store.lease(owner, id)).toBeUndefined();
      const stall = { stalledRounds: 2, backsOffUntilMs: 7, requestsAtOnce: 40 };
      const progress = { position: 9, failingSinceMs: 5, wakesAtMs: 6, ...stall };
      await store.release(first, progress);
      const second = await lease();
      const { backsOffUntilMs: _over, ...left } = progress;
      expect(second.progress).toEqual(left);
      expect(await store.advance(second, { position: 10 })).toBe(true);
      await store.release(second, { position: 11 });
      expect((await lease()).progress).toEqual({ position: 11 });
    });

    it("gives a lease whose time is over to the next one, with what was advanced under it", async () => {
      const { store, clock, owner, id, lease } = await setUp();
      const dead = await lease();
      expect(await store.advance(dead, { position: 8 })).toBe(true);
      clock.advance(WEBHOOK_LEASE_MS);
      expect(await store.lease(owner, id)).toBeUndefined();
      clock.advance(1);
      const heir = await lease();
      expect(heir.progress).toEqual({ position: 8 });
      expect(await store.advance(dead, { position: 20 })).toBe(false);
      await store.release(dead, { position: 30 }, 5);
      expect(await store.advance(heir, { position: 9 })).toBe(true);
    });

    it("lets nobody advance whose time is over", async () => {
      const { store, clock, lease } = await setUp();
      const late = await lease();
      clock.advance(WEBHOOK_LEASE_MS + 1);
      expect(await store.advance(late, { position: 20 })).toBe(false);
      expect((await lease()).progress).toEqual({ position: 7 });
    });

    it("goes on elsewhere when it is started again, and takes the lease from its holder", async () => {
      const { store, id, lease } = await setUp();
      const holder = await lease();
      await store.start(id, 40);
      expect(await store.advance(holder, { position: 8 })).toBe(false);
      await store.release(holder, { position: 9, failingSinceMs: 1 });
      expect((await lease()).progress).toEqual({ position: 40 });
    });

    it("is not started again where it has come to already, and leaves the lease to its holder", async () => {
      const { store, id, lease } = await setUp();
      const holder = await lease();
      expect(await store.advance(holder, { position: 20 })).toBe(true);
      for (const position of [7, 20]) await store.start(id, position);
      expect(await store.advance(holder, { position: 21 })).toBe(true);
    });

    it("shows the sweep a leased webhook when its lease is over, and a released one when it is to be looked at", async () => {
      const { store, clock, owner, id, lease, overdue } = await setUp();
      expect(await overdue()).toEqual([]);
      const held = await lease();
      expect(await overdue()).toEqual([]);
      clock.advance(WEBHOOK_LEASE_MS);
      expect(await overdue()).toEqual([]);
      clock.advance(1);
      expect(await overdue()).toEqual([{ owner, webhookId: id, dueAtMs: clock.now() }]);
      await store.release(held, held.progress, clock.now() + 500);
      expect(await overdue()).toEqual([]);
      clock.advance(500);
      expect(await overdue()).toEqual([{ owner, webhookId: id, dueAtMs: clock.now() }]);
      await store.release(await lease(), held.progress);
      clock.advance(10 * WEBHOOK_LEASE_MS);
      expect(await overdue()).toEqual([]);
    });

    it("shows the sweep at once what was woken, whoever holds it", async () => {
      const { store, clock, owner, id, lease, overdue } = await setUp();
      await lease();
      await store.wake(id, owner);
      expect(await overdue()).toEqual([{ owner, webhookId: id, dueAtMs: clock.now() }]);
    });

    it("leases nothing that is backed off from, until that is over", async () => {
      const { store, clock, owner, id, lease } = await setUp();
      const progress = { position: 9, stalledRounds: 1, backsOffUntilMs: clock.now() + 5_000 };
      await store.release(await lease(), progress);
      clock.advance(4_999);
      expect(await store.lease(owner, id)).toBeUndefined();
      clock.advance(1);
      expect((await lease()).progress).toEqual({ position: 9, stalledRounds: 1 });
    });

    it("backs off no longer from what was woken while somebody held it, and tells the holder", async () => {
      const { store, clock, owner, id, lease } = await setUp();
      const stalled = () => ({ position: 9, stalledRounds: 1, backsOffUntilMs: clock.now() + 300_000 });
      const held = await lease();
      await store.wake(id, owner);
      expect(await store.advance(held, stalled())).toBe(true);
      expect(await store.release(held, stalled())).toEqual({ isWoken: true });
      const second = await lease();
      expect(second.progress).toEqual({ position: 9, stalledRounds: 1 });
      expect(await store.release(second, stalled())).toEqual({ isWoken: false });
      expect(await store.lease(owner, id)).toBeUndefined();
    });

    it("backs off no longer from what was woken while a holder had it that died", async () => {
      const { store, clock, owner, id, lease } = await setUp();
      const held = await lease();
      await store.wake(id, owner);
      await store.advance(held, { position: 9, backsOffUntilMs: clock.now() + 300_000 });
      clock.advance(WEBHOOK_LEASE_MS + 1);
      expect((await lease()).progress).toEqual({ position: 9 });
      clock.advance(WEBHOOK_LEASE_MS + 1);
      expect((await lease()).progress).toEqual({ position: 9 });
    });

    it("backs off no longer from what was woken, and remembers that it has stalled", async () => {
      const { store, clock, owner, id, lease } = await setUp();
      await store.release(await lease(), { position: 9, stalledRounds: 2, backsOffUntilMs: clock.now() + 5_000 });
      await store.wake(id, owner);
      expect((await lease()).progress).toEqual({ position: 9, stalledRounds: 2 });
    });

    it("wakes what has lost its progress where it is told to begin, and nothing else", async () => {
      const { store, clock, owner, id, lease } = await setUp();
      const lost = crypto.randomUUID();
      await store.wake(lost, owner, async () => 41);
      const shards = Array.from({ length: WEBHOOK_SHARDS }, (_, i) => store.overdue(i, clock.now(), 1000));
      const overdue = (await Promise.all(shards)).flat().filter(({ webhookId }) => webhookId === lost);
      expect(overdue).toEqual([{ owner, webhookId: lost, dueAtMs: clock.now() }]);
      expect((await store.lease(owner, lost))?.progress).toEqual({ position: 41 });
      await store.wake(id, owner, async () => 3);
      expect((await lease()).progress).toEqual({ position: 7 });
    });

    it("postpones what the sweep has sent a message for, unless it has moved meanwhile", async () => {
      const { store, clock, owner, id, overdue } = await setUp();
      await store.wake(id, owner);
      const [seen] = await overdue();
      if (seen === undefined) throw new Error("nothing is overdue");
      clock.advance(10);
      await store.postpone(seen, clock.now() + 1000);
      expect(await overdue()).toEqual([]);
      await store.wake(id, owner);
      await store.postpone(seen, clock.now() + 1000);
      expect(await overdue()).toHaveLength(1);
    });

    it("settles a disabled webhook, but not one that a worker has leased", async () => {
      const { store, clock, owner, id, lease, overdue } = await setUp();
      await store.wake(id, owner);
      await store.settle(id, false);
      expect(await overdue()).toEqual([]);
      const held = await lease();
      await store.settle(id, false);
      clock.advance(WEBHOOK_LEASE_MS + 1);
      expect(await overdue()).toHaveLength(1);
      await store.release(held, { position: 8 });
      expect((await lease()).progress).toEqual({ position: 8 });
    });

    it("forgets a webhook that is gone, and makes none out of nothing", async () => {
      const { store, owner, id, lease, overdue } = await setUp();
      const held = await lease();
      await store.settle(id, true);
      expect(await store.advance(held, { position: 8 })).toBe(false);
      expect(await store.release(held, { position: 8 })).toEqual({ isWoken: false });
      await store.wake(id, owner);
      await store.settle(id, false);
      await store.replay(id, { position: 1, until: 2 });
      expect(await store.lease(owner, id)).toBeUndefined();
      expect(await overdue()).toEqual([]);
    });

    it("keeps what is to be sent again beside the progress, whoever holds the lease", async () => {
      const { store, clock, id, lease } = await setUp();
      const held = await lease();
      expect(held.replay).toBeUndefined();
      await store.replay(id, { position: 2, until: 6 });
      const replay = { position: 2, until: 6, requestedAtMs: clock.now() };
      expect(await store.release(held, { position: 8 })).toEqual({ replay, isWoken: false });
      expect((await lease()).replay).toEqual(replay);
    });

    it("moves a replay on, ends it, and does neither when more was asked for meanwhile", async () => {
      const { store, clock, id, lease } = await setUp();
      await store.replay(id, { position: 2, until: 6 });
      const { replay: first, ...held } = await lease();
      if (first === undefined) throw new Error("nothing is replayed");
      await store.replayed(id, first, 4);
      clock.advance(5);
      await store.replay(id, { position: 5, until: 9 });
      const both = { position: 4, until: 9, requestedAtMs: clock.now() };
      expect(await store.release(held, held.progress)).toEqual({ replay: both, isWoken: false });
      await store.replayed(id, { ...first, position: 4 }, 6);
      expect((await lease()).replay).toEqual(both);
      await store.replayed(id, both, 9);
      clock.advance(WEBHOOK_LEASE_MS + 1);
      expect((await lease()).replay).toBeUndefined();
    });

    it("lets one of many side by side have the lease", async () => {
      const { store, owner, id } = await setUp();
      const all = await Promise.all(Array.from({ length: 12 }, () => store.lease(owner, id)));
      expect(all.filter((one) => one !== undefined)).toHaveLength(1);
    });

    it("lets one of many side by side have the lease of what has lost its progress", async () => {
      const { store, owner } = await setUp();
      const lost = crypto.randomUUID();
      const all = await Promise.all(Array.from({ length: 12 }, (_, i) => store.lease(owner, lost, async () => i)));
      const held = all.filter((one) => one !== undefined);
      expect(held).toHaveLength(1);
      for (const one of held) expect(await store.advance(one, one.progress)).toBe(true);
    });

    it("adds up replays that are asked for side by side", async () => {
      const { store, id, lease } = await setUp();
      await Promise.all([3, 1, 2].map((position) => store.replay(id, { position, until: position + 4 })));
      expect((await lease()).replay).toMatchObject({ position: 1, until: 7 });
    });
  });
}

progressContract(
  "the table",
  (clock) =>
    new DynamoWebhookProgress(fixture.client, { table: "Webhooks", clock, newToken: () => crypto.randomUUID() }),
);
progressContract("the in-memory double", (clock) => inMemoryWebhookProgress(clock));
