import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChatAccount } from "../../../shared/chat/domain/chat-account.ts";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import { type ChatAccountStore, ProviderNumberTakenError } from "../../../shared/chat/ports/chat-account-store.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatAccount, someDigits } from "../../support/chat-builders.ts";
import { inMemoryChatAccountStore } from "../../support/in-memory-chat-account-store.ts";
import { compareWithoutRevisions } from "../../support/same-but-revision.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

compareWithoutRevisions();

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const byText = (a: string, b: string) => (a < b ? -1 : 1);
const newOwners = (count: number) => Array.from({ length: count }, () => anOwner());

/** Tests the promises that every ChatAccountStore keeps. */
function chatAccountStoreContract(name: string, open: () => ChatAccountStore): void {
  describe(`ChatAccountStore: ${name}`, () => {
    /** Returns an owner's default account as the owner sees it. At most one account may say that it is the default. */
    const defaultOf = async (store: ChatAccountStore, owner: Owner) => {
      const own = (await store.listFor(owner)).filter((one) => one.isDefault).map((one) => one.id);
      expect(own.length).toBeLessThanOrEqual(1);
      expect((await store.findDefault(owner))?.id).toBe(own[0]);
      return own[0];
    };

    it("answers an account as it was created, with and without the provider's number", async () => {
      const store = open();
      for (const account of [aChatAccount(), aChatAccount({ providerPhoneNumberId: undefined })]) {
        expect(await store.create(account)).toEqual(account);
        expect(await store.get(account.id)).toEqual(account);
        const found = await store.findFor(account.owners[0] ?? anOwner(), account.id);
        expect(found).toEqual(account);
      }
    });

    it("is there for each of its owners and for nobody else", async () => {
      const store = open();
      const account = aChatAccount({ owners: newOwners(3), isDefault: true });
      await store.create(account);
      for (const owner of account.owners) {
        expect(await store.findFor(owner, account.id)).toEqual({ ...account, isDefault: false });
        expect(await store.findDefault(owner)).toEqual(account);
        expect(await store.listFor(owner)).toEqual([account]);
      }
      const stranger = anOwner();
      expect(await store.findFor(stranger, account.id)).toBeUndefined();
      expect(await store.findDefault(stranger)).toBeUndefined();
      expect(await store.listFor(stranger)).toEqual([]);
      expect(await store.findFor(account.owners[0] ?? anOwner(), crypto.randomUUID())).toBeUndefined();
      expect(await store.get(crypto.randomUUID())).toBeUndefined();
    });

    it("lists all accounts oldest first, page by page", async () => {
      const store = open();
      const ids: string[] = Array.from({ length: 5 }, () => crypto.randomUUID()).sort(byText);
      for (const id of ids.toReversed()) await store.create(aChatAccount({ id }));
      const listed: string[] = [];
      let after: string | undefined;
      do {
        const page = await store.list({ limit: 2, after });
        expect(page.length).toBeLessThanOrEqual(2);
        listed.push(...page.map(({ id }) => id));
        after = page.at(-1)?.id;
      } while (after !== undefined);
      expect(listed).toEqual([...listed].sort(byText));
      expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
    });

    it("finds accounts by the platform's numbers, beyond 2^53 too", async () => {
      const store = open();
      const providerBusinessAccountId = "90071992547409931234";
      const [first, second] = [
        aChatAccount({ providerBusinessAccountId, providerPhoneNumberId: `9007199254740993${someDigits(8)}` }),
        aChatAccount({ providerBusinessAccountId }),
      ];
      await store.create(first);
      await store.create(second);
      expect(await store.findByProviderNumber(first.providerPhoneNumberId ?? "")).toEqual(first);
      expect(await store.findByProviderNumber(someDigits())).toBeUndefined();
      const found = await store.findByProviderBusiness(providerBusinessAccountId);
      expect(found.map(({ id }) => id)).toEqual([first.id, second.id].sort(byText));
      expect(await store.findByProviderBusiness(someDigits())).toEqual([]);
    });

    it("gives a provider's number to one account only, and writes nothing for another", async () => {
      const store = open();
      const account = aChatAccount();
      const rival = aChatAccount({ providerPhoneNumberId: account.providerPhoneNumberId, isDefault: true });
      const other = aChatAccount();
      await store.create(account);
      await store.create(other);
      await expect(store.create(rival)).rejects.toBeInstanceOf(ProviderNumberTakenError);
      expect(await store.get(rival.id)).toBeUndefined();
      expect(await store.listFor(rival.owners[0] ?? anOwner())).toEqual([]);
      const stolen = { ...other, label: "Thief", providerPhoneNumberId: account.providerPhoneNumberId };
      await expect(store.replace(stolen)).rejects.toBeInstanceOf(ProviderNumberTakenError);
      expect(await store.get(other.id)).toEqual(other);
      expect((await store.findByProviderNumber(account.providerPhoneNumberId ?? ""))?.id).toBe(account.id);
    });

    it("lets exactly one of ten accounts have a number that they ask for at once", async () => {
      const store = open();
      const providerPhoneNumberId = someDigits();
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, () => store.create(aChatAccount({ providerPhoneNumberId }))),
      );
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    it("leaves its numbers free when it changes them or goes", async () => {
      const store = open();
      const account = aChatAccount();
      await store.create(account);
      const moved = { ...account, providerPhoneNumberId: someDigits(), providerBusinessAccountId: someDigits() };
      expect(await store.replace(moved)).toEqual(moved);
      expect(await store.findByProviderNumber(account.providerPhoneNumberId ?? "")).toBeUndefined();
      expect(await store.findByProviderBusiness(account.providerBusinessAccountId)).toEqual([]);
      expect((await store.findByProviderNumber(moved.providerPhoneNumberId))?.id).toBe(account.id);
      expect(await store.create(aChatAccount({ providerPhoneNumberId: account.providerPhoneNumberId }))).toBeDefined();
      const bare = { ...moved, providerPhoneNumberId: undefined };
      expect(await store.replace(bare)).toEqual(bare);
      expect(await store.findByProviderNumber(moved.providerPhoneNumberId)).toBeUndefined();
      expect(await store.get(account.id)).not.toHaveProperty("providerPhoneNumberId", expect.anything());
      await store.replace(moved);
      expect(await store.remove(account.id)).toBe(true);
      expect(await store.findByProviderNumber(moved.providerPhoneNumberId)).toBeUndefined();
      expect(await store.findByProviderBusiness(moved.providerBusinessAccountId)).toEqual([]);
    });

    it("takes the place of any other default, for each of its owners", async () => {
      const store = open();
      const [anna, ben, cleo] = newOwners(3) as [Owner, Owner, Owner];
      const first = aChatAccount({ owners: [anna, ben], isDefault: true });
      await store.create(first);
      const second = aChatAccount({ owners: [ben, cleo], isDefault: true });
      await store.create(second);
      expect(await Promise.all([anna, ben, cleo].map((owner) => defaultOf(store, owner)))).toEqual([
        first.id,
        second.id,
        second.id,
      ]);
      // The first account is no longer the default of any of its owners.
      expect((await store.get(first.id))?.isDefault).toBe(false);
      expect((await store.get(second.id))?.isDefault).toBe(true);
      await store.replace(first);
      expect(await defaultOf(store, ben)).toBe(first.id);
      expect((await store.get(second.id))?.isDefault).toBe(false);
    });

    it("has another revision when another account has become the default", async () => {
      const store = open();
      const owners = newOwners(2);
      const one = await store.create(aChatAccount({ owners, isDefault: true }));
      const { revision: _revision, ...other } = await store.create(aChatAccount({ owners }));
      const read = await store.get(one.id);
      expect([read?.isDefault, read?.revision]).toEqual([true, one.revision]);
      await store.replace({ ...other, isDefault: true });
      const now = await store.get(one.id);
      expect([now?.isDefault, now?.revision === one.revision]).toEqual([false, false]);
      const present = now?.revision ?? "";
      await expect(store.replace({ ...one, label: "Late" }, [one.revision])).rejects.toMatchObject({ present });
      await expect(store.remove(one.id, [one.revision])).rejects.toMatchObject({ present });
      expect(await defaultOf(store, owners[0] ?? anOwner())).toBe(other.id);
      expect(await store.remove(one.id, [present])).toBe(true);
    });

    it("gives the default up on a replace that does not ask for it, and leaves another's default alone", async () => {
      const store = open();
      const [anna, ben] = newOwners(2) as [Owner, Owner];
      const first = aChatAccount({ owners: [anna, ben], isDefault: true });
      const second = aChatAccount({ owners: [anna], isDefault: true });
      await store.create(first);
      await store.create(second);
      await store.replace({ ...first, isDefault: false });
      expect(await defaultOf(store, anna)).toBe(second.id);
      expect(await defaultOf(store, ben)).toBeUndefined();
    });

    it("takes the default from an owner whom it loses, and gives it to one whom it gains", async () => {
      const store = open();
      const [anna, ben] = newOwners(2) as [Owner, Owner];
      const account = aChatAccount({ owners: [anna], isDefault: true });
      await store.create(account);
      await store.replace({ ...account, owners: [ben] });
      expect(await defaultOf(store, anna)).toBeUndefined();
      expect(await store.findFor(anna, account.id)).toBeUndefined();
      expect(await store.listFor(anna)).toEqual([]);
      expect(await defaultOf(store, ben)).toBe(account.id);
      await store.replace({ ...account, owners: [anna, ben], isDefault: false });
      expect((await store.listFor(anna)).map(({ id }) => id)).toEqual([account.id]);
      expect(await defaultOf(store, ben)).toBeUndefined();
    });

    it("exchanges more owners than a transaction holds", async () => {
      const store = open();
      const account = aChatAccount({ owners: newOwners(250), isDefault: true });
      expect(await store.create(account)).toEqual(account);
      expect(await store.get(account.id)).toEqual(account);
      const others = newOwners(230);
      const numbers = { providerPhoneNumberId: someDigits(), providerBusinessAccountId: someDigits() };
      const changed = { ...account, ...numbers, owners: others };
      expect(await store.replace(changed)).toEqual(changed);
      expect(await store.get(account.id)).toEqual(changed);
      expect(await store.listFor(account.owners[0] ?? anOwner())).toEqual([]);
      expect(await store.findFor(account.owners.at(-1) ?? anOwner(), account.id)).toBeUndefined();
      const last = others.at(-1) ?? anOwner();
      expect(await store.findFor(last, account.id)).toMatchObject({ id: account.id, label: account.label });
      expect(await defaultOf(store, last)).toBe(account.id);
      const few = { ...changed, owners: others.slice(228), isDefault: false };
      expect(await store.replace(few)).toEqual(few);
      expect(await store.findFor(last, account.id)).toEqual(few);
      expect(await defaultOf(store, last)).toBeUndefined();
      expect(await store.listFor(others[0] ?? anOwner())).toEqual([]);
      expect(await store.remove(account.id)).toBe(true);
      expect(await store.listFor(last)).toEqual([]);
    });

    it("ends with one default when 20 accounts of the same owners take it at once", async () => {
      const store = open();
      const owners = newOwners(3);
      const accounts = Array.from({ length: 20 }, () => aChatAccount({ owners }));
      for (const account of accounts) await store.create(account);
      await Promise.all(accounts.map((account) => store.replace({ ...account, isDefault: true })));
      const ends = await Promise.all(owners.map((owner) => defaultOf(store, owner)));
      expect(new Set(ends).size).toBe(1);
      const listed = await Promise.all(accounts.map(({ id }) => store.get(id)));
      expect(listed.filter((one) => one?.isDefault).map((one) => one?.id)).toEqual([ends[0]]);
    });

    it("ends with one state when one account is replaced 20 times at once, every other time as the default", async () => {
      const store = open();
      const owners = newOwners(2);
      const account = aChatAccount({ owners });
      await store.create(account);
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          store.replace({
            ...account,
            label: `Turn ${i}`,
            isDefault: i % 2 === 0,
            owners: i % 2 === 0 ? owners : [owners[0] ?? anOwner()],
          }),
        ),
      );
      const end = await store.get(account.id);
      const turn = Number(end?.label.split(" ")[1]);
      expect(end).toMatchObject({ isDefault: turn % 2 === 0, owners: turn % 2 === 0 ? owners : [owners[0]] });
      expect(await defaultOf(store, owners[0] ?? anOwner())).toBe(turn % 2 === 0 ? account.id : undefined);
      expect((await store.listFor(owners[1] ?? anOwner())).length).toBe(turn % 2 === 0 ? 1 : 0);
    });

    it("writes nothing when the account to replace is gone, and removes once", async () => {
      const store = open();
      const account = aChatAccount({ isDefault: true });
      expect(await store.replace(account)).toBeUndefined();
      expect(await store.listFor(account.owners[0] ?? anOwner())).toEqual([]);
      await store.create(account);
      const removed = await Promise.all([store.remove(account.id), store.remove(account.id)]);
      expect(removed.toSorted()).toEqual([false, true]);
      expect(await store.get(account.id)).toBeUndefined();
      expect(await defaultOf(store, account.owners[0] ?? anOwner())).toBeUndefined();
      expect(await store.remove(account.id)).toBe(false);
    });

    it("keeps the last verification, unless the account was saved again since it was read", async () => {
      const store = open();
      const account = aChatAccount({ isDefault: true });
      await store.create(account);
      const verification = { at: "2026-11-21T12:00:00.000Z", problems: ["registration_status"], quality: "RED" };
      await store.noteVerification(account, verification);
      expect(await store.get(account.id)).toEqual({ ...account, verification });
      const saved = { ...account, verification, updatedAt: "2026-11-22T12:00:00.000Z" };
      await store.replace(saved);
      await store.noteVerification(account, { ...verification, problems: [] });
      expect(await store.get(account.id)).toEqual(saved);
      await store.remove(account.id);
      await store.noteVerification(saved, verification);
      expect(await store.get(account.id)).toBeUndefined();
    });

    it("keeps and forgets that the provider refuses an account, unless it was saved again since it was read", async () => {
      const store = open();
      const account = aChatAccount({ isDefault: true });
      await store.create(account);
      const refusal = { sinceMs: 1, tries: 2, nextTryAtMs: 3, reason: "not found" };
      await store.noteRefusal(account, refusal);
      expect(await store.get(account.id)).toEqual({ ...account, refusal });
      const saved = { ...account, refusal, updatedAt: "2026-11-22T12:00:00.000Z" };
      await store.replace(saved);
      await store.noteRefusal(account, undefined);
      expect(await store.get(account.id)).toEqual(saved);
      await store.noteRefusal(saved, undefined);
      expect(await store.get(account.id)).toEqual({ ...account, updatedAt: saved.updatedAt });
      await store.remove(account.id);
      await store.noteRefusal(saved, refusal);
      expect(await store.get(account.id)).toBeUndefined();
    });

    it("refuses to create over an account that is there", async () => {
      const store = open();
      const account: ChatAccount = aChatAccount();
      await store.create(account);
      await expect(store.create({ ...account, label: "Other" })).rejects.toThrow("exists already");
      expect(await store.get(account.id)).toEqual(account);
    });

    it("never leaves a default that is gone, however removing and taking fall together", async () => {
      for (let round = 0; round < 5; round++) {
        const store = open();
        const account = aChatAccount();
        await store.create(account);
        await Promise.all([store.remove(account.id), store.replace({ ...account, isDefault: true })]);
        expect(await defaultOf(store, account.owners[0] ?? anOwner())).toBeUndefined();
        expect(await store.listFor(account.owners[0] ?? anOwner())).toEqual([]);
      }
    });
  });
}

chatAccountStoreContract("in memory", () => inMemoryChatAccountStore());
chatAccountStoreContract("DynamoDB", () => new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog }));
