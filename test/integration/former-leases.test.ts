import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endMediaLeases } from "../../local/former-leases/media-leases.ts";
import { endNotificationLeases } from "../../local/former-leases/notification-leases.ts";
import { endRequestLeases } from "../../local/former-leases/request-leases.ts";
import { endWebhookLeases } from "../../local/former-leases/webhook-leases.ts";
import { CONTENT_CODECS } from "../../shared/channels/content-wiring.ts";
import { DynamoIdempotencyStore } from "../../shared/edge/dynamo/idempotency-store.ts";
import type { DeliveryMessage } from "../../shared/notifications/contract/messages.ts";
import type { Notification } from "../../shared/notifications/domain/notification.ts";
import { DUE_LISTS } from "../../shared/notifications/domain/sweep.ts";
import { DynamoNotificationStore } from "../../shared/notifications/dynamo/notification-store.ts";
import { shardsIn } from "../../shared/notifications/ports.ts";
import { DynamoWebhookProgress } from "../../shared/webhooks/dynamo/webhook-progress.ts";
import { WEBHOOK_SHARDS } from "../../shared/webhooks/ports.ts";
import { anOwner } from "../support/an-owner.ts";
import { aNotification, anEmail } from "../support/builders.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { type TableFixture, tableFixture } from "../support/table-fixture.ts";

const LEASE_MS = 90_000;
const DOUBT_MS = 30_000;

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

function notificationWorld() {
  const clock = fakeClock();
  const store = new DynamoNotificationStore(fixture.client, {
    codecs: CONTENT_CODECS,
    table: "Notifications",
    leaseMs: LEASE_MS,
    clock,
    contentKeptDays: 7,
    recordKeptDays: 90,
    blobs: () => Promise.reject(new Error("no content is large")),
  });
  const queued: [DeliveryMessage, number | undefined][] = [];
  const deliveryQueue = {
    enqueue: async (message: DeliveryMessage, delaySeconds?: number) => void queued.push([message, delaySeconds]),
  };
  /** Ends the leases as a restart does, after workers died that had these messages. */
  const restart = (...inHand: readonly DeliveryMessage[]) =>
    endNotificationLeases(fixture.client, {
      ...{ table: "Notifications", nowMs: clock.now(), leaseMs: LEASE_MS, doubtMs: DOUBT_MS },
      ...{ notifications: store, deliveryQueue, bodies: inHand.map((message) => JSON.stringify(message)) },
    });
  const accepted = async (changes: Partial<Notification> = {}): Promise<Notification> => {
    const notification = aNotification(changes);
    await store.add(notification, anEmail());
    return notification;
  };
  const isDue = async ({ id }: Pick<Notification, "id">): Promise<boolean> => {
    const lists = DUE_LISTS.flatMap((list) =>
      Array.from({ length: shardsIn(list) }, (_, i) => store.due(list, i, 1000)),
    );
    return (await Promise.all(lists)).flat().some((key) => key.id === id);
  };
  return { clock, store, queued, restart, accepted, isDue };
}

describe("endNotificationLeases()", () => {
  it("lets the next message take a mail whose worker died, as another attempt", async () => {
    const { store, restart, accepted, isDue, queued } = notificationWorld();
    const { owner, id } = await accepted();
    await store.claim(owner, id);
    expect(await store.claim(owner, id)).toBeUndefined();
    await restart();
    expect(await isDue({ id })).toBe(true);
    expect(await store.claim(owner, id)).toMatchObject({ attempts: 2 });
    expect(queued).toEqual([]);
  });

  it("does not fail at a mail with metadata", async () => {
    const { store, restart, accepted } = notificationWorld();
    const { owner, id } = await accepted({ metadata: { order: "42" } });
    await store.claim(owner, id);
    await restart();
    expect(await store.claim(owner, id)).toMatchObject({ attempts: 2, metadata: { order: "42" } });
  });

  it("leaves a mail to the message that its worker had, which can still wait for its account", async () => {
    const { clock, store, restart, accepted, isDue } = notificationWorld();
    const { owner, id, accountId } = await accepted();
    const message = { owner, id, accountId, dueAt: clock.now() + LEASE_MS };
    await store.claim(owner, id);
    clock.advance(1000);
    await restart(message);
    expect(await store.get(owner, id)).toMatchObject({ status: "pending", attempts: 1 });
    expect(await isDue({ id })).toBe(false);
    expect(await store.postpone({ owner, id }, { accountId, dueAt: message.dueAt })).toBe(true);
    expect(await store.claim(owner, id)).toMatchObject({ attempts: 2 });
  });

  it("wakes one worker for each account that mails wait for", async () => {
    const { store, restart, accepted, queued } = notificationWorld();
    const [accountId, another] = [randomUUID(), randomUUID()];
    const mails = [
      await accepted({ accountId }),
      await accepted({ accountId }),
      await accepted({ accountId: another }),
    ];
    for (const mail of mails) await store.postpone(mail, { accountId: mail.accountId, dueAt: undefined });
    await restart();
    const ids = mails.map(({ id }) => id);
    expect(queued.map(([message]) => message.accountId).toSorted()).toEqual([accountId, another].toSorted());
    for (const [{ id, isBacklog }] of queued) expect([ids.includes(id), isBacklog]).toEqual([true, true]);
    for (const { owner, id } of mails) await store.claim(owner, id);
  });

  it("lets the sweep see to the retry of a mail whose worker died before it put it onto the queue", async () => {
    const { store, restart, accepted } = notificationWorld();
    const { owner, id, accountId } = await accepted();
    const claimed = await store.claim(owner, id);
    if (claimed) await store.record(claimed, { to: "pending", lastError: "busy", retryInSeconds: 60 });
    await restart({ owner, id, accountId });
    expect(await store.sweep({ owner, id })).toMatchObject({ finding: "enqueue", delaySeconds: 60 });
  });

  it("finds a mail that its claim left in the list of fresh ones", async () => {
    const { clock, store, restart, accepted } = notificationWorld();
    const { owner, id } = await accepted();
    clock.advance(1000);
    await store.claim(owner, id, clock.now() - 1000 + LEASE_MS);
    await restart();
    expect(await store.claim(owner, id)).toMatchObject({ attempts: 2 });
  });

  it("leaves what waits for its time as it is", async () => {
    const { store, restart, accepted, isDue } = notificationWorld();
    const waiting = await accepted();
    const retried = await accepted();
    const claimed = await store.claim(retried.owner, retried.id);
    if (claimed) await store.record(claimed, { to: "pending", lastError: "busy", retryInSeconds: 60 });
    await restart();
    expect(await isDue(waiting)).toBe(false);
    expect(await store.claim(retried.owner, retried.id)).toBeUndefined();
  });

  it("leaves the last attempt to a mail whose worker was killed in it", async () => {
    const { store, restart, accepted } = notificationWorld();
    const { owner, id } = await accepted({ maxAttempts: 1 });
    for (const _ of "five kills") {
      expect(await store.claim(owner, id)).toMatchObject({ attempts: 1 });
      await restart();
    }
    expect(await store.get(owner, id)).toMatchObject({ status: "pending", attempts: 0 });
  });

  it("leaves the last attempt to a mail also when its lease is over at the restart", async () => {
    const { clock, store, restart, accepted } = notificationWorld();
    const { owner, id } = await accepted({ maxAttempts: 1 });
    await store.claim(owner, id);
    clock.advance(LEASE_MS + 1000);
    await restart();
    expect(await store.sweep({ owner, id })).toMatchObject({ finding: "enqueue" });
    expect(await store.claim(owner, id)).toMatchObject({ attempts: 1 });
  });

  it("leaves a mail to the sweep whose lease is over at the restart, when it has attempts left", async () => {
    const { clock, store, restart, accepted } = notificationWorld();
    const { owner, id } = await accepted({ maxAttempts: 2 });
    await store.claim(owner, id);
    clock.advance(LEASE_MS + 1000);
    await restart();
    expect(await store.get(owner, id)).toMatchObject({ status: "processing", attempts: 1 });
    expect(await store.sweep({ owner, id })).toMatchObject({ finding: "enqueue" });
    expect(await store.claim(owner, id)).toMatchObject({ attempts: 2 });
  });

  it("gives events of the provider the retry delay to tell of a chat message whose worker died", async () => {
    const { clock, store, restart, accepted, queued } = notificationWorld();
    const { owner, id, accountId } = await accepted({ channel: "chat" });
    await store.claim(owner, id);
    clock.advance(10_000);
    await restart();
    expect(queued).toEqual([[{ owner, id, accountId }, DOUBT_MS / 1000 + 1]]);
    expect(await store.claim(owner, id)).toBeUndefined();
    clock.advance(DOUBT_MS + 1000);
    expect(await store.claim(owner, id)).toMatchObject({ attempts: 2 });
  });

  it("finds all of more than one page", async () => {
    const { store, restart, accepted } = notificationWorld();
    const all = await Promise.all(Array.from({ length: 130 }, () => accepted()));
    for (const { owner, id } of all) await store.claim(owner, id);
    await restart();
    const again = await Promise.all(all.map(({ owner, id }) => store.claim(owner, id)));
    expect(again.map((claimed) => claimed?.attempts)).toEqual(all.map(() => 2));
  });
});

describe("endWebhookLeases()", () => {
  it("lets the sweep find a webhook whose worker died, and another one take it", async () => {
    const clock = fakeClock();
    const store = new DynamoWebhookProgress(fixture.client, { table: "Webhooks", clock, newToken: randomUUID });
    const [owner, id] = [anOwner(), randomUUID()];
    await store.start(id, 7);
    await store.lease(owner, id);
    expect(await store.lease(owner, id)).toBeUndefined();
    await endWebhookLeases(fixture.client, { table: "Webhooks", nowMs: clock.now() });
    const shards = Array.from({ length: WEBHOOK_SHARDS }, (_, i) => store.overdue(i, clock.now(), 1000));
    expect((await Promise.all(shards)).flat()).toEqual([{ owner, webhookId: id, dueAtMs: clock.now() }]);
    expect((await store.lease(owner, id))?.progress).toEqual({ position: 7 });
  });
});

describe("endRequestLeases()", () => {
  const aRequest = () => ({ owner: anOwner(), key: "order-1", fingerprint: "f1" });

  it("lets a repeat go on at once with a request that died, and not with one of this start", async () => {
    const clock = fakeClock();
    const store = new DynamoIdempotencyStore(fixture.client, { table: "Ephemeral", clock });
    const [dead, living, answered] = [aRequest(), aRequest(), aRequest()];
    await store.begin(dead, "id-1");
    await store.begin(answered, "id-2");
    await store.finish(answered, { statusCode: 202, body: "{}" });
    clock.advance(1000);
    const startedAtMs = clock.now();
    await store.begin(living, "id-3");
    await endRequestLeases(fixture.client, { table: "Ephemeral", startedAtMs });
    expect(await store.begin(dead, "id-4")).toMatchObject({ kind: "begun", reservedId: "id-1", isRepeat: true });
    expect(await store.begin(living, "id-5")).toMatchObject({ kind: "in-flight" });
    expect(await store.begin(answered, "id-6")).toMatchObject({ kind: "answered" });
  });
});

describe("endMediaLeases()", () => {
  it("ends the attempts that the messages in hand had begun", async () => {
    const ended: unknown[] = [];
    const work = { owner: anOwner(), conversationId: randomUUID(), messageId: randomUUID(), attempt: 2 };
    const mediaStore = {
      finishAttempt: async (...given: unknown[]) => {
        ended.push(given);
        return true;
      },
    };
    await endMediaLeases({ mediaStore, nowMs: 5000 }, [JSON.stringify(work)]);
    expect(ended).toEqual([[work, 2, { to: "retrieving", leaseUntilMs: 4999 }]]);
  });
});
