import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { DynamoTestClocks } from "../../../shared/edge/dynamo/test-clocks.ts";
import { ownersTime } from "../../../shared/edge/owners-time.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { DynamoSandboxMails } from "../../../shared/sandbox/dynamo/sandbox-mails.ts";
import { DynamoSentMessages } from "../../../shared/sandbox/dynamo/sent-messages.ts";
import { anOwner } from "../../support/an-owner.ts";
import { type Costs, costMeter, reset } from "../../support/cost-meter.ts";
import {
  BATCH,
  cheapestOfThree,
  type MeteredEngines,
  meteredEngines,
  meteredService,
  perNotification,
} from "../../support/metered-service.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

let engines: MeteredEngines;
let base: DynamoDBClient;
let sqs: SQSClient;
let client: DynamoDBDocumentClient;
let costs: Costs;
beforeAll(async () => {
  engines = await meteredEngines();
  base = new DynamoDBClient({ endpoint: engines.fixture.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  sqs = new SQSClient({ region: "us-east-1" });
  client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  costs = costMeter(base, sqs);
});
afterAll(async () => {
  base.destroy();
  sqs.destroy();
  await engines.close();
});

/** Returns the units and calls of one piece of work. */
async function costOf(work: () => Promise<unknown>) {
  reset(costs);
  await work();
  const { readUnits, writeUnits, calls } = costs;
  return { readUnits, writeUnits, calls: { ...calls } };
}

const short = { recipient: "anna@example.org", subject: "Your order", body: "Good morning, it is on its way." };

/** Returns the costs of accepting and delivering a batch of ten, by the mail. */
async function mails(terms: { readonly mode?: "test" }) {
  const service = await meteredService(engines, undefined, terms);
  try {
    await service.accept(short);
    await service.deliverBatch();
    return await cheapestOfThree(async () => {
      reset(service.costs);
      for (let i = 0; i < BATCH; i++) await service.accept(short);
      const accepted = { ...perNotification(service.costs), calls: { ...service.costs.calls } };
      await service.deliverBatch();
      if (process.env.SHOW_COSTS) console.log(terms, accepted, perNotification(service.costs), service.costs.calls);
      return { ...perNotification(service.costs), accepted, calls: { ...service.costs.calls } };
    });
  } finally {
    service.close();
  }
}

describe("what test mode costs", () => {
  it("is nothing for a live owner: no call in a request, and none in an attempt (D48a)", async () => {
    const clocks = new DynamoTestClocks(client, "Config");
    const live = await costOf(() => ownersTime((owner) => clocks.of(owner))(anOwner(), async () => undefined));
    expect(live).toEqual({ readUnits: 0, writeUnits: 0, calls: {} });
    const { accepted, calls } = await mails({});
    // A request reads the default account, and writes the notification with its content. An attempt claims and records.
    expect(accepted.calls).toEqual({ GetItemCommand: BATCH, BatchWriteItemCommand: BATCH });
    expect(calls).toMatchObject({ GetItemCommand: BATCH, UpdateItemCommand: 2 * BATCH });
  });

  it("is one consistent read in a request and in an attempt, and the sandbox's writes (D48e)", async () => {
    const [live, test] = [await mails({}), await mails({ mode: "test" })];
    expect(test.accepted.readUnits - live.accepted.readUnits).toBe(1);
    expect(test.accepted.writeUnits).toBe(live.accepted.writeUnits);
    expect((test.accepted.calls.GetItemCommand ?? 0) - (live.accepted.calls.GetItemCommand ?? 0)).toBe(BATCH);
    // The clock is read twice, and the place of the mail in the sandbox once.
    const more = (name: string) => ((test.calls[name] ?? 0) - (live.calls[name] ?? 0)) / BATCH;
    expect([more("GetItemCommand"), more("UpdateItemCommand"), more("TransactWriteItemsCommand")]).toEqual([3, 1, 1]);
    expect(more("BatchWriteItemCommand")).toBe(0);
    expect(test.writeUnits - live.writeUnits).toBeLessThanOrEqual(7);
    // How many contents are read together varies a little.
    expect(test.readUnits - live.readUnits).toBeLessThan(3.5);
    expect(test.queueRequests).toBe(live.queueRequests);
  });

  it("is three calls when test mode begins, and one when a clock is moved", async () => {
    const clocks = new DynamoTestClocks(client, "Config");
    const owner = testOwnerOf(anOwner());
    expect(await costOf(() => clocks.of(owner))).toEqual({
      readUnits: 1,
      writeUnits: 2,
      calls: { GetItemCommand: 1, PutItemCommand: 2 },
    });
    const again = { readUnits: 1, writeUnits: 0, calls: { GetItemCommand: 1 } };
    expect(await costOf(() => clocks.of(owner))).toEqual(again);
    expect(await costOf(() => clocks.find(owner))).toEqual(again);
    const moved = await costOf(() => clocks.advance(owner, 60, 1));
    const update = { readUnits: 0, writeUnits: 1, calls: { UpdateItemCommand: 1 } };
    expect(moved).toEqual(update);
    expect(await costOf(() => clocks.noteLook(owner, 1, 2))).toEqual(update);
    expect(await costOf(() => clocks.endMove(owner, 1))).toEqual(update);
  });

  it("is what a mail takes in the sandbox, and a chat message", async () => {
    const sandbox = new DynamoSandboxMails(client, {
      table: "Events",
      clock: systemClock,
      blobs: () => Promise.reject(new Error("this mail is small")),
    });
    const owner = testOwnerOf(anOwner());
    const mail = {
      ...{
        id: crypto.randomUUID(),
        receivedAt: "2027-01-01T00:00:00.000Z",
        mailFrom: "a@b.test",
        rcptTo: ["c@d.test"],
      },
      ...{ messageId: "<m@b.test>", subject: "S", from: "a@b.test", size: 900 },
    };
    const added = await costOf(() => sandbox.add(owner, mail, Buffer.from("x".repeat(900))));
    if (process.env.SHOW_COSTS) console.log(added);
    expect(added.calls).toEqual({ UpdateItemCommand: 1, GetItemCommand: 1, TransactWriteItemsCommand: 1 });
    expect(added.readUnits).toBe(1);
    expect(added.writeUnits).toBeLessThanOrEqual(7);
    const sent = new DynamoSentMessages(client, { table: "Events", clock: systemClock });
    const message = { id: "m", notificationId: "n", sentAt: "2027-01-01T00:00:00.000Z", message: { type: "text" } };
    const chat = await costOf(() => sent.add(owner, "+15550001111", message));
    expect(chat).toEqual({ readUnits: 0, writeUnits: 1, calls: { PutItemCommand: 1 } });
  });

  it("is one query of the sweep, and a clock and a query for each owner (D48e)", async () => {
    const clocks = new DynamoTestClocks(client, "Config");
    const owner = testOwnerOf(anOwner());
    await clocks.of(owner);
    const listed = await costOf(() => clocks.owners(100));
    expect(listed).toMatchObject({ writeUnits: 0, calls: { QueryCommand: 1 } });
    expect(listed.readUnits).toBeLessThanOrEqual(1);
    const notifications = new DynamoNotificationStore(client, {
      ...{ codecs: CONTENT_CODECS, table: "Notifications", leaseMs: 90_000, clock: systemClock },
      ...{ contentKeptDays: 7, recordKeptDays: 90, blobs: () => Promise.reject(new Error("nothing is read")) },
    });
    const due = await costOf(() => notifications.ownDue(owner, { soonMs: 60_000, limit: 200 }));
    expect(due).toEqual({ readUnits: 0.5, writeUnits: 0, calls: { QueryCommand: 1 } });
  });
});
