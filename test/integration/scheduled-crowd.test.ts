import { afterAll, beforeAll, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../shared/channels/content-wiring.ts";
import { shardOf } from "../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStore } from "../../shared/notifications/dynamo/notification-store.ts";
import { sweepNotifications } from "../../shared/notifications/sweep/sweep-notifications.ts";
import { anOwner } from "../support/an-owner.ts";
import { aNotification, anEmail } from "../support/builders.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../support/in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "../support/in-memory-delivery-queue.ts";
import { countingMetrics, silentLog } from "../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../support/table-fixture.ts";

const OWNER = anOwner("many");
const HOUR_MS = 3_600_000;
/** The sweep reads a shard more than twice for so many notifications. */
const CROWD = 500;
let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

function setUp() {
  const clock = fakeClock();
  const notifications = new DynamoNotificationStore(fixture.client, {
    ...{ codecs: CONTENT_CODECS, table: "Notifications", leaseMs: 90_000, clock },
    ...{ contentKeptDays: 7, recordKeptDays: 90, blobs: () => Promise.reject(new Error("nothing is large")) },
  });
  const deliveryQueue = inMemoryDeliveryQueue();
  const telemetry = { log: silentLog, metrics: countingMetrics() };
  return { ...telemetry, clock, notifications, deliveryQueue, deadLetters: inMemoryDeadLetterStore() };
}

/** Returns ids whose notifications are all in the same shard of the index. */
function idsOfOneShard(count: number): string[] {
  const ids: string[] = [];
  const wanted = shardOf(crypto.randomUUID());
  while (ids.length < count) {
    const id = crypto.randomUUID();
    if (shardOf(id) === wanted) ids.push(id);
  }
  return ids;
}

it("one minute's sweep empties a shard with more than a turn takes, and queues each once, though two sweeps meet there", async () => {
  const deps = setUp();
  const sendAt = new Date(deps.clock.now() + HOUR_MS).toISOString();
  const ids = idsOfOneShard(CROWD);
  for (let i = 0; i < CROWD; i += 100) {
    const some = ids.slice(i, i + 100).map((id) => aNotification({ owner: OWNER, id, sendAt }));
    await deps.notifications.addTogether(some.map((notification) => ({ notification, content: anEmail() })));
  }
  deps.clock.advance(HOUR_MS - 600_000);
  const parts = [0, 1, 2, 3].map((part) => ({ part, of: 4 }));
  const runs = [...parts, ...parts].map((part) => sweepNotifications(deps, Number.POSITIVE_INFINITY, part));
  const found = await Promise.all(runs);
  expect(found.reduce((sum, one) => sum + one, 0)).toBe(CROWD);
  expect(deps.deliveryQueue.messages.map(({ message }) => message.id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(deps.deliveryQueue.messages.map(({ delaySeconds }) => delaySeconds))).toEqual(new Set([600]));
});
