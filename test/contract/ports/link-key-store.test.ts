import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { DynamoLinkKeyStore } from "../../../shared/suppressions/dynamo/link-key-store.ts";
import type { LinkKeyStore } from "../../../shared/suppressions/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** All LinkKeyStores keep these promises. */
function linkKeyContract(name: string, open: () => LinkKeyStore): void {
  describe(`LinkKeyStore: ${name}`, () => {
    it("makes one key for each owner, whoever asks at the same time, and finds it by its id", async () => {
      const store = open();
      const [owner, other] = [anOwner(), anOwner()];
      const keys = await Promise.all(Array.from({ length: 8 }, () => store.ofOwner(owner)));
      const [first] = keys;
      expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
      expect(first).toMatchObject({ owner, id: expect.stringMatching(/^[0-9a-f]{16}$/) });
      expect(first?.key).toHaveLength(32);
      expect(await store.find(first?.id ?? "")).toEqual(first);
      expect(await store.ofOwner(owner)).toEqual(first);
      const theirs = await store.ofOwner(other);
      expect(theirs.id).not.toBe(first?.id);
      expect(await store.find(theirs.id)).toMatchObject({ owner: other });
      expect(await store.find("0123456789abcdef")).toBeUndefined();
    });
  });
}

linkKeyContract("DynamoDB", () => new DynamoLinkKeyStore(fixture.client, "Config", systemIdentifiers.randomBytes));
linkKeyContract("in memory", () => inMemoryUnsubscribeLinks().linkKeys);
