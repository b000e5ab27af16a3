import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStatuses } from "../../../shared/notifications/dynamo/notification-statuses.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const OWNER = anOwner("owner-1");

describe("DynamoNotificationStatuses", () => {
  let fixture: TableFixture;
  let statuses: DynamoNotificationStatuses;
  const clock = fakeClock();
  beforeAll(async () => {
    fixture = await tableFixture();
    statuses = new DynamoNotificationStatuses(fixture.client, { table: "Notifications", clock });
  });
  afterAll(() => fixture.close());

  const put = (owner: Owner, id: string, status: string, more: object = {}) =>
    fixture.client.send(
      new PutCommand({ TableName: "Notifications", Item: { ...stateKey({ owner, id }), status, ...more } }),
    );

  it("reads more than one batch's worth at once, and leaves out what is gone or somebody else's", async () => {
    const ids = Array.from({ length: 230 }, () => crypto.randomUUID());
    await Promise.all(ids.map((id, i) => put(OWNER, id, i % 2 === 0 ? "sent" : "submitted")));
    const foreign = crypto.randomUUID();
    await put(anOwner("owner-2"), foreign, "sent");
    const found = await statuses.statusesOf(OWNER, [...ids, ...ids.slice(0, 5), foreign, crypto.randomUUID()]);
    expect(found).toEqual(new Map(ids.map((id, i) => [id, i % 2 === 0 ? "sent" : "submitted"])));
  });

  it("leaves out what has expired, deleted or not", async () => {
    const [expired, living] = [crypto.randomUUID(), crypto.randomUUID()];
    const now = clock.now() / 1000;
    await put(OWNER, expired, "sent", { ttl: now - 1 });
    await put(OWNER, living, "sent", { ttl: now });
    expect([...(await statuses.statusesOf(OWNER, [expired, living])).keys()]).toEqual([living]);
  });

  it("asks for nothing when there is nothing to ask for", async () => {
    expect(await statuses.statusesOf(OWNER, [])).toEqual(new Map());
  });
});
