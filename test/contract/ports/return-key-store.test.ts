import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { DynamoReturnKeyStore } from "../../../shared/returned-mail/dynamo/return-key-store.ts";
import type { ReturnKeyStore } from "../../../shared/returned-mail/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryReturnKeys } from "../../support/in-memory-return-keys.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** All ReturnKeyStores keep these promises. */
function returnKeyContract(name: string, open: () => ReturnKeyStore): void {
  describe(`ReturnKeyStore: ${name}`, () => {
    it("makes one key for each owner, whoever asks at the same time, and finds it by its id", async () => {
      const store = open();
      const [owner, other] = [anOwner(), anOwner()];
      const keys = await Promise.all(Array.from({ length: 8 }, () => store.ofOwner(owner)));
      const [first] = keys;
      expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
      expect(first).toMatchObject({ owner, id: expect.stringMatching(/^[0-9a-f]{8}$/) });
      expect(first?.key).toHaveLength(32);
      expect(await store.find(first?.id ?? "")).toEqual(first);
      expect(await store.ofOwner(owner)).toEqual(first);
      const theirs = await store.ofOwner(other);
      expect(theirs.id).not.toBe(first?.id);
      expect(await store.find(theirs.id)).toMatchObject({ owner: other });
      expect(await store.find("89abcdef")).toBeUndefined();
    });
  });
}

returnKeyContract("DynamoDB", () => new DynamoReturnKeyStore(fixture.client, "Config", systemIdentifiers.randomBytes));
returnKeyContract("in memory", () => inMemoryReturnKeys());

describe("DynamoReturnKeyStore", () => {
  it("makes another id where an id is taken, because ids are short", async () => {
    const ids = ["0a0a0a0a", "0a0a0a0a", "0b0b0b0b"].map((hex) => Buffer.from(hex, "hex"));
    const randomBytes = (length: number) =>
      (length === 4 ? ids.shift() : undefined) ?? systemIdentifiers.randomBytes(length);
    const store = new DynamoReturnKeyStore(fixture.client, "Config", randomBytes);
    const [owner, other] = [anOwner(), anOwner()];
    expect((await store.ofOwner(owner)).id).toBe("0a0a0a0a");
    expect((await store.ofOwner(other)).id).toBe("0b0b0b0b");
    expect(await store.find("0a0a0a0a")).toMatchObject({ owner });
  });
});
