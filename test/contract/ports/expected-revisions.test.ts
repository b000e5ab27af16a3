import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shownRevision } from "../../../shared/email/domain/sending-account.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { type Expected, OtherRevisionError } from "../../../shared/kernel/revision.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const AT_ONCE = 20;

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** One stored record of a kind. */
interface StoredRecord {
  readonly revision: () => Promise<string>;
  /** Answers the revision that was written. */
  readonly write: (n: number, expected: Expected) => Promise<string>;
  readonly remove: (expected: Expected) => Promise<unknown>;
}

async function sendingAccount(): Promise<StoredRecord> {
  const store = new DynamoSendingAccountStore(fixture.client, "Config");
  const { owner, id, ...account } = await required(store.create(aSendingAccount(), "keep"));
  return {
    revision: async () => shownRevision(await required(store.get(owner, id))),
    write: async (n, expected) =>
      shownRevision(
        await required(store.replace({ ...account, owner, id, label: `${n}` }, n % 2 ? "keep" : "take", { expected })),
      ),
    remove: (expected) => store.remove(owner, id, expected),
  };
}

async function required<T extends object>(asked: Promise<T | string | undefined>): Promise<T> {
  const found = await asked;
  if (found === undefined || typeof found === "string") throw new Error(`nothing was answered: ${found}`);
  return found;
}

const outcomesOf = async (writes: readonly Promise<string>[]) => {
  const settled = await Promise.allSettled(writes);
  return {
    written: settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
    refused: settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])),
  };
};

describe.each([["a sending account", sendingAccount]] as const)("the expected revision of %s", (_kind, make) => {
  it("lets one of twenty write that have seen the same, and tells the others the revision that it has now", async () => {
    const record = await make();
    const seen = [await record.revision()];
    const { written, refused } = await outcomesOf(Array.from({ length: AT_ONCE }, (_, n) => record.write(n, seen)));
    const now = await record.revision();
    expect(written).toEqual([now]);
    expect(refused).toHaveLength(AT_ONCE - 1);
    for (const error of refused) {
      expect(error).toBeInstanceOf(OtherRevisionError);
      expect(error).toMatchObject({ present: now });
    }
  });

  it("is another one after each write, and lets nobody remove what has changed", async () => {
    const record = await make();
    const first = await record.revision();
    const second = await record.write(1, "any");
    const third = await record.write(1, [first, second]);
    expect(new Set([first, second, third]).size).toBe(3);
    await expect(record.remove([first, second])).rejects.toMatchObject({ present: third });
    expect(await record.revision()).toBe(third);
    await record.remove([third]);
    await expect(record.revision()).rejects.toThrow();
  });
});
