import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../../shared/kernel/clock.ts";
import { DynamoDeadLetterStore } from "../../../shared/notifications/dynamo/dead-letter-store.ts";
import type { DeadLetter, DeadLetterStore } from "../../../shared/notifications/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../../support/in-memory-dead-letter-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const aDeadLetter = (changes: Partial<DeadLetter> = {}): DeadLetter => ({
  owner: anOwner(),
  id: crypto.randomUUID(),
  accountId: crypto.randomUUID(),
  at: "2026-11-21T12:00:00.000Z",
  ...changes,
});
const FOURTEEN_DAYS_IN_MINUTES = 14 * 24 * 60;
const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 12, n)).toISOString();

/**
 * Tests the promises that every DeadLetterStore keeps. All tests share one partition, so each looks only at what it
 * added.
 */
function deadLetterStoreContract(name: string, open: (clock: Clock) => DeadLetterStore): void {
  describe(`DeadLetterStore: ${name}`, () => {
    const setUp = async (deadLetters: readonly DeadLetter[], now?: string) => {
      const store = open(fakeClock(now));
      for (const deadLetter of deadLetters) await store.add(deadLetter);
      const ids = new Set(deadLetters.map((one) => one.id));
      const listed = async () => (await store.list(1000)).filter((one) => ids.has(one.id));
      const clear = async () => {
        for (const deadLetter of deadLetters) await store.remove(deadLetter);
      };
      return { store, listed, clear };
    };

    it("lists letters as they were added, oldest first, whatever the order and the owner", async () => {
      const deadLetters = [2, 0, 1].map((n) => aDeadLetter({ at: minute(n) }));
      const { listed, clear } = await setUp(deadLetters);
      expect(await listed()).toEqual([deadLetters[1], deadLetters[2], deadLetters[0]]);
      await clear();
    });

    it("lists at most so many, the oldest", async () => {
      const deadLetters = [0, 1, 2, 3].map((n) => aDeadLetter({ at: minute(n) }));
      const { store, clear } = await setUp(deadLetters);
      expect(await store.list(2)).toEqual(deadLetters.slice(0, 2));
      await clear();
    });

    it("lists no letter that has expired, deleted or not, and lets none take the place of one that lives", async () => {
      const deadLetters = [0, 1, 2].map((n) => aDeadLetter({ at: minute(n) }));
      const { store, listed, clear } = await setUp(deadLetters, minute(1 + FOURTEEN_DAYS_IN_MINUTES));
      expect(await listed()).toEqual(deadLetters.slice(1));
      expect(await store.list(1)).toEqual(deadLetters.slice(1, 2));
      await clear();
    });

    it("keeps letters of one moment apart", async () => {
      const deadLetters = [aDeadLetter(), aDeadLetter(), aDeadLetter()];
      const { listed, clear } = await setUp(deadLetters);
      expect(new Set((await listed()).map((one) => one.id)).size).toBe(3);
      await clear();
    });

    it("removes one letter and no other; removing again does nothing", async () => {
      const deadLetters = [aDeadLetter({ at: minute(0) }), aDeadLetter({ at: minute(1) })];
      const { store, listed, clear } = await setUp(deadLetters);
      const [first = aDeadLetter()] = deadLetters;
      await store.remove(first);
      await store.remove(first);
      expect(await listed()).toEqual([deadLetters[1]]);
      await clear();
    });

    it("keeps a letter that is added twice once", async () => {
      const deadLetter = aDeadLetter();
      const { listed, clear } = await setUp([deadLetter, deadLetter]);
      expect(await listed()).toEqual([deadLetter]);
      await clear();
    });
  });
}

deadLetterStoreContract("in memory", (clock) => inMemoryDeadLetterStore(clock));
const dynamoStore = (clock: Clock) => new DynamoDeadLetterStore(fixture.client, { table: "Notifications", clock });
deadLetterStoreContract("DynamoDB", dynamoStore);

describe("DynamoDeadLetterStore", () => {
  it("lets a letter expire after 14 days", async () => {
    const store = dynamoStore(fakeClock());
    const deadLetter = aDeadLetter();
    await store.add(deadLetter);
    const { Items = [] } = await fixture.client.send(
      new QueryCommand({
        TableName: "Notifications",
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": "DEAD#LETTERS" },
      }),
    );
    expect(Items.map((one) => one.ttl)).toEqual([Date.parse("2026-12-05T12:00:00.000Z") / 1000]);
    await store.remove(deadLetter);
  });
});
