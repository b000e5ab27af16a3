import { randomBytes } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { contentUsage } from "../../../ops/cost/contents.ts";
import { aDeployedStage } from "../../support/a-deployed-stage.ts";
import { reset } from "../../support/cost-meter.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import {
  BATCH,
  cheapestOfThree,
  type MeteredEngines,
  meteredEngines,
  meteredService,
  perNotification,
} from "../../support/metered-service.ts";

let engines: MeteredEngines;
beforeAll(async () => {
  engines = await meteredEngines();
});
afterAll(() => engines.close());

const SHORT = { recipient: "anna@example.org", subject: "Your order", body: "Good morning." };
/**
 * Returns a text that has about this size after compression, because the random bytes are three quarters of its base64.
 */
const aText = (kilobytes: number): string => randomBytes(kilobytes * 1000).toString("base64");

async function service() {
  const asked = { puts: 0, gets: 0 };
  const store = inMemoryBlobStore();
  const metered = await meteredService(engines, {
    ...store,
    put: (key, bytes) => {
      asked.puts += 1;
      return store.put(key, bytes);
    },
    get: (key) => {
      asked.gets += 1;
      return store.get(key);
    },
  });
  onTestFinished(metered.close);
  /** Returns the cost of one mail that is accepted and delivered among ten. */
  const spentOnce = async (body: string) => {
    Object.assign(asked, { puts: 0, gets: 0 });
    reset(metered.costs);
    for (let i = 0; i < BATCH; i++) await metered.accept({ ...SHORT, body });
    await metered.deliverBatch();
    const { writeUnits, readUnits } = perNotification(metered.costs);
    return { writeUnits, readUnits, puts: asked.puts / BATCH, gets: asked.gets / BATCH };
  };
  const spent = (body: () => string) => cheapestOfThree(() => spentOnce(body()));
  return { spent };
}

/** Returns the sizes of the largest contents in the table and of all, in KB as they are stored. */
async function largestStored(): Promise<number> {
  const { Items = [] } = await engines.fixture.client.send(new ScanCommand({ TableName: "Notifications" }));
  return Math.max(...Items.map(({ compressed }) => (compressed instanceof Uint8Array ? compressed.length : 0))) / 1000;
}

describe("the content of a mail", () => {
  it.each([1, 5, 20, 60])("of %d KB costs beyond a short one what the bill says", async (kilobytes) => {
    const { spent } = await service();
    // The first mail warms the caches.
    await spent(() => SHORT.body);
    const [short, large] = [await spent(() => SHORT.body), await spent(() => aText(kilobytes))];
    const stored = await largestStored();
    expect(stored).toBeCloseTo(kilobytes, -1);
    const { tableWriteUnits, tableReadUnits } = contentUsage(aDeployedStage(), [{ kilobytes: stored, share: 1 }]);
    if (process.env.SHOW_COSTS) console.log({ kilobytes, stored, short, large, tableWriteUnits, tableReadUnits });
    expect(large.writeUnits - short.writeUnits).toBe(tableWriteUnits);
    // Mails that are delivered at the same time share half a unit for their account's read, and on a busy machine fewer of them do.
    expect(Math.abs(large.readUnits - short.readUnits - (tableReadUnits ?? 0))).toBeLessThan(0.5);
    expect([large.puts, large.gets]).toEqual([0, 0]);
  });

  it("that the bucket keeps costs a write and a read there, and no more of the table than a short one", async () => {
    const { spent } = await service();
    await spent(() => SHORT.body);
    const [short, large] = [await spent(() => SHORT.body), await spent(() => aText(260))];
    const usage = contentUsage(aDeployedStage(), [{ kilobytes: 260, share: 1 }]);
    expect([usage.objectWrites, usage.objectReads]).toEqual([large.puts, large.gets]);
    expect(large.writeUnits).toBe(short.writeUnits);
    expect(usage.tableWriteUnits).toBeUndefined();
  });
});
