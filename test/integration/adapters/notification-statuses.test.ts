import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStatuses } from "../../../shared/notifications/dynamo/notification-statuses.ts";
import { anOwner } from "../../support/an-owner.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const OWNER = anOwner("owner-1");

describe("DynamoNotificationStatuses", () => {
  let fixture: TableFixture;
  let statuses: DynamoNotificationStatuses;
  beforeAll(async () => {
    fixture = await tableFixture();
    statuses = new DynamoNotificationStatuses(fixture.client, "Notifications");
  });
  afterAll(() => fixture.close());

  const put = (owner: Owner, id: string, status: string) =>
    fixture.client.send(new PutCommand({ TableName: "Notifications", Item: { ...stateKey({ owner, id }), status } }));

  it("reads more than one batch's worth at once, and leaves out what is gone or somebody else's", async () => {
    const ids = Array.from({ length: 230 }, () => crypto.randomUUID());
    await Promise.all(ids.map((id, i) => put(OWNER, id, i % 2 === 0 ? "sent" : "submitted")));
    const foreign = crypto.randomUUID();
    await put(anOwner("owner-2"), foreign, "sent");
    const found = await statuses.statusesOf(OWNER, [...ids, ...ids.slice(0, 5), foreign, crypto.randomUUID()]);
    expect(found).toEqual(new Map(ids.map((id, i) => [id, i % 2 === 0 ? "sent" : "submitted"])));
  });

  it("asks for nothing when there is nothing to ask for", async () => {
    expect(await statuses.statusesOf(OWNER, [])).toEqual(new Map());
  });
});
