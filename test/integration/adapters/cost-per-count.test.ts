import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COUNTED_BATCH } from "../../../ops/cost/announcements.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { TableChange } from "../../../shared/kernel/table-change.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { countChanges } from "../../../shared/statistics/count-changes.ts";
import { DynamoCounters } from "../../../shared/statistics/dynamo/counters.ts";
import { readPlainImage } from "../../support/a-counted-stream.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification } from "../../support/builders.ts";
import { costMeter, reset } from "../../support/cost-meter.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const change = (position: number, before: Notification, after: Notification): TableChange => ({
  ...{ table: "Notifications", sequenceNumber: String(position), streamShard: "shard" },
  ...{ at: new Date(after.updatedAt), keys: {}, record: {} },
  ...{ before: { ...before }, after: { ...after } },
});

describe("a batch of changes of one owner's notifications", () => {
  it("costs the two writes of the bill, whatever its size, one more for another owner or a reason of failures, and as much when it comes again", async () => {
    const base = new DynamoDBClient({ endpoint: fixture.endpoint, region: "us-east-1", credentials: CREDENTIALS });
    const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
    const costs = costMeter(base, new SQSClient({ region: "us-east-1", credentials: CREDENTIALS }));
    const counters = new DynamoCounters(client, "Events");
    const deps = { readImage: readPlainImage, counters, hash: systemIdentifiers.hash, log: silentLog };
    const [owner, accountId] = [anOwner(), crypto.randomUUID()];
    const owners = Array.from({ length: 10 }, () => anOwner());
    // The durations differ widely, which makes an hour's item as large as it can become.
    const ended = (position: number, changes: Partial<Notification>): TableChange => {
      const pending = aNotification({ owner, accountId });
      const updatedAt = new Date(Date.parse(pending.createdAt) + 60 * 1.2 ** (position % 60)).toISOString();
      return change(position, pending, { ...pending, updatedAt, ...changes });
    };
    try {
      const sent = Array.from({ length: 100 }, (_, i) => ended(i, { status: "sent" }));
      await countChanges(deps, sent);
      expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits);
      reset(costs);
      await countChanges(deps, sent);
      expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits);
      reset(costs);
      await countChanges(deps, [ended(100, { status: "failed", lastError: "550 no" }), ended(101, { status: "sent" })]);
      expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits + 1);
      reset(costs);
      // The bill has this formula: everybody's hour, and the hour of each of these ten owners.
      const ofTen = Array.from({ length: 100 }, (_, i) => {
        const pending = aNotification({ owner: owners[i % owners.length] ?? owner, accountId });
        return change(200 + i, pending, { ...pending, status: "sent" });
      });
      await countChanges(deps, ofTen);
      expect(costs.writeUnits).toBe(1 + owners.length * (COUNTED_BATCH.tableWriteUnits - 1));
    } finally {
      base.destroy();
    }
  });
});
