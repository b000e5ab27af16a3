import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COUNTED_BATCH } from "../../../ops/cost/announcements.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import type { TableChange } from "../../../shared/kernel/table-change.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { countChanges } from "../../../shared/statistics/count-changes.ts";
import { MAX_ACCOUNTS } from "../../../shared/statistics/domain/account-counts.ts";
import { DynamoCounters } from "../../../shared/statistics/dynamo/counters.ts";
import { readPlainImage } from "../../support/a-counted-stream.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification } from "../../support/builders.ts";
import { type Costs, costMeter, reset } from "../../support/cost-meter.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "../../support/table-fixture.ts";

type Count = (changes: readonly TableChange[]) => Promise<readonly TableChange[]>;

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

/** Does the work with counters whose units of the table are measured. */
async function measured(work: (counting: { readonly costs: Costs; readonly count: Count }) => Promise<void>) {
  const base = new DynamoDBClient({ endpoint: fixture.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  const costs = costMeter(base, new SQSClient({ region: "us-east-1", credentials: CREDENTIALS }));
  const counters = new DynamoCounters(client, "Events");
  const deps = { readImage: readPlainImage, counters, hash: systemIdentifiers.hash, log: silentLog };
  try {
    await work({ costs, count: (changes) => countChanges(deps, changes) });
  } finally {
    base.destroy();
  }
}

describe("the bounces and complaints of accounts", () => {
  it("cost no further write of a mail, with as many accounts as an hour has and four shards of the stream", () =>
    measured(async ({ costs, count }) => {
      const owner = anOwner();
      const accountIds = Array.from({ length: MAX_ACCOUNTS }, () => crypto.randomUUID());
      for (const streamShard of ["shard-1", "shard-2", "shard-3", "shard-4"]) {
        reset(costs);
        const sent = Array.from({ length: 100 }, (_, i) => {
          const pending = aNotification({ owner, accountId: accountIds[i % MAX_ACCOUNTS] ?? "" });
          const updatedAt = new Date(Date.parse(pending.createdAt) + 60 * 1.2 ** (i % 60)).toISOString();
          return { ...change(i, pending, { ...pending, updatedAt, status: "sent" }), streamShard };
        });
        expect(await count(sent)).toEqual([]);
        expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits);
      }
    }));

  it("cost one write for the reports of an hour's mails, in the owner's hour", () =>
    measured(async ({ costs, count }) => {
      const sent = aNotification({ owner: anOwner(), status: "sent" });
      const reports = [0, 1, 2].map((i) => {
        const mail = { ...sent, id: crypto.randomUUID() };
        const report = { to: 0, at: sent.updatedAt, kind: "bounced", type: "permanent" } as const;
        return { ...change(i, mail, { ...mail, feedback: [report] }), streamShard: "shard-of-reports" };
      });
      expect(await count(reports)).toEqual([]);
      expect(costs.writeUnits).toBe(1);
    }));

  it("cost one write more for a batch with an account that a full hour does not have", () =>
    measured(async ({ costs, count }) => {
      const owner = anOwner();
      const sentBy = (position: number) => {
        const pending = aNotification({ owner, accountId: crypto.randomUUID() });
        return { ...change(position, pending, { ...pending, status: "sent" }), streamShard: "shard-of-a-full-hour" };
      };
      await count(Array.from({ length: MAX_ACCOUNTS }, (_, i) => sentBy(i)));
      reset(costs);
      expect(await count([sentBy(100)])).toEqual([]);
      expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits + 1);
    }));
});

describe("a batch of changes of one owner's notifications", () => {
  it("costs the two writes of the bill, whatever its size, one more for another owner or a reason of failures, and as much when it comes again", () =>
    measured(async ({ costs, count }) => {
      const [owner, accountId] = [anOwner(), crypto.randomUUID()];
      const owners = Array.from({ length: 10 }, () => anOwner());
      // The durations differ widely, which makes an hour's item as large as it can become.
      const ended = (position: number, changes: Partial<Notification>): TableChange => {
        const pending = aNotification({ owner, accountId });
        const updatedAt = new Date(Date.parse(pending.createdAt) + 60 * 1.2 ** (position % 60)).toISOString();
        return change(position, pending, { ...pending, updatedAt, ...changes });
      };
      const sent = Array.from({ length: 100 }, (_, i) => ended(i, { status: "sent" }));
      await count(sent);
      expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits);
      reset(costs);
      await count(sent);
      expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits);
      reset(costs);
      await count([ended(100, { status: "failed", lastError: "550 no" }), ended(101, { status: "sent" })]);
      expect(costs.writeUnits).toBe(COUNTED_BATCH.tableWriteUnits + 1);
      reset(costs);
      // The bill has this formula: everybody's hour, and the hour of each of these ten owners.
      const ofTen = Array.from({ length: 100 }, (_, i) => {
        const pending = aNotification({ owner: owners[i % owners.length] ?? owner, accountId });
        return change(200 + i, pending, { ...pending, status: "sent" });
      });
      await count(ofTen);
      expect(costs.writeUnits).toBe(1 + owners.length * (COUNTED_BATCH.tableWriteUnits - 1));
    }));
});
