import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raisedPartition } from "../../../shared/alerts/dynamo/raised-alert-item.ts";
import { DynamoRaisedAlerts } from "../../../shared/alerts/dynamo/raised-alerts.ts";
import type { OwnersAlert, RaisedAlerts } from "../../../shared/alerts/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryRaisedAlerts } from "../../support/in-memory-alerts.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const clock = fakeClock();
const HOUR_MS = 3_600_000;

const anAlert = (changes: Partial<OwnersAlert> = {}): OwnersAlert => ({
  owner: anOwner(),
  id: crypto.randomUUID(),
  subject: { kind: "webhook_disabled", id: "w1", name: "Orders", cause: "it answered 410" },
  atMs: clock.now(),
  realAtMs: clock.now(),
  ...changes,
});

/** Tests the promises that every RaisedAlerts keeps. */
function raisedAlertsContract(name: string, open: () => RaisedAlerts): void {
  describe(`RaisedAlerts: ${name}`, () => {
    const ownOf = async (alerts: RaisedAlerts, owner: OwnersAlert["owner"]) =>
      (await alerts.open(1000)).filter((one) => one.owner === owner);

    it("keeps an alert until it is closed", async () => {
      const alerts = open();
      const alert = anAlert();
      expect(await alerts.raise(alert)).toBe(true);
      expect(await ownOf(alerts, alert.owner)).toEqual([alert]);
      await alerts.close(alert);
      expect(await ownOf(alerts, alert.owner)).toEqual([]);
      await alerts.close(alert);
    });

    it("raises one about the same subject within an hour, whoever comes first, and another one after it", async () => {
      const alerts = open();
      const alert = anAlert();
      const atOnce = await Promise.all(
        Array.from({ length: 5 }, (_, i) => alerts.raise({ ...alert, id: crypto.randomUUID(), atMs: alert.atMs + i })),
      );
      expect(atOnce.filter(Boolean)).toHaveLength(1);
      expect(await alerts.raise({ ...alert, atMs: alert.atMs + HOUR_MS - 10 })).toBe(false);
      expect(await alerts.raise({ ...alert, id: "later", atMs: alert.atMs + HOUR_MS + 10 })).toBe(true);
      expect(await ownOf(alerts, alert.owner)).toHaveLength(2);
    });

    it("does not raise the same alert again when it was sent meanwhile", async () => {
      const alerts = open();
      const alert = anAlert();
      await alerts.raise(alert);
      await alerts.close(alert);
      expect(await alerts.raise(alert)).toBe(false);
      expect(await ownOf(alerts, alert.owner)).toEqual([]);
    });

    it("tells subjects, kinds and owners apart", async () => {
      const alerts = open();
      const alert = anAlert();
      const others = [
        { ...alert, id: "2", subject: { ...alert.subject, id: "w2" } },
        { ...alert, id: "3", subject: { ...alert.subject, kind: "sending_account_failing" as const } },
        { ...alert, id: "4", owner: anOwner() },
      ];
      for (const one of [alert, ...others]) expect(await alerts.raise(one)).toBe(true);
    });

    it("lists the oldest first, at most as many as asked", async () => {
      const alerts = open();
      const owner = anOwner();
      const times = [3000, 1000, 2000].map((ms) => clock.now() - 10 * HOUR_MS + ms);
      for (const atMs of times)
        await alerts.raise(anAlert({ owner, atMs, subject: { ...anAlert().subject, id: `${atMs}` } }));
      expect((await alerts.open(2)).map(({ atMs }) => atMs)).toEqual(times.toSorted((a, b) => a - b).slice(0, 2));
    });
  });
}

raisedAlertsContract("in memory", inMemoryRaisedAlerts);
raisedAlertsContract("DynamoDB", () => new DynamoRaisedAlerts(fixture.client, { table: "Events", clock }));

describe("DynamoRaisedAlerts", () => {
  it("lets the note of a subject end after an hour", async () => {
    const alert = anAlert();
    await new DynamoRaisedAlerts(fixture.client, { table: "Events", clock }).raise(alert);
    const { Items = [] } = await fixture.client.send(
      new QueryCommand({
        TableName: "Events",
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": raisedPartition(alert.owner) },
      }),
    );
    expect(Items.map(({ ttl }) => ttl)).toEqual([(clock.now() + HOUR_MS) / 1000]);
  });
});
