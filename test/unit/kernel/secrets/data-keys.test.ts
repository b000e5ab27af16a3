import { describe, expect, it } from "vitest";
import { DataKeyBox } from "../../../../shared/kernel/secrets/data-key-box.ts";
import { DataKeyError, DataKeys, dataKeyOf } from "../../../../shared/kernel/secrets/data-keys.ts";
import { SecretBoxError } from "../../../../shared/kernel/secrets/secret-box.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryDataKeyStore } from "../../../support/in-memory-data-key-store.ts";
import { plainSealingKey } from "../../../support/plain-sealing-key.ts";

const BINDING = { owner: anOwner("owner-1"), accountId: "account-1" };

/** Represents one deployment, in which processes begin. */
function deployment() {
  const [store, sealingKey, clock] = [inMemoryDataKeyStore(), plainSealingKey(), fakeClock()];
  const process = () => new DataKeyBox(new DataKeys(store, sealingKey, clock));
  /** Adds a key as an operator does. */
  const rotate = async (id: string) => {
    store.keys.push({ id, sealed: await sealingKey.makeDataKey() });
  };
  return { store, sealingKey, clock, process, rotate };
}

describe("a data key", () => {
  it("is made with the first secret, and asks the sealing key once in the life of a process", async () => {
    const { store, sealingKey, process } = deployment();
    const box = process();
    const sealed = await Promise.all(Array.from({ length: 20 }, (_, i) => box.seal(`secret ${i}`, BINDING)));
    const other = process();
    const opened = await Promise.all(sealed.map((one) => other.open(one, BINDING)));
    expect(opened).toEqual(sealed.map((_, i) => `secret ${i}`));
    expect(store.keys).toHaveLength(1);
    expect([sealingKey.opened, new Set(sealed).size]).toEqual([2, 20]);
    const reads = store.reads;
    for (const one of sealed) await other.open(one, BINDING);
    expect([store.reads, sealingKey.opened]).toEqual([reads, 2]);
  });

  it("is read once by a process that opens many secrets at its start", async () => {
    const { store, process } = deployment();
    const sealed = await process().seal("secret", BINDING);
    store.reads = 0;
    const box = process();
    await Promise.all(Array.from({ length: 10 }, () => box.open(sealed, BINDING)));
    expect(store.reads).toBe(1);
  });

  it("is the same for processes that begin at once, and the losers' are used by nobody", async () => {
    const { store, sealingKey, process } = deployment();
    const boxes = Array.from({ length: 5 }, process);
    const sealed = await Promise.all(boxes.map((box, i) => box.seal(`of ${i}`, BINDING)));
    expect([sealingKey.made, store.keys.length]).toEqual([5, 1]);
    const late = process();
    expect(await Promise.all(sealed.map((one) => late.open(one, BINDING)))).toEqual(boxes.map((_, i) => `of ${i}`));
  });

  it("outlives an outage of the sealing key in the processes that have it, and a new one waits for its end", async () => {
    const { sealingKey, process } = deployment();
    const warm = process();
    const sealed = await warm.seal("secret", BINDING);
    sealingKey.isDown = true;
    expect(await warm.open(sealed, BINDING)).toBe("secret");
    expect(await warm.open(await warm.seal("another", BINDING), BINDING)).toBe("another");
    const cold = process();
    // The error reports that the sealing key does not answer. A stored secret is not called invalid because of the
    // outage.
    await expect(cold.open(sealed, BINDING)).rejects.toThrow("the sealing key does not answer");
    await expect(cold.seal("third", BINDING)).rejects.toThrow("the sealing key does not answer");
    sealingKey.isDown = false;
    expect(await cold.open(sealed, BINDING)).toBe("secret");
  });

  it("is joined by a newer one: what both have sealed opens, in processes of before too", async () => {
    const { sealingKey, process, rotate } = deployment();
    const before = process();
    const old = await before.seal("old", BINDING);
    await rotate("00000002");
    const after = process();
    const recent = await after.seal("new", BINDING);
    expect(recent.split(".")[1]).toBe("00000002");
    for (const box of [before, after]) {
      expect(await box.open(old, BINDING)).toBe("old");
      expect(await box.open(recent, BINDING)).toBe("new");
    }
    // Each of the two processes has opened each of the two keys.
    expect(sealingKey.opened).toBe(4);
  });

  it("that is gone is no damaged secret: its mails wait until it is restored", async () => {
    const { store, process } = deployment();
    const sealed = await process().seal("secret", BINDING);
    const lost = store.keys.splice(0);
    const box = process();
    await expect(box.open(sealed, BINDING)).rejects.toThrow(DataKeyError);
    await expect(box.open(sealed, BINDING)).rejects.not.toThrow(SecretBoxError);
    store.keys.push(...lost);
    expect(await box.open(sealed, BINDING)).toBe("secret");
  });

  it("that was added or lost is noticed by a process that seals, within five minutes", async () => {
    const { store, clock, process, rotate } = deployment();
    const box = process();
    const keyOf = async () => (await box.seal("secret", BINDING)).split(".")[1];
    const first = await keyOf();
    await rotate("00000002");
    expect(await keyOf()).toBe(first);
    clock.advance(300_000);
    expect(await keyOf()).toBe("00000002");
    const reads = store.reads;
    expect(await keyOf()).toBe("00000002");
    expect(store.reads).toBe(reads);
    // The table was restored without its items. Other processes open everything that is sealed from now on.
    store.keys.splice(0);
    clock.advance(300_000);
    expect(await process().open(await box.seal("later", BINDING), BINDING)).toBe("later");
  });

  it("is in no text that shows it", async () => {
    const bytes = Buffer.alloc(32, "k");
    const key = dataKeyOf(bytes);
    for (const shown of [String(key), JSON.stringify({ key })]) expect(shown).not.toContain(bytes.toString());
    expect(() => dataKeyOf(Buffer.alloc(16))).toThrow(DataKeyError);
  });
});
