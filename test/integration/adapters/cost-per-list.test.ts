import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { explanations } from "../../../shared/channels/domain/explanations.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { Step } from "../../../shared/notifications/domain/delivery.ts";
import { stateKey, unsentOf } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { getOverview } from "../../../shared/notifications/read/get-overview.ts";
import { listNotifications, type NotificationListing } from "../../../shared/notifications/read/list-notifications.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { type Costs, costMeter, reset } from "../../support/cost-meter.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const owner = anOwner("auth0|0123456789abcdef01234567");
const STORED = 600;
/** One in this many notifications failed. */
const FAILS = 20;

let fixture: TableFixture;
let client: DynamoDBDocumentClient;
let costs: Costs;
let store: DynamoNotificationStore;
beforeAll(async () => {
  fixture = await tableFixture();
  const base = new DynamoDBClient({ endpoint: fixture.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  costs = costMeter(base, new SQSClient({ region: "us-east-1", credentials: CREDENTIALS }));
  store = new DynamoNotificationStore(client, {
    codecs: CONTENT_CODECS,
    ...{ table: "Notifications", leaseMs: 90_000, clock: systemClock, contentKeptDays: 7, recordKeptDays: 90 },
    blobs: () => Promise.reject(new Error("nothing is large")),
  });
  for (let from = 0; from < STORED; from += 25) {
    const puts = Array.from({ length: 25 }, (_, i) => endedOne((from + i) % FAILS === 0 ? "failed" : "sent"));
    await client.send(new BatchWriteCommand({ RequestItems: { Notifications: puts } }));
  }
});
afterAll(() => fixture.close());

/** Creates a mail that ended at its first attempt. */
function endedOne(status: "failed" | "sent") {
  const id = systemIdentifiers.newId();
  const at = new Date().toISOString();
  const text = "250 2.0.0 Ok: queued as 4Tq3yM2dYBz9sRk";
  const {
    id: _id,
    owner: _owner,
    ...state
  } = aNotification({
    ...{ status, attempts: 1, accountId: crypto.randomUUID(), createdAt: at, updatedAt: at },
    ...{ recipient: "anna.andersson@example.org", title: "Your order 4431 is on its way" },
    history: [{ at, attempt: 1, to: status, durationMs: 212, stage: "content", code: 250, text }],
    traceId: systemIdentifiers.hash(id).slice(0, 32),
  });
  const listed = status === "failed" ? { unsent: unsentOf(status, id) } : {};
  const ttl = Math.floor(Date.now() / 1000) + 90 * 86_400;
  return { PutRequest: { Item: { ...stateKey({ owner, id }), ...state, ...listed, ttl } } };
}

describe("the read units of a list among hundreds", () => {
  const measured = async (read: () => Promise<unknown>) => {
    reset(costs);
    await read();
    return { units: costs.readUnits, calls: Object.values(costs.calls).reduce((sum, one) => sum + one, 0) };
  };
  const list = (listing: NotificationListing) => () =>
    listNotifications({ ...explanations, notifications: store }, owner, listing);

  it.each<[string, () => Promise<unknown>, { units: number; calls: number }]>([
    ["a page of 25", list({ limit: 25 }), { units: 20, calls: 20 }],
    ["a page of 100", list({ limit: 100 }), { units: 40, calls: 20 }],
    ["the 25 newest that failed", list({ limit: 25, status: "failed" }), { units: 38, calls: 20 }],
    ["a search that finds nothing", list({ limit: 25, terms: ["nobody"] }), { units: 76, calls: 38 }],
    [
      "the overview of a day",
      () => getOverview({ ...explanations, notifications: store, clock: systemClock }, owner),
      { units: 108, calls: 122 },
    ],
  ])("%s", async (what, read, budget) => {
    const spent = await measured(read);
    if (process.env.SHOW_COSTS) console.log(what, spent);
    expect(spent.units).toBeLessThanOrEqual(budget.units);
    expect(spent.calls).toBeLessThanOrEqual(budget.calls);
    // A meter that counted nothing would pass everything above.
    expect(spent.units).toBeGreaterThan(10);
  });
});

describe("the write units of a place among what is unsent", () => {
  const spentBy = async (write: () => Promise<unknown>) => {
    reset(costs);
    await write();
    return costs.writeUnits;
  };
  const sent = { to: "sent" } as const;
  const retried = { to: "pending", lastError: "451 try later", retryInSeconds: 0 } as const;
  const failed = { to: "failed", lastError: "550 no" } as const;
  /** Returns the cost of each record of an attempt, one attempt after the other. */
  const records = async (steps: readonly Step[]) => {
    const { id } = aNotification();
    await store.add(aNotification({ owner, id, createdAt: new Date().toISOString() }), anEmail());
    const units: number[] = [];
    for (const step of steps) {
      const claimed = await store.claim(owner, id);
      if (claimed === undefined) throw new Error("there was nothing to claim");
      units.push(await spentBy(() => store.record(claimed, step)));
    }
    return units;
  };

  it("are none where the first attempt is sent, one for a failure, two for any number of retries", async () => {
    const [plain = 0] = await records([sent]);
    const [end] = await records([failed]);
    const [first = 0, second, third] = await records([retried, retried, sent]);
    if (process.env.SHOW_COSTS) console.log({ plain, end, first, second, third });
    expect([end, second, third]).toEqual([plain + 1, first - 1, plain + 1]);
  });
});
