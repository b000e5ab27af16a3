import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_LIVING_KEYS } from "../../../shared/keys/domain/api-key.ts";
import { DynamoApiKeyStore } from "../../../shared/keys/dynamo/api-key-store.ts";
import type { ApiKeyStore } from "../../../shared/keys/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { anApiKey } from "../../support/builders.ts";
import { inMemoryApiKeyStore } from "../../support/in-memory-api-key-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const newHash = () => crypto.randomUUID().replaceAll("-", "").repeat(2);
const REVOKED = "2026-11-21T13:00:00.000Z";

/** Tests the promises that every ApiKeyStore keeps. */
function apiKeyStoreContract(name: string, open: () => ApiKeyStore): void {
  describe(`ApiKeyStore: ${name}`, () => {
    const setUp = async () => {
      const store = open();
      const hash = newHash();
      const key = anApiKey();
      await store.add(key, hash);
      return { store, hash, key, owner: key.owner, id: key.id };
    };

    it("finds a key by its hash the moment it is added, and nothing by another", async () => {
      const { store, hash, key } = await setUp();
      expect(await store.findByHash(hash)).toEqual(key);
      expect(await store.findByHash(newHash())).toBeUndefined();
    });

    it("refuses a second key of the same hash, and a second one of the same id", async () => {
      const { store, hash, key } = await setUp();
      await expect(store.add(anApiKey(), hash)).rejects.toThrow();
      await expect(store.add(key, newHash())).rejects.toThrow();
      expect(await store.list(key.owner)).toEqual([key]);
    });

    it("lists an owner's keys, newest first, and nobody else's", async () => {
      const store = open();
      const { owner } = anApiKey();
      const ids = ["01", "02", "03"].map((end) => `00000000-0000-7000-8000-0000000000${end}`);
      for (const id of ids) await store.add(anApiKey({ owner, id }), newHash());
      expect((await store.list(owner)).map((one) => one.id)).toEqual([...ids].reverse());
      expect(await store.list(anApiKey().owner)).toEqual([]);
    });

    it(`gives an owner ${MAX_LIVING_KEYS} living keys and never more, also of many that come at once`, async () => {
      const [store, { owner }] = [open(), anApiKey()];
      const added = await Promise.all(
        Array.from({ length: MAX_LIVING_KEYS + 40 }, () => store.add(anApiKey({ owner }), newHash())),
      );
      expect(added.filter(Boolean)).toHaveLength(MAX_LIVING_KEYS);
      expect(await store.list(owner)).toHaveLength(MAX_LIVING_KEYS);
      expect(await store.add(anApiKey(), newHash())).toBe(true);
    });

    it("counts neither revoked keys nor those whose time is over", async () => {
      const [store, { owner, createdAt }] = [open(), anApiKey()];
      const later = new Date(Date.parse(createdAt) + 60_000).toISOString();
      const expiring = anApiKey({ owner, expiresAt: later });
      await store.add(expiring, newHash());
      const others = Array.from({ length: MAX_LIVING_KEYS - 1 }, () => anApiKey({ owner }));
      for (const one of others) expect(await store.add(one, newHash())).toBe(true);
      const add = (at: string) => store.add(anApiKey({ owner, createdAt: at }), newHash());
      expect(await add(createdAt)).toBe(false);
      await store.change(owner, others[7]?.id ?? "", { revokedAt: REVOKED });
      expect([await add(createdAt), await add(createdAt)]).toEqual([true, false]);
      expect([await add(later), await add(later)]).toEqual([true, false]);
    });

    it("answers another owner's key as one that is not there", async () => {
      const { store, hash, key, id } = await setUp();
      expect(await store.get(anOwner("somebody else"), id)).toBeUndefined();
      expect(await store.change(anOwner("somebody else"), id, { revokedAt: REVOKED })).toBe(false);
      expect(await store.findByHash(hash)).toEqual(key);
    });

    it("shows a revocation both by hash and by owner", async () => {
      const { store, hash, owner, id } = await setUp();
      await store.findByHash(hash);
      expect(await store.change(owner, id, { revokedAt: REVOKED })).toBe(true);
      expect(await store.findByHash(hash)).toMatchObject({ revokedAt: REVOKED });
      expect(await store.get(owner, id)).toMatchObject({ revokedAt: REVOKED });
    });

    it("keeps the time of the first revocation", async () => {
      const { store, owner, id } = await setUp();
      await store.change(owner, id, { revokedAt: REVOKED });
      expect(await store.change(owner, id, { revokedAt: "2027-01-01T00:00:00.000Z" })).toBe(true);
      expect(await store.get(owner, id)).toMatchObject({ revokedAt: REVOKED });
    });

    it("changes the end of a key without reviving a revoked one", async () => {
      const { store, owner, id } = await setUp();
      await store.change(owner, id, { revokedAt: REVOKED });
      await store.change(owner, id, { expiresAt: "2027-01-01T00:00:00.000Z" });
      expect(await store.get(owner, id)).toMatchObject({ revokedAt: REVOKED, expiresAt: "2027-01-01T00:00:00.000Z" });
    });

    it("keeps when a key was replaced beside its end, by hash and by owner", async () => {
      const { store, hash, owner, id } = await setUp();
      const change = { expiresAt: "2027-01-01T00:00:00.000Z", replacedAt: "2026-12-31T00:00:00.000Z" };
      await store.change(owner, id, change);
      await store.change(owner, id, { revokedAt: REVOKED });
      expect(await store.get(owner, id)).toMatchObject({ ...change, revokedAt: REVOKED });
      expect(await store.findByHash(hash)).toMatchObject({ ...change, revokedAt: REVOKED });
    });

    it("keeps the terms of a key, by hash and by owner (D47)", async () => {
      const store = open();
      const limits = { perDay: 500, recipients: ["*@example.com", "+351*"] };
      const terms = { permissions: ["events:read"], limits, approval: "required", countId: "another-key" } as const;
      const [key, hash] = [anApiKey(terms), newHash()];
      await store.add(key, hash);
      expect(await store.findByHash(hash)).toEqual(key);
      expect(await store.get(key.owner, key.id)).toEqual(key);
      await store.change(key.owner, key.id, { replacedAt: REVOKED });
      expect(await store.list(key.owner)).toEqual([{ ...key, replacedAt: REVOKED }]);
    });

    it("notes a use to the hour, and never an earlier one", async () => {
      const { store, hash, key, owner, id } = await setUp();
      await store.noteUse(key, hash, "2026-11-21T12:34:56.000Z");
      expect(await store.get(owner, id)).toMatchObject({ lastUsedAt: "2026-11-21T12:00:00.000Z" });
      await store.noteUse(key, hash, "2026-11-21T14:00:01.000Z");
      await store.noteUse(key, hash, "2026-11-21T13:59:59.000Z");
      expect(await store.get(owner, id)).toMatchObject({ lastUsedAt: "2026-11-21T14:00:00.000Z" });
    });
  });
}

apiKeyStoreContract("in memory", () => inMemoryApiKeyStore());
apiKeyStoreContract("DynamoDB", () => new DynamoApiKeyStore(fixture.client, "ApiKeys"));

describe("DynamoApiKeyStore", () => {
  it("lists a living key that a thousand newer ones, revoked since, would hide", async () => {
    const store = new DynamoApiKeyStore(fixture.client, "ApiKeys");
    const living = anApiKey({ id: "00000000-0000-7000-8000-000000000000" });
    const { owner } = living;
    await store.add(living, newHash());
    const revoked = Array.from({ length: 1000 }, (_, n) =>
      anApiKey({ owner, id: `00000000-0000-7000-8000-${String(n + 1).padStart(12, "0")}`, revokedAt: REVOKED }),
    );
    await putAll(revoked.map((key) => ({ pk: `O#${owner}`, sk: `KEY#${key.id}`, ...key, hash: newHash() })));
    const listed = await store.list(owner);
    expect([listed.length, listed.at(-1), listed[0]?.id]).toEqual([1001, living, revoked.at(-1)?.id]);
  });
});

async function putAll(items: readonly Record<string, unknown>[]): Promise<void> {
  for (let first = 0; first < items.length; first += 25) {
    const ApiKeys = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
    await fixture.client.send(new BatchWriteCommand({ RequestItems: { ApiKeys } }));
  }
}
