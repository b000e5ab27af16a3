import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEVER_CHOSEN } from "../../../shared/alerts/domain/alert-settings.ts";
import { DynamoAlertSettingsStore } from "../../../shared/alerts/dynamo/alert-settings-store.ts";
import type { AlertSettingsStore, ChosenAlerts } from "../../../shared/alerts/ports.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryAlertSettings } from "../../support/in-memory-alerts.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const chosen = (owner: Owner, changes: Partial<ChosenAlerts> = {}): ChosenAlerts => ({
  owner,
  addresses: ["ana@shop.example"],
  kinds: ["sending_account_failing", "customer_waiting"],
  isSummaryWanted: false,
  updatedAt: "2026-11-27T10:00:00.000Z",
  ...changes,
});

/** Tests the promises that every AlertSettingsStore keeps. */
function alertSettingsContract(name: string, open: () => AlertSettingsStore): void {
  describe(`AlertSettingsStore: ${name}`, () => {
    const stored = async (store: AlertSettingsStore, write: ChosenAlerts, known = NEVER_CHOSEN) => {
      const settings = await store.replace(write, known);
      if (settings === "changed") throw new Error("it has changed");
      return settings;
    };

    it("keeps each owner's choices under a new revision at every write", async () => {
      const store = open();
      const [owner, other] = [anOwner(), anOwner()];
      expect(await store.find(owner)).toBeUndefined();
      const first = await stored(store, chosen(owner));
      expect(first).toEqual({ ...chosen(owner), revision: first.revision });
      expect(await store.find(owner)).toEqual(first);
      const second = await stored(store, chosen(owner, { addresses: [], kinds: [] }), first.revision);
      expect(second.revision).not.toBe(first.revision);
      expect(await store.find(owner)).toEqual(second);
      expect(await store.find(other)).toBeUndefined();
    });

    it("writes nothing over another revision than the known one, and of many first writes keeps one", async () => {
      const store = open();
      const owner = anOwner();
      const writes = await Promise.all(Array.from({ length: 5 }, () => store.replace(chosen(owner), NEVER_CHOSEN)));
      expect(writes.filter((one) => one === "changed")).toHaveLength(4);
      expect(await store.replace(chosen(owner, { addresses: [] }), "another")).toBe("changed");
      expect((await store.find(owner))?.addresses).toEqual(["ana@shop.example"]);
    });

    it("notes what was told and what was not sent without another revision, and keeps the marks at the next write", async () => {
      const store = open();
      const owner = anOwner();
      const first = await stored(store, chosen(owner, { isSummaryWanted: true, summaryToldMs: 10 }));
      await store.noteTold(first, "waitingToldMs", 20);
      await store.noteTold(first, "waitingToldMs", 30);
      await store.noteTold(first, "summaryToldMs", 40);
      await store.noteUnsent(owner, { title: "It fails", atMs: 50 });
      const marks = { waitingToldMs: 20, summaryToldMs: 40 };
      expect(await store.find(owner)).toEqual({ ...first, ...marks, unsent: { title: "It fails", atMs: 50 } });
      await store.noteUnsent(owner, undefined);
      const second = await stored(store, chosen(owner), first.revision);
      expect(second).toMatchObject(marks);
      expect(second.unsent).toBeUndefined();
    });

    it("notes nothing of an owner who is gone", async () => {
      const store = open();
      const owner = anOwner();
      await store.noteUnsent(owner, { title: "It fails", atMs: 50 });
      await store.noteTold({ ...chosen(owner), revision: "r" }, "waitingToldMs", 20);
      expect(await store.find(owner)).toBeUndefined();
    });

    it("lists all owners' choices", async () => {
      const store = open();
      const owners = [anOwner(), anOwner()];
      for (const owner of owners) await stored(store, chosen(owner));
      const { settings } = await store.page();
      expect(settings.map(({ owner }) => owner)).toEqual(expect.arrayContaining(owners));
    });
  });
}

alertSettingsContract("in memory", inMemoryAlertSettings);
alertSettingsContract("DynamoDB", () => new DynamoAlertSettingsStore(fixture.client, "Config"));

describe("DynamoAlertSettingsStore", () => {
  it("lists page after page", async () => {
    const store = new DynamoAlertSettingsStore(fixture.client, "Chat");
    const owners = Array.from({ length: 205 }, () => anOwner());
    await Promise.all(owners.map((owner) => store.replace(chosen(owner), NEVER_CHOSEN)));
    const first = await store.page();
    const second = await store.page(first.next);
    expect([first.settings.length, second.settings.length, second.next]).toEqual([200, 5, undefined]);
    const listed = [...first.settings, ...second.settings].map(({ owner }) => owner);
    expect(new Set(listed)).toEqual(new Set(owners));
  });
});
