import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DynamoRateLimiter } from "../../../shared/edge/dynamo/rate-limiter.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

it("a bucket goes 10 minutes after it was drawn from last, not after the first time (L-rate)", async () => {
  const clock = fakeClock();
  const limiter = new DynamoRateLimiter(fixture.client, {
    table: "Ephemeral",
    policy: { refillPerSecond: 1, burst: 30 },
    clock,
    log: silentLog,
    metrics: countingMetrics(),
  });
  const key = crypto.randomUUID();
  const secondsLeft = async () => {
    // No other test uses the fixture's table.
    const { Items } = await fixture.client.send(new ScanCommand({ TableName: "Ephemeral" }));
    expect(Items).toHaveLength(1);
    return Number(Items?.[0]?.ttl) - Math.floor(clock.now() / 1000);
  };
  await limiter.take(key);
  expect(await secondsLeft()).toBe(600);
  clock.advance(400_000);
  await limiter.take(key);
  expect(await secondsLeft()).toBe(600);
});
