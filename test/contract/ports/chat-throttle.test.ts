import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoChatThrottle } from "../../../shared/chat/dynamo/chat-throttle.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

function setUp() {
  const clock = fakeClock();
  const metrics = countingMetrics();
  const open = (client: DynamoDBDocumentClient = fixture.client) =>
    new DynamoChatThrottle(client, { table: "Ephemeral", clock, log: silentLog, metrics, takeTimeoutMs: 20_000 });
  return { clock, metrics, open, account: crypto.randomUUID() };
}

const take = (throttle: DynamoChatThrottle, account: string, customerKey = "+15551230001") =>
  throttle.take({ chatAccountId: account, customerKey });

describe("DynamoChatThrottle", () => {
  it("lets 45 messages to one customer through at once, then one every six seconds", async () => {
    const { clock, open, account } = setUp();
    const throttle = open();
    const waits: number[] = [];
    for (let i = 0; i < 46; i++) {
      waits.push(await take(throttle, account));
      clock.advance(1);
    }
    expect(waits.filter((wait) => wait === 0)).toHaveLength(45);
    const [last = 0] = waits.slice(-1);
    expect(last).toBeGreaterThan(5900);
    clock.advance(last);
    expect([await take(throttle, account), (await take(throttle, account)) > 0]).toEqual([0, true]);
  });

  it("lets 80 messages a second of one number through, to whomever", async () => {
    const { clock, open, account } = setUp();
    const throttle = open();
    const waits: number[] = [];
    for (let i = 0; i < 81; i++) waits.push(await take(throttle, account, `customer-${i}`));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(80);
    expect(waits.at(-1)).toBe(13);
    clock.advance(13);
    expect(await take(throttle, account, "customer-80")).toBe(0);
    expect(await take(throttle, crypto.randomUUID())).toBe(0);
  });

  it("counts what other workers send: exactly 45 of 60 that come at once", async () => {
    const { open, account } = setUp();
    const workers = [open(), open(), open()];
    const waits = await Promise.all(Array.from({ length: 60 }, (_, i) => take(workers[i % 3] ?? open(), account)));
    expect(waits.filter((wait) => wait === 0).length).toBe(45);
  });

  it("lets every message through when the store cannot be asked", async () => {
    const { metrics, open, account } = setUp();
    const broken = { send: () => Promise.reject(new Error("store down")) } as unknown as DynamoDBDocumentClient;
    expect(await take(open(broken), account)).toBe(0);
    expect(metrics.of("chat_throttle_unavailable")).toBe(1);
  });
});
