import { describe, expect, it } from "vitest";
import type { WebhookAnswer } from "../../../shared/webhooks/ports.ts";
import { replaceWebhook } from "../../../shared/webhooks/replace-webhook.ts";
import { retryWebhookDelivery } from "../../../shared/webhooks/retry-webhook-delivery.ts";
import { answering, aWebhookWorld, OK } from "../../support/a-webhook-world.ts";
import { anOwner } from "../../support/an-owner.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const SILENT: WebhookAnswer = { kind: "unanswered", error: "no answer within 15 s", durationMs: 15_000 };
const LATE_FAILURE: WebhookAnswer = { kind: "answered", statusCode: 503, body: "", durationMs: 14_000 };
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

type World = ReturnType<typeof aWebhookWorld>;
/** Returns the seconds between the times of requests. */
const gapsOf = ({ requests }: World): number[] => {
  const times = [...new Set(requests.map(({ atMs }) => atMs))];
  return times.slice(1).map((atMs, i) => (atMs - (times[i] ?? 0)) / 1000);
};

async function stalling(answer: WebhookAnswer, events: number) {
  const world = aWebhookWorld();
  const webhook = await world.started();
  world.receivers.set(webhook.url, () => answer);
  const happened = await world.happened(webhook.owner, events);
  await world.look(webhook);
  return { world, webhook, happened };
}

describe("deliverWebhook() for a receiver that stalls", () => {
  it.each([
    ["never answers", SILENT],
    ["fails after many seconds", LATE_FAILURE],
  ])("asks one that %s with one event at growing intervals, whatever waits for it", async (_how, answer) => {
    const { world } = await stalling(answer, 3000);
    expect(world.requests).toHaveLength(10);
    await world.pass(20 * MINUTE_MS);
    expect(gapsOf(world).slice(0, 8)).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    expect(world.requests).toHaveLength(10 + gapsOf(world).length);
  });

  it("is not woken by each new event", async () => {
    const { world, webhook } = await stalling(SILENT, 300);
    await world.pass(MINUTE_MS);
    const asked = world.requests.length;
    for (let i = 0; i < 100; i++) {
      await world.happened(webhook.owner, 1);
      await world.look(webhook);
      world.clock.advance(100);
    }
    expect(world.requests).toHaveLength(asked);
    expect(world.queued.length).toBeLessThanOrEqual(2);
  });

  it("loses no event and keeps their order when it answers again", async () => {
    const { world, webhook, happened } = await stalling(SILENT, 45);
    await world.pass(10 * MINUTE_MS);
    const later = await world.happened(webhook.owner, 30);
    world.receivers.delete(webhook.url);
    const before = world.requests.length;
    await world.pass(6 * MINUTE_MS);
    const sent = world.sentTo(webhook).slice(before);
    expect(sent.toSorted()).toEqual(idsOf([...happened, ...later]).toSorted());
    // Events whose first try was during the stall come at their next try, between the others.
    const tried = new Set(world.sentTo(webhook).slice(0, before));
    expect(sent.filter((id) => !tried.has(id))).toEqual(idsOf([...happened, ...later]).filter((id) => !tried.has(id)));
    const { deliveries } = await world.webhookLog.list(webhook.id, { status: "pending", limit: 100 });
    expect(deliveries).toEqual([]);
  });

  it("sends everything at once to one that answers in time again", async () => {
    const { world, webhook } = await stalling(SILENT, 3);
    world.receivers.set(webhook.url, () => answering(500));
    await world.pass(6_000);
    await world.happened(webhook.owner, 30);
    await world.look(webhook);
    expect(new Set(world.sentTo(webhook)).size).toBe(33);
  });

  it("does not back off from one that answered one of a round", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    let asked = 0;
    world.receivers.set(webhook.url, () => (asked++ === 0 ? OK : SILENT));
    await world.happened(webhook.owner, 2);
    await world.look(webhook);
    await world.happened(webhook.owner, 1);
    await world.look(webhook);
    expect(world.requests).toHaveLength(3);
  });

  it("tries one event again at the promised times", async () => {
    const { world } = await stalling(SILENT, 1);
    await world.pass(30 * 3_600_000, 5000);
    for (const [i, promised] of [5, 300, 1800, 7200, 18_000, 36_000, 36_000].entries()) {
      expect(gapsOf(world)[i]).toBeGreaterThanOrEqual(promised);
      // The sweep runs every minute.
      expect(gapsOf(world)[i]).toBeLessThanOrEqual(promised + 70);
    }
    expect(world.requests).toHaveLength(8);
  });

  it("disables it after five days", async () => {
    const { world, webhook } = await stalling(SILENT, 3000);
    await world.pass(4.9 * DAY_MS, MINUTE_MS);
    expect((await world.webhooks.get(webhook.owner, webhook.id))?.isEnabled).toBe(true);
    await world.pass(0.2 * DAY_MS, MINUTE_MS);
    expect(await world.webhooks.get(webhook.owner, webhook.id)).toMatchObject({
      ...{ isEnabled: false, disabledReason: "no delivery succeeded for five days" },
    });
  });

  it("is asked at once when its owner asks for a try", async () => {
    const { world, webhook, happened } = await stalling(SILENT, 1);
    await world.pass(4 * MINUTE_MS);
    world.receivers.delete(webhook.url);
    const before = world.requests.length;
    const deps = { ...world.deps, ...world, log: silentLog, metrics: countingMetrics() };
    await retryWebhookDelivery(deps, webhook, happened[0]?.id ?? "");
    await world.workOff();
    expect(world.requests).toHaveLength(before + 1);
  });

  it("is asked at once at its new address", async () => {
    const { world, webhook, happened } = await stalling(SILENT, 30);
    await world.pass(4 * MINUTE_MS);
    const url = "https://elsewhere.example/";
    const deps = { ...world.deps, ...world, isHttpAllowed: false, log: silentLog, metrics: countingMetrics() };
    await replaceWebhook(deps, webhook, { url, eventTypes: [], description: "", isEnabled: true });
    await world.workOff();
    const sent = world.sentTo({ url });
    expect(sent.length).toBeGreaterThanOrEqual(20);
    await world.pass(10 * MINUTE_MS);
    expect(new Set(world.sentTo({ url }))).toEqual(new Set(idsOf(happened)));
  });

  it("is asked at once at its new address that came while a round stalled", async () => {
    const { world, webhook } = await stalling(SILENT, 30);
    await world.pass(4 * MINUTE_MS);
    const url = "https://elsewhere.example/";
    const deps = { ...world.deps, ...world, isHttpAllowed: false, log: silentLog, metrics: countingMetrics() };
    let stalledAtMs: number | undefined;
    world.receivers.set(webhook.url, async () => {
      stalledAtMs = world.clock.now();
      await replaceWebhook(deps, webhook, { url, eventTypes: [], description: "", isEnabled: true });
      // The worker of the owner's own message finds the lease taken.
      await world.workOff();
      return SILENT;
    });
    while (stalledAtMs === undefined) await world.pass(1000);
    expect(world.requests.find((one) => one.url === url)?.atMs).toBe(stalledAtMs);
  });

  it("is asked at once when its owner asks for a try while a round stalls", async () => {
    const { world, webhook, happened } = await stalling(SILENT, 2);
    await world.pass(4 * MINUTE_MS);
    const deps = { ...world.deps, ...world, log: silentLog, metrics: countingMetrics() };
    const before = world.requests.length;
    world.receivers.set(webhook.url, async ({ eventId }) => {
      world.receivers.set(webhook.url, () => OK);
      const other = idsOf(happened).find((id) => id !== eventId);
      await retryWebhookDelivery(deps, webhook, other ?? "");
      await world.workOff();
      return SILENT;
    });
    while (world.requests.length === before) await world.pass(1000);
    const [stalled, next] = world.requests.slice(before);
    expect([next?.atMs, next?.eventId === stalled?.eventId]).toEqual([stalled?.atMs, false]);
  });

  it("delivers another owner's events while it waits", async () => {
    const { world } = await stalling(SILENT, 3000);
    const other = await world.started({ owner: anOwner() });
    const events = await world.happened(other.owner, 5);
    await world.look(other);
    expect(world.sentTo(other)).toEqual(idsOf(events));
  });
});

describe("deliverWebhook() when nobody could be asked yet", () => {
  it("notes no try, and makes it some seconds later", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const events = await world.happened(webhook.owner, 3);
    world.receivers.set(webhook.url, () => ({ kind: "postponed", error: "not yet", retryInSeconds: 5 }));
    await world.look(webhook);
    expect((await world.webhookLog.list(webhook.id, { limit: 10 })).deliveries).toEqual([]);
    const asked = world.requests.length;
    await world.look(webhook);
    expect(world.requests).toHaveLength(asked);
    world.receivers.delete(webhook.url);
    await world.pass(5_000);
    expect(world.sentTo(webhook).slice(asked)).toEqual(idsOf(events));
    const { deliveries } = await world.webhookLog.list(webhook.id, { limit: 10 });
    expect(deliveries.map(({ attempt, status }) => [attempt, status])).toEqual(Array(3).fill([1, "success"]));
  });
});
