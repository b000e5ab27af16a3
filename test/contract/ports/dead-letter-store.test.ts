import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoDeadLetterStore } from "../../../shared/notifications/dynamo/dead-letter-store.ts";
import type { DeadLetter, DeadLetterStore } from "../../../shared/notifications/ports/dead-letter-store.ts";
import { inMemoryDeadLetterStore } from "../../support/in-memory-dead-letter-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const aLetter = (changes: Partial<DeadLetter> = {}): DeadLetter => ({
  owner: `owner-${crypto.randomUUID()}`,
  id: crypto.randomUUID(),
  accountId: crypto.randomUUID(),
  at: "2026-11-21T12:00:00.000Z",
  ...changes,
});
const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 12, n)).toISOString();

/** What every DeadLetterStore must do. The partition is one: each test looks only at what it added. */
function deadLetterStoreContract(name: string, open: () => DeadLetterStore): void {
  describe(`DeadLetterStore: ${name}`, () => {
    const setUp = async (letters: readonly DeadLetter[]) => {
      const store = open();
      for (const letter of letters) await store.add(letter);
      const ids = new Set(letters.map((one) => one.id));
      const listed = async () => (await store.list(1000)).filter((one) => ids.has(one.id));
      const clear = async () => {
        for (const letter of await listed()) await store.remove(letter);
      };
      return { store, listed, clear };
    };

    it("lists letters as they were added, oldest first, whatever the order and the owner", async () => {
      const letters = [2, 0, 1].map((n) => aLetter({ at: minute(n) }));
      const { listed, clear } = await setUp(letters);
      expect(await listed()).toEqual([letters[1], letters[2], letters[0]]);
      await clear();
    });

    it("lists at most so many, the oldest", async () => {
      const letters = [0, 1, 2, 3].map((n) => aLetter({ at: minute(n) }));
      const { store, clear } = await setUp(letters);
      expect(await store.list(2)).toEqual(letters.slice(0, 2));
      await clear();
    });

    it("keeps letters of one moment apart", async () => {
      const letters = [aLetter(), aLetter(), aLetter()];
      const { listed, clear } = await setUp(letters);
      expect(new Set((await listed()).map((one) => one.id)).size).toBe(3);
      await clear();
    });

    it("removes one letter and no other; removing again does nothing", async () => {
      const letters = [aLetter({ at: minute(0) }), aLetter({ at: minute(1) })];
      const { store, listed, clear } = await setUp(letters);
      const [first = aLetter()] = letters;
      await store.remove(first);
      await store.remove(first);
      expect(await listed()).toEqual([letters[1]]);
      await clear();
    });

    it("keeps a letter that is added twice once", async () => {
      const letter = aLetter();
      const { listed, clear } = await setUp([letter, letter]);
      expect(await listed()).toEqual([letter]);
      await clear();
    });
  });
}

deadLetterStoreContract("in memory", inMemoryDeadLetterStore);
deadLetterStoreContract("DynamoDB", () => new DynamoDeadLetterStore(fixture.client, "Notifications"));

describe("DynamoDeadLetterStore", () => {
  it("lets a letter expire after 14 days", async () => {
    const store = new DynamoDeadLetterStore(fixture.client, "Notifications");
    const letter = aLetter();
    await store.add(letter);
    const { Items = [] } = await fixture.client.send(
      new QueryCommand({
        TableName: "Notifications",
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": "DEAD#LETTERS" },
      }),
    );
    expect(Items.map((one) => one.ttl)).toEqual([Date.parse("2026-12-05T12:00:00.000Z") / 1000]);
    await store.remove(letter);
  });
});
