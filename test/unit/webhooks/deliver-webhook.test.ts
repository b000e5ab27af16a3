import { describe, expect, it } from "vitest";
import { toDeliveryPageView } from "../../../shared/webhooks/contract/webhook-deliveries.ts";
import { aboutOf } from "../../../shared/webhooks/domain/event-about.ts";
import { answering, aWebhookWorld, OK } from "../../support/a-webhook-world.ts";
import { anOwner } from "../../support/an-owner.ts";

const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
const DAY_MS = 86_400_000;

describe("deliverWebhook", () => {
  it("sends what has happened since the webhook began, in its order, and notes each try", async () => {
    const world = aWebhookWorld();
    const owner = anOwner();
    await world.happened(owner, 3);
    const webhook = await world.started({ owner });
    const events = await world.happened(owner, 2);
    world.receivers.set(webhook.url, () => answering(200, "x".repeat(3000)));
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual(idsOf(events));
    expect(world.requests.map(({ body }) => JSON.parse(body))).toEqual(events);
    expect(world.requests.map(({ secrets }) => secrets)).toEqual([["whsec_AAAA"], ["whsec_AAAA"]]);
    const { deliveries } = await world.webhookLog.list(webhook.id, { limit: 10 });
    expect(deliveries).toHaveLength(2);
    expect(deliveries[0]).toMatchObject({ status: "success", statusCode: 200, attempt: 1, body: "x".repeat(1024) });
    expect(world.queued).toEqual([]);
  });

  it("notes what each event is about, by which its tries can be told apart when details are asked for", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [event] = await world.happened(webhook.owner, 1);
    world.receivers.set(webhook.url, () => answering(500));
    await world.look(webhook);
    const page = await world.webhookLog.list(webhook.id, { limit: 10 });
    const about = page.deliveries.map((one) => one.about);
    expect(about).toEqual([event && aboutOf(event.data), event && aboutOf(event.data)]);
    expect(about[0]).toMatch(/./);
    expect(toDeliveryPageView(page, true).deliveries.map((one) => one.about)).toEqual(about);
    expect(toDeliveryPageView(page).deliveries[0]).not.toHaveProperty("about");
  });

  it("goes on with the newest event when its progress is lost, as after a restore", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [, newest] = await world.happened(webhook.owner, 2);
    await world.progress.settle(webhook.id, true);
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual([newest?.id]);
  });

  it("sends nothing twice, however often somebody looks", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const events = await world.happened(webhook.owner, 3);
    for (let i = 0; i < 3; i++) await world.look(webhook);
    await Promise.all([world.look(webhook), world.look(webhook)]);
    expect(world.sentTo(webhook)).toEqual(idsOf(events));
  });

  it("sends an event once that was announced twice", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [event] = await world.happened(webhook.owner, 1);
    if (event) await world.feed.append(webhook.owner, [event]);
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual([event?.id]);
    if (event) await world.feed.append(webhook.owner, [event]);
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual([event?.id]);
  });

  it("sends only the types that are asked for, and moves on past all others", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started({ eventTypes: ["notification.delivered"] });
    await world.happened(webhook.owner, 70);
    const wanted = await world.happened(webhook.owner, 1, "notification.delivered");
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual(idsOf(wanted));
    expect((await world.progress.lease(webhook.owner, webhook.id))?.progress).toEqual({ position: 71 });
  });

  it("tries a failed event again at the promised times, with the same id and the same bytes, and then no more", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    await world.happened(webhook.owner, 1);
    world.receivers.set(webhook.url, () => answering(500, "down"));
    await world.look(webhook);
    await world.pass(30 * 3_600_000, 5000);
    const [first = 0] = world.requests.map(({ atMs }) => atMs);
    const seconds = world.requests.map(({ atMs }) => (atMs - first) / 1000);
    const promised = [0, 5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((_, i, all) =>
      all.slice(0, i + 1).reduce((sum, delay) => sum + delay, 0),
    );
    expect(seconds).toHaveLength(8);
    // The sweep, which runs every minute, finds a try that is more than five minutes away.
    for (const [i, at] of promised.entries()) {
      expect(seconds[i]).toBeGreaterThanOrEqual(at);
      expect(seconds[i]).toBeLessThanOrEqual(at + 70 * i);
    }
    expect(new Set(world.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(world.requests.map(({ eventId }) => eventId)).size).toBe(1);
    const { deliveries } = await world.webhookLog.list(webhook.id, { limit: 50 });
    expect(deliveries.map(({ attempt }) => attempt)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(deliveries.every(({ status }) => status === "failed")).toBe(true);
  });

  it("lists the next try as pending, and ends with the one that succeeds", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [event] = await world.happened(webhook.owner, 1);
    world.receivers.set(webhook.url, () => ({ kind: "unanswered", error: "connection refused", durationMs: 2 }));
    await world.look(webhook);
    const { deliveries } = await world.webhookLog.list(webhook.id, { limit: 10 });
    expect(deliveries).toMatchObject([
      { eventId: event?.id, status: "pending", attempt: 2, atMs: world.clock.now() + 5000 },
      { eventId: event?.id, status: "failed", attempt: 1, error: "connection refused" },
    ]);
    world.receivers.delete(webhook.url);
    await world.pass(6000);
    expect((await world.webhookLog.list(webhook.id, { limit: 10 })).deliveries.map(({ status }) => status)).toEqual([
      ...["success", "failed"],
    ]);
    await world.pass(DAY_MS, 60_000);
    expect(world.requests).toHaveLength(2);
  });

  it("sends new events while older ones wait for their next try", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [bad] = await world.happened(webhook.owner, 1);
    world.receivers.set(webhook.url, ({ eventId }) => (eventId === bad?.id ? answering(500) : OK));
    await world.look(webhook);
    const good = await world.happened(webhook.owner, 2);
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual([bad?.id, ...idsOf(good)]);
  });

  it("disables a webhook at once whose receiver answers 410, and begins nothing more", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    await world.happened(webhook.owner, 200);
    world.receivers.set(webhook.url, () => answering(410));
    await world.look(webhook);
    const after = world.requests.length;
    expect(after).toBeLessThanOrEqual(10);
    expect(await world.webhooks.get(webhook.owner, webhook.id)).toMatchObject({
      ...{ isEnabled: false, disabledReason: "the receiver answered 410" },
    });
    await world.pass(DAY_MS, 60_000);
    expect(world.requests).toHaveLength(after);
  });

  it("disables a webhook after five days without a success, and not before", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    world.receivers.set(webhook.url, () => answering(503));
    const isEnabled = async () => (await world.webhooks.get(webhook.owner, webhook.id))?.isEnabled;
    for (let hours = 0; hours < 120; hours += 12) {
      expect(await isEnabled()).toBe(true);
      await world.happened(webhook.owner, 1);
      await world.look(webhook);
      world.clock.advance(12 * 3_600_000);
    }
    await world.look(webhook);
    expect(await world.webhooks.get(webhook.owner, webhook.id)).toMatchObject({
      ...{ isEnabled: false, disabledReason: "no delivery succeeded for five days" },
    });
  });

  it("counts the five days from the last success", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    for (const statusCode of [500, 500, 200, 500, 500]) {
      world.receivers.set(webhook.url, () => answering(statusCode));
      await world.happened(webhook.owner, 1);
      await world.look(webhook);
      world.clock.advance(2.4 * DAY_MS);
    }
    expect((await world.webhooks.get(webhook.owner, webhook.id))?.isEnabled).toBe(true);
  });

  it("does not disable a webhook that got another address meanwhile", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    await world.happened(webhook.owner, 1);
    const url = "https://elsewhere.example/";
    world.receivers.set(webhook.url, async () => {
      await world.webhooks.update(webhook.owner, webhook.id, (known) => ({ ...known, url, updatedAt: "later" }));
      return answering(410);
    });
    await world.look(webhook);
    expect(await world.webhooks.get(webhook.owner, webhook.id)).toMatchObject({ isEnabled: true, url });
  });

  it("sends nothing while it is disabled; afterwards what is new, and the tries that were pending", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [pending] = await world.happened(webhook.owner, 1);
    world.receivers.set(webhook.url, () => answering(500));
    await world.look(webhook);
    await world.webhooks.update(webhook.owner, webhook.id, (known) => ({ ...known, isEnabled: false }));
    world.receivers.delete(webhook.url);
    await world.happened(webhook.owner, 2);
    await world.pass(3_600_000, 60_000);
    expect(world.requests).toHaveLength(1);
    await world.progress.start(webhook.id, await world.feed.head(webhook.owner));
    await world.webhooks.update(webhook.owner, webhook.id, (known) => ({ ...known, isEnabled: true }));
    const [fresh] = await world.happened(webhook.owner, 1);
    await world.look(webhook);
    expect(world.sentTo(webhook).slice(1).toSorted()).toEqual([pending?.id, fresh?.id].toSorted());
  });

  it("sends to a webhook that was enabled while somebody settled it, though the queue took no message", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started({ isEnabled: false });
    const [event] = await world.happened(webhook.owner, 1);
    const settle: typeof world.progress.settle = async (...given) => {
      await world.webhooks.update(webhook.owner, webhook.id, (known) => ({ ...known, isEnabled: true }));
      await world.progress.wake(webhook.id, webhook.owner);
      return world.progress.settle(...given);
    };
    await world.look(webhook, { ...world.deps, progress: { ...world.progress, settle } });
    expect(world.sentTo(webhook)).toEqual([event?.id]);
  });

  it("forgets a webhook that was deleted while somebody settled it, though the queue took no message", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    await world.happened(webhook.owner, 1);
    await world.look(webhook);
    await world.webhooks.update(webhook.owner, webhook.id, (known) => ({ ...known, isEnabled: false }));
    const settle: typeof world.progress.settle = async (id, isGone) => {
      await world.webhooks.remove(webhook.owner, id);
      return world.progress.settle(id, isGone);
    };
    await world.look(webhook, { ...world.deps, progress: { ...world.progress, settle } });
    expect((await world.webhookLog.list(webhook.id, { limit: 9 })).deliveries).toEqual([]);
  });

  it("forgets a webhook that is gone", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    await world.webhooks.remove(webhook.owner, webhook.id);
    await world.happened(webhook.owner, 1);
    await world.look(webhook);
    expect(world.requests).toEqual([]);
    expect(await world.progress.lease(webhook.owner, webhook.id)).toBeUndefined();
  });

  it("sends what came while another worker was at it, though its own message found the lease taken", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [first] = await world.happened(webhook.owner, 1);
    let late: string | undefined;
    world.receivers.set(webhook.url, async () => {
      if (late !== undefined) return OK;
      late = (await world.happened(webhook.owner, 1))[0]?.id;
      await world.look(webhook);
      expect(world.requests).toHaveLength(1);
      return OK;
    });
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual([first?.id, late]);
  });

  it("sends what came between its last look at the feed and the end of its lease", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    let late: string | undefined;
    const release: typeof world.progress.release = async (...given) => {
      if (late === undefined) {
        late = (await world.happened(webhook.owner, 1))[0]?.id;
        await world.look(webhook);
        expect(world.requests).toEqual([]);
      }
      return world.progress.release(...given);
    };
    await world.look(webhook, { ...world.deps, progress: { ...world.progress, release } });
    expect(world.sentTo(webhook)).toEqual([late]);
  });

  it("begins nothing after 20 seconds, and sends itself a message for the rest", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const events = await world.happened(webhook.owner, 40);
    world.receivers.set(webhook.url, async () => {
      world.clock.advance(2000);
      return OK;
    });
    await world.look(webhook);
    expect(world.requests.length).toBeLessThan(25);
    expect(world.queued.map(({ message }) => message)).toEqual([{ owner: webhook.owner, webhookId: webhook.id }]);
    await world.workOff();
    expect(world.sentTo(webhook)).toEqual(idsOf(events));
  });

  it("goes on after a worker that died, without what the log has", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const events = await world.happened(webhook.owner, 6);
    let answered = 0;
    world.receivers.set(webhook.url, () => (answered++ < 4 ? OK : new Promise(() => {})));
    void world.look(webhook);
    await expect.poll(() => world.requests.length).toBe(6);
    world.receivers.delete(webhook.url);
    await world.pass(130_000);
    const logged = idsOf(events).slice(0, 4);
    expect(world.sentTo(webhook).slice(6).toSorted()).toEqual(
      idsOf(events)
        .filter((id) => !logged.includes(id))
        .toSorted(),
    );
  });

  it("begins with ten requests under way to one webhook, due and new ones together", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    await world.happened(webhook.owner, 30);
    world.receivers.set(webhook.url, () => answering(500));
    await world.look(webhook);
    await world.happened(webhook.owner, 30);
    world.clock.advance(10_000);
    let [underWay, most] = [0, 0];
    const before = world.requests.length;
    world.receivers.set(webhook.url, async () => {
      underWay++;
      // The first round has twenty requests of each kind.
      if (world.requests.length <= before + 40) most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return OK;
    });
    await world.look(webhook);
    expect(most).toBe(10);
    const kinds = world.requests
      .slice(before, before + 20)
      .map(({ eventId }) => world.sentTo(webhook).indexOf(eventId) < before);
    expect(kinds.filter(Boolean)).toHaveLength(10);
    expect(world.requests).toHaveLength(before + 60);
  });

  it("delivers another owner's event before a hanging receiver's second round, whatever waits for it", async () => {
    const world = aWebhookWorld();
    const [hanging, other] = [await world.started(), await world.started()];
    await world.happened(hanging.owner, 3000);
    world.receivers.set(hanging.url, () => new Promise(() => {}));
    void world.look(hanging);
    await expect.poll(() => world.requests.length).toBe(10);
    const events = await world.happened(other.owner, 1);
    await world.look(other);
    expect(world.sentTo(other)).toEqual(idsOf(events));
    expect(world.sentTo(hanging)).toHaveLength(10);
  });

  it("keeps one delayed message under way, however many events fail", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    world.receivers.set(webhook.url, () => answering(500));
    for (let i = 0; i < 50; i++) {
      await world.happened(webhook.owner, 1);
      await world.look(webhook);
      world.clock.advance(20);
    }
    expect(world.queued.length).toBeLessThanOrEqual(2);
    await world.pass(20_000);
    expect(world.requests).toHaveLength(100);
    expect(world.queued.length).toBeLessThanOrEqual(2);
  });

  it("sends again what the feed has, but what was sent since that was asked for; its tries count on", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const old = await world.happened(webhook.owner, 45);
    await world.look(webhook);
    world.clock.advance(1000);
    await world.progress.replay(webhook.id, { position: 10, until: 45 });
    const fresh = await world.happened(webhook.owner, 2);
    await world.look(webhook);
    expect(world.sentTo(webhook).slice(45).toSorted()).toEqual([...idsOf(old).slice(10), ...idsOf(fresh)].toSorted());
    expect(await world.webhookLog.last(webhook.id, old[44]?.id ?? "")).toMatchObject({ attempt: 2 });
    await world.look(webhook);
    expect(world.sentTo(webhook)).toHaveLength(82);
  });

  it("sends an event once that is asked for again before its first try", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const events = await world.happened(webhook.owner, 5);
    await world.progress.replay(webhook.id, { position: 0, until: 5 });
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual(idsOf(events));
    expect((await world.progress.lease(webhook.owner, webhook.id))?.replay).toBeUndefined();
  });

  it("goes on with a replay after a worker that died, without what was sent again already", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    await world.happened(webhook.owner, 5);
    await world.look(webhook);
    world.clock.advance(1000);
    await world.progress.replay(webhook.id, { position: 0, until: 5 });
    let answered = 0;
    world.receivers.set(webhook.url, () => (answered++ < 3 ? OK : new Promise(() => {})));
    void world.look(webhook);
    await expect.poll(() => world.requests.length).toBe(10);
    world.receivers.delete(webhook.url);
    await world.pass(130_000);
    expect(world.requests).toHaveLength(12);
  });

  it("makes a try that is asked for by hand at once, also of an event that has succeeded", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [event] = await world.happened(webhook.owner, 1);
    await world.look(webhook);
    expect(await world.webhookLog.retry(webhook.id, event?.id ?? "", world.clock.now())).toBe(true);
    await world.look(webhook);
    expect(world.sentTo(webhook)).toEqual([event?.id, event?.id]);
    expect(await world.webhookLog.last(webhook.id, event?.id ?? "")).toMatchObject({ attempt: 2 });
  });

  it("says so in the log when an event that is to be tried again is no longer kept", async () => {
    const world = aWebhookWorld();
    const webhook = await world.started();
    const [event] = await world.happened(webhook.owner, 1);
    world.clock.advance(10 * DAY_MS);
    await world.look(webhook);
    world.clock.advance(25 * DAY_MS);
    expect(await world.webhookLog.retry(webhook.id, event?.id ?? "", world.clock.now())).toBe(true);
    await world.look(webhook);
    expect(world.requests).toHaveLength(1);
    const { deliveries } = await world.webhookLog.list(webhook.id, { limit: 1 });
    expect(deliveries).toMatchObject([{ status: "failed", error: "the event is no longer kept", attempt: 2 }]);
    expect((await world.webhookLog.due(webhook.id, world.clock.now() + DAY_MS, 5)).deliveries).toEqual([]);
  });
});

describe("aboutOf()", () => {
  it.each([
    ["a customer", { conversation: { customer_phone: "+351912345678" }, id: "1" }, "+351912345678"],
    ["a recipient", { id: "1", recipient: "ana@nordpost.example" }, "ana@nordpost.example"],
    ["a template", { id: "1", name: "order_ready" }, "order_ready"],
    ["an account", { id: "1", label: "Postmark" }, "Postmark"],
    ["a record without a name", { id: "1", conversation: null, name: "" }, "1"],
    ["nothing", { conversation: "x", name: 7 }, undefined],
  ])("finds %s", (_what, data, about) => {
    expect(aboutOf(data)).toBe(about);
  });

  it("keeps a long name in bounds", () => {
    expect(aboutOf({ name: "😀".repeat(300) })?.length).toBeLessThanOrEqual(200);
  });
});
