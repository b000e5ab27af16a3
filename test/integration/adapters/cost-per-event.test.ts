import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { COUNTED_EVENT, COUNTED_EVENT_AMONG_MANY } from "../../../ops/cost/announcements.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { deliverWebhook } from "../../../shared/webhooks/deliver-webhook.ts";
import { DynamoWebhookLog } from "../../../shared/webhooks/dynamo/webhook-log.ts";
import { DynamoWebhookProgress } from "../../../shared/webhooks/dynamo/webhook-progress.ts";
import { DynamoWebhookStore } from "../../../shared/webhooks/dynamo/webhook-store.ts";
import { SqsWebhookQueue } from "../../../shared/webhooks/sqs/webhook-queue.ts";
import { wakeWebhooks } from "../../../shared/webhooks/wake-webhooks.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aWebhook } from "../../support/builders.ts";
import { type Costs, costMeter, reset } from "../../support/cost-meter.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "../../support/table-fixture.ts";

/** The measured cost with a little room, so that it cannot grow unnoticed. Events that come one at a time cost most. */
const ALONE = { feed: { writeUnits: 1.2, readUnits: 0 }, webhook: { writeUnits: 7, readUnits: 13, queueRequests: 1 } };
/** One of fifty events that come together costs this much. */
const TOGETHER = {
  feed: { writeUnits: 0.1, readUnits: 0 },
  webhook: { writeUnits: 2.5, readUnits: 2, queueRequests: 0.1 },
};
const MANY = 50;

let fixture: TableFixture;
let engine: QueueEngine;
let folder: string;
beforeAll(async () => {
  fixture = await tableFixture();
  folder = await mkdtemp(join(tmpdir(), "herald-event-costs-"));
  const queues = [{ name: "webhooks", visibilityTimeoutSeconds: 300 }];
  engine = await startQueueEngine({ port: 0, file: join(folder, "queues.db"), queues });
});
afterAll(async () => {
  await Promise.all([fixture.close(), engine.close()]);
  await rm(folder, { recursive: true, force: true });
});

/**
 * Meters a feed and one webhook, whose receiver accepts everything, with the real adapters. The processes append in
 * turn.
 */
async function metered(processes = 1) {
  const base = new DynamoDBClient({ endpoint: fixture.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  const sqs = new SQSClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  const costs = costMeter(base, sqs);
  const owner = anOwner();
  const secretBox = plainSecretBox();
  const clock = systemClock;
  const feeds = Array.from({ length: processes }, () => new DynamoFeed(client, { table: "Events", clock }));
  const [feed] = feeds as [DynamoFeed];
  const webhooks = new DynamoWebhookStore(client, "Config");
  const webhookLog = new DynamoWebhookLog(client, { table: "Webhooks", clock });
  const newToken = () => systemIdentifiers.newId();
  const progress = new DynamoWebhookProgress(client, { table: "Webhooks", clock, newToken });
  const webhookQueue = new SqsWebhookQueue(sqs, engine.queueUrl("webhooks"));
  const id = crypto.randomUUID();
  const secret = await secretBox.seal("whsec_AAAA", { owner, accountId: id });
  const webhook = aWebhook({ owner, id, secret, eventTypes: [] });
  await progress.start(webhook.id, 0);
  await webhooks.create(webhook);
  const sent: string[] = [];
  const webhookSender = {
    async send({ eventId }: { readonly eventId: string }) {
      sent.push(eventId);
      return { kind: "answered", statusCode: 204, body: "", durationMs: 1 } as const;
    },
  };
  const deps = {
    webhooks,
    progress,
    webhookLog,
    webhookQueue,
    webhookSender,
    feed,
    secretBox,
    clock,
    realClock: clock,
  };
  const happen = async (count: number) => {
    const events = Array.from({ length: count }, () => anAnnouncedEvent());
    const [mine = feed] = feeds;
    feeds.push(...feeds.splice(0, 1));
    await mine.append(owner, events);
    return events;
  };
  const waking = { webhooks, progress, webhookQueue, log: silentLog, metrics: countingMetrics() };
  const deliver = async (events: Awaited<ReturnType<typeof happen>>) => {
    await wakeWebhooks(waking, owner, events);
    await deliverWebhook({ ...deps, identifiers: systemIdentifiers }, { owner, webhookId: webhook.id });
  };
  const close = () => {
    base.destroy();
    sqs.destroy();
  };
  const look = () => wakeWebhooks(waking, anOwner(), [anAnnouncedEvent()]);
  return { costs, happen, look, deliver, sent, close };
}

const each = ({ writeUnits, readUnits, queueRequests }: Costs, count: number) => ({
  ...{ writeUnits: writeUnits / count, readUnits: readUnits / count, queueRequests: queueRequests / count },
});

describe("an event of an owner without webhooks", () => {
  it("costs what the bill says, when several processes announce its events", async () => {
    const { costs, happen, look, close } = await metered(2);
    try {
      for (let i = 0; i < 4; i++) await happen(1);
      reset(costs);
      await happen(1);
      await look();
      expect(costs).toMatchObject({ writeUnits: COUNTED_EVENT.tableWriteUnits, queueRequests: 0 });
      expect(costs.readUnits).toBe(COUNTED_EVENT.tableReadUnits);
    } finally {
      close();
    }
  });
});

describe("an event, announced and posted to one webhook", () => {
  it.each([
    ["alone", 1, ALONE],
    ["among many", MANY, TOGETHER],
  ])("stays within the budget of units and requests: %s", async (what, count, budget) => {
    const { costs, happen, deliver, sent, close } = await metered();
    try {
      await deliver(await happen(1));
      reset(costs);
      const events = await happen(count);
      const announced = each(costs, count);
      if (process.env.SHOW_COSTS) console.log(what, "feed", announced, costs.calls);
      expect(announced.writeUnits).toBeLessThanOrEqual(budget.feed.writeUnits);
      expect(announced.readUnits).toBeLessThanOrEqual(budget.feed.readUnits);
      expect(announced.writeUnits).toBeGreaterThan(0);
      // The chunk almost fills its last unit, so random ids and the digits of the present time may need one more.
      const more = announced.writeUnits - COUNTED_EVENT_AMONG_MANY.tableWriteUnits;
      if (count === MANY) expect([0, 1]).toContain(Math.round(more * MANY));
      reset(costs);
      await deliver(events);
      expect(sent).toHaveLength(count + 1);
      const posted = each(costs, count);
      if (process.env.SHOW_COSTS) console.log(what, "webhook", posted, costs.calls);
      expect(posted.writeUnits).toBeLessThanOrEqual(budget.webhook.writeUnits);
      expect(posted.readUnits).toBeLessThanOrEqual(budget.webhook.readUnits);
      expect(posted.queueRequests).toBeLessThanOrEqual(budget.webhook.queueRequests);
      expect(Math.min(posted.writeUnits, posted.readUnits, posted.queueRequests)).toBeGreaterThan(0);
    } finally {
      close();
    }
  });
});
