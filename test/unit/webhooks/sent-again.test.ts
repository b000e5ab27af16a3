import { describe, expect, it } from "vitest";
import { HmacCursors } from "../../../shared/kernel/hmac-cursors.ts";
import type { WebhookMessage } from "../../../shared/webhooks/contract/messages.ts";
import { listWebhookDeliveries } from "../../../shared/webhooks/list-webhook-deliveries.ts";
import { positionBefore } from "../../../shared/webhooks/position-before.ts";
import { replayWebhook } from "../../../shared/webhooks/replay-webhook.ts";
import { retryWebhookDelivery } from "../../../shared/webhooks/retry-webhook-delivery.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aWebhook } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";
import { inMemoryWebhookLog } from "../../support/in-memory-webhook-log.ts";
import { inMemoryWebhookProgress } from "../../support/in-memory-webhook-progress.ts";
import { inMemoryWebhookStore } from "../../support/in-memory-webhook-store.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const HOUR_MS = 3_600_000;
const webhook = aWebhook();
const other = aWebhook({ owner: webhook.owner });
const address = { owner: webhook.owner, id: webhook.id };
const foreign = { owner: anOwner(), id: webhook.id };

async function setUp() {
  const clock = fakeClock();
  const sent: WebhookMessage[] = [];
  const deps = {
    webhooks: inMemoryWebhookStore([webhook, other]),
    progress: inMemoryWebhookProgress(clock),
    webhookLog: inMemoryWebhookLog(clock),
    feed: inMemoryFeed(clock),
    cursors: new HmacCursors("k".repeat(32)),
    webhookQueue: { enqueue: async (message: WebhookMessage) => void sent.push(message) },
    clock,
    log: silentLog,
    metrics: countingMetrics(),
  };
  await deps.progress.start(webhook.id, 0);
  const tried = async (eventId: string, status: "success" | "failed") => {
    const made = { eventId, type: "notification.sent", position: 1, attempt: 1, status, atMs: clock.now() };
    await deps.webhookLog.note(webhook.id, { made });
    clock.advance(1000);
  };
  /** Commits an event now that happened this long ago. */
  const happens = async (agoMs = 0, count = 1) => {
    const timestamp = new Date(clock.now() - agoMs).toISOString();
    const events = Array.from({ length: count }, () => anAnnouncedEvent({ timestamp }));
    await deps.feed.append(webhook.owner, events);
  };
  return { deps, clock, sent, tried, happens };
}

describe("listWebhookDeliveries()", () => {
  const list = (deps: Awaited<ReturnType<typeof setUp>>["deps"], changes: object = {}, at = address) =>
    listWebhookDeliveries(deps, at, { limit: 2, ...changes });

  it("answers the tries, newest first, page after page", async () => {
    const { deps, tried } = await setUp();
    for (const id of ["evt_1", "evt_2", "evt_3"]) await tried(id, "success");
    const first = await list(deps);
    const second = await list(deps, { cursor: first.nextCursor, limit: 1 });
    expect([first, second].map((page) => page.deliveries.map(({ eventId }) => eventId))).toEqual([
      ["evt_3", "evt_2"],
      ["evt_1"],
    ]);
    expect(second.nextCursor).toBeUndefined();
  });

  it("answers those of one status", async () => {
    const { deps, tried } = await setUp();
    await tried("evt_1", "success");
    await tried("evt_2", "failed");
    const { deliveries } = await list(deps, { status: "failed" });
    expect(deliveries.map(({ eventId }) => eventId)).toEqual(["evt_2"]);
  });

  it("takes a cursor of the same webhook, status and owner alone", async () => {
    const { deps, tried } = await setUp();
    for (const id of ["evt_1", "evt_2", "evt_3"]) await tried(id, "success");
    const { nextCursor: cursor } = await list(deps);
    const refused = { code: "invalid_request", message: "cursor is not valid" };
    await expect(list(deps, { cursor, status: "success" })).rejects.toMatchObject(refused);
    await expect(list(deps, { cursor }, { ...address, id: other.id })).rejects.toMatchObject(refused);
    await expect(list(deps, { cursor }, foreign)).rejects.toMatchObject(refused);
    await expect(list(deps, { cursor: "abc" })).rejects.toMatchObject(refused);
  });

  it("shows nothing to another owner", async () => {
    const { deps, tried } = await setUp();
    await tried("evt_1", "success");
    await expect(list(deps, {}, foreign)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("retryWebhookDelivery()", () => {
  it("makes an event due that was tried, and has a worker look", async () => {
    const { deps, clock, sent, tried } = await setUp();
    await tried("evt_1", "success");
    await retryWebhookDelivery(deps, address, "evt_1");
    const { deliveries } = await deps.webhookLog.due(webhook.id, clock.now(), 10);
    expect(deliveries).toMatchObject([{ eventId: "evt_1", attempt: 2, status: "pending" }]);
    expect(sent).toEqual([{ owner: webhook.owner, webhookId: webhook.id }]);
  });

  it("finds no event that was never tried, and none of another owner or webhook", async () => {
    const { deps, sent, tried } = await setUp();
    await tried("evt_1", "success");
    const notFound = { code: "not_found" };
    await expect(retryWebhookDelivery(deps, address, "evt_2")).rejects.toMatchObject(notFound);
    await expect(retryWebhookDelivery(deps, foreign, "evt_1")).rejects.toMatchObject(notFound);
    await expect(retryWebhookDelivery(deps, { ...address, id: other.id }, "evt_1")).rejects.toMatchObject(notFound);
    expect(sent).toEqual([]);
  });
});

describe("replayWebhook()", () => {
  it("asks for what happened since then, up to now", async () => {
    const { deps, clock, sent, happens } = await setUp();
    await happens();
    clock.advance(HOUR_MS);
    await happens(0, 2);
    await replayWebhook(deps, address, clock.now());
    expect((await deps.progress.lease(webhook.owner, webhook.id))?.replay).toMatchObject({ position: 1, until: 3 });
    expect(sent).toEqual([{ owner: webhook.owner, webhookId: webhook.id }]);
  });

  it("asks for nothing where nothing has happened since", async () => {
    const { deps, clock, sent, happens } = await setUp();
    await happens();
    await replayWebhook(deps, address, clock.now() + 1);
    expect([(await deps.progress.lease(webhook.owner, webhook.id))?.replay, sent]).toEqual([undefined, []]);
  });

  it("finds no webhook of another owner", async () => {
    const { deps, sent, happens } = await setUp();
    await happens();
    await expect(replayWebhook(deps, foreign, 0)).rejects.toMatchObject({ code: "not_found" });
    expect(sent).toEqual([]);
  });
});

describe("positionBefore()", () => {
  const until = async (deps: Awaited<ReturnType<typeof setUp>>["deps"]) => deps.feed.head(webhook.owner);
  const positionAt = async (deps: Awaited<ReturnType<typeof setUp>>["deps"], sinceMs: number) =>
    positionBefore(deps.feed, webhook.owner, { sinceMs, until: await until(deps) });

  it("is 0 for a time before everything, and the end for one behind everything", async () => {
    const { deps, clock, happens } = await setUp();
    expect(await positionAt(deps, 0)).toBe(0);
    await happens(0, 5);
    expect([
      await positionAt(deps, 0),
      await positionAt(deps, clock.now()),
      await positionAt(deps, clock.now() + 1),
    ]).toEqual([0, 0, 5]);
  });

  it("finds the first of many by its own time, also among those of one minute", async () => {
    const { deps, clock, happens } = await setUp();
    const times: number[] = [];
    for (let i = 0; i < 1500; i += 1) {
      clock.advance(i % 3 === 0 ? 1000 : 40);
      times.push(clock.now());
      await happens();
    }
    for (const n of [0, 1, 2, 3, 99, 500, 742, 1498, 1499]) expect(await positionAt(deps, times[n] ?? 0)).toBe(n);
  });

  it("leaves out none that follows many that were announced hours late", async () => {
    const { deps, clock, happens } = await setUp();
    await happens(0, 10);
    clock.advance(HOUR_MS);
    const sinceMs = clock.now();
    await happens(0, 3);
    clock.advance(1000);
    await happens(2 * HOUR_MS, 1000);
    await happens();
    expect(await positionAt(deps, sinceMs)).toBe(10);
  });

  it("passes what has expired", async () => {
    const { deps, clock, happens } = await setUp();
    await happens(0, 7);
    clock.advance(31 * 24 * HOUR_MS);
    await happens(0, 2);
    expect(await positionAt(deps, 0)).toBe(7);
  });

  it("asks a bounded number of times", async () => {
    const { clock } = await setUp();
    let asked = 0;
    const endless = {
      read: async (_: unknown, { after }: { after: number }) => {
        asked += 1;
        const event = anAnnouncedEvent({ timestamp: "2020-01-01T00:00:00.000Z" });
        return { events: [{ position: after + 1, committedAtMs: clock.now(), event }], next: after + 1 };
      },
    };
    await positionBefore(endless, webhook.owner, { sinceMs: clock.now(), until: 1_000_000_000 });
    expect(asked).toBeLessThan(100);
  });
});
