import { BatchWriteCommand, DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toSendingAccountView } from "../../../shared/email/contract/sending-accounts.ts";
import { MOST_ACCOUNTS } from "../../../shared/email/domain/sending-account.ts";
import { accountKey, DEFAULT_COPY, partition, toItem } from "../../../shared/email/dynamo/sending-account-item.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import type { SendingAccountStore } from "../../../shared/email/ports.ts";
import { answerBytes, MAX_PAYLOAD_BYTES } from "../../../shared/kernel/answer-size.ts";
import { OtherRevisionError, shownRevision } from "../../../shared/kernel/revision.ts";
import type { Sealed } from "../../../shared/kernel/secrets/secret-box.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** Every write creates another revision. */
const revision: unknown = expect.any(String);

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** Tests the promises that every SendingAccountStore keeps. */
function sendingAccountStoreContract(name: string, open: () => SendingAccountStore): void {
  describe(`SendingAccountStore: ${name}`, () => {
    const setUp = async (count: number) => {
      const store = open();
      const owner = anOwner();
      const accounts = Array.from({ length: count }, (_, i) => aSendingAccount({ owner, id: idOf(i + 1) }));
      for (const account of accounts) await store.create(account, "keep");
      const defaults = async () => (await store.list(owner)).filter((one) => one.isDefault).map((one) => one.id);
      return { store, owner, accounts, defaults };
    };

    it("answers an account as it was created, whatever its provider", async () => {
      const store = open();
      const smtp = aSendingAccount({
        fromAddresses: ["Ä@bücher.example", "*@news.example"],
        fromName: "Ä",
        trustedDomains: ["example.org"],
        apiAllowedDomains: ["a.example"],
      });
      const api = aSendingAccount({
        settings: {
          provider: "http_api",
          endpoint: "https://api.example/send",
          authHeaderName: "X-Key",
          bodyTemplate: "{}",
        },
      });
      const few = aSendingAccount({
        settings: { provider: "smtp", host: "m.example", port: 25, encryption: "none", maxConnections: 3 },
      });
      for (const account of [smtp, few, api]) {
        expect(await store.create(account, "keep")).toEqual({ ...account, isDefault: true, revision });
        expect(await store.get(account.owner, account.id)).toEqual({ ...account, isDefault: true, revision });
        expect(await store.find(account.owner, account.id)).toEqual({ ...account, revision });
      }
    });

    it("leads from a topic to the accounts of any owners that name it, and to no others (D45g)", async () => {
      const store = open();
      const topic = (name: string) => `arn:aws:sns:eu-west-1:123456789012:${name}-${crypto.randomUUID()}`;
      const [first, second] = [topic("first"), topic("second")];
      const [one, another] = [
        aSendingAccount({ feedbackTopicArn: first }),
        aSendingAccount({ owner: anOwner("with#a-sign"), feedbackTopicArn: first }),
      ];
      const naming = async (arn: string) =>
        (await store.namingTopic(arn, 10)).toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
      const sorted = [one, another]
        .map(({ owner, id }) => ({ owner, accountId: id }))
        .toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
      expect(await naming(first)).toEqual([]);
      for (const account of [one, another]) {
        expect(await store.create(account, "keep")).toMatchObject({ feedbackTopicArn: first });
        await store.create(aSendingAccount({ owner: account.owner }), "keep");
      }
      expect(await naming(first)).toEqual(sorted);
      expect(await store.namingTopic(first, 1)).toHaveLength(1);
      expect(await naming(`${first}x`)).toEqual([]);

      await store.replace({ ...one, label: "Same topic" }, "keep");
      expect(await naming(first)).toEqual(sorted);
      await store.replace({ ...one, feedbackTopicArn: second }, "take");
      expect(await naming(first)).toEqual([{ owner: another.owner, accountId: another.id }]);
      expect(await naming(second)).toEqual([{ owner: one.owner, accountId: one.id }]);
      await store.replace({ ...one, feedbackTopicArn: undefined }, "give-up");
      expect(await naming(second)).toEqual([]);
      expect((await store.get(one.owner, one.id))?.feedbackTopicArn).toBeUndefined();
      await store.remove(another.owner, another.id);
      expect(await naming(first)).toEqual([]);
    });

    it("leads from no topic to an account of test mode that names it (D48)", async () => {
      const store = open();
      const feedbackTopicArn = `arn:aws:sns:eu-west-1:123456789012:test-${crypto.randomUUID()}`;
      const account = aSendingAccount({ owner: testOwnerOf(anOwner()), feedbackTopicArn });
      expect(await store.create(account, "keep")).toMatchObject({ feedbackTopicArn });
      expect(await store.replace({ ...account, label: "Changed" }, "keep")).toMatchObject({ feedbackTopicArn });
      expect(await store.namingTopic(feedbackTopicArn, 1)).toEqual([]);
      await store.remove(account.owner, account.id);
    });

    it("hides accounts from every other owner", async () => {
      const { store, accounts } = await setUp(1);
      const [account] = accounts;
      const id = account?.id ?? "";
      const stranger = anOwner();
      expect(await store.get(stranger, id)).toBeUndefined();
      expect(await store.find(stranger, id)).toBeUndefined();
      expect(await store.findDefault(stranger)).toBeUndefined();
      expect(await store.list(stranger)).toEqual([]);
      expect(await store.replace(aSendingAccount({ owner: stranger, id }), "take")).toBeUndefined();
      expect(await store.findDefault(stranger)).toBeUndefined();
      expect(await store.remove(stranger, id)).toBe(false);
      expect(await store.get(account?.owner ?? anOwner(), id)).toBeDefined();
    });

    it("notes an account's health, which its owner's writes leave as it is", async () => {
      const { store, owner, accounts } = await setUp(1);
      const [account = aSendingAccount()] = accounts;
      const failing = { status: "failing", sinceMs: 7 } as const;
      await store.noteHealth(account, failing);
      expect((await store.find(owner, account.id))?.health).toEqual(failing);
      const at = "2026-11-22T12:00:00.000Z";
      const fromAddresses = ["*@news.example"];
      const replaced = { ...account, label: "New", fromAddresses, fromName: "Ä", serverChangedAt: at, updatedAt: at };
      await store.replace(replaced, "keep");
      expect(await store.get(owner, account.id)).toEqual({ ...replaced, isDefault: true, health: failing, revision });
      const { fromName: _gone, fromAddresses: _goneToo, ...nameless } = replaced;
      await store.replace(nameless, "keep");
      expect(await store.get(owner, account.id)).toEqual({ ...nameless, isDefault: true, health: failing, revision });
    });

    it("keeps the health that another delivery has noted first, and makes no account of a note", async () => {
      const { store, owner, accounts } = await setUp(1);
      const [account = aSendingAccount()] = accounts;
      await store.noteHealth(account, { status: "failing", sinceMs: 1 });
      await store.noteHealth(account, { status: "doubtful", sinceMs: 2 });
      const seen = await store.find(owner, account.id);
      expect(seen?.health).toEqual({ status: "failing", sinceMs: 1 });
      await store.noteHealth(seen ?? account, { status: "working", sinceMs: 3 });
      await store.noteHealth(seen ?? account, { status: "working", sinceMs: 4 });
      expect((await store.find(owner, account.id))?.health).toEqual({ status: "working", sinceMs: 3 });
      await store.remove(owner, account.id);
      await store.noteHealth(account, { status: "failing", sinceMs: 5 });
      expect(await store.find(owner, account.id)).toBeUndefined();
    });

    it("lists newest last", async () => {
      const { store, owner } = await setUp(3);
      expect((await store.list(owner)).map((one) => one.id)).toEqual([idOf(1), idOf(2), idOf(3)]);
    });

    it("makes the first account the default, and no later one that does not ask", async () => {
      const { store, owner, defaults } = await setUp(2);
      expect(await defaults()).toEqual([idOf(1)]);
      expect((await store.findDefault(owner))?.id).toBe(idOf(1));
    });

    it("judges a send by the default account as it is, whatever was just changed of it", async () => {
      const { store, owner, accounts } = await setUp(2);
      const [first = aSendingAccount(), second = aSendingAccount()] = accounts;
      const changed = { ...first, trustedDomains: ["shop.example"], apiAllowedDomains: ["panel.example"] };
      await store.replace(changed, "keep");
      const { id, label, trustedDomains, apiAllowedDomains } = changed;
      expect(await store.findDefault(owner)).toMatchObject({ owner, id, label, trustedDomains, apiAllowedDomains });
      await store.replace({ ...second, label: "Second" }, "keep");
      expect(await store.findDefault(owner)).toMatchObject({ id, label });
      await store.replace({ ...second, label: "Second" }, "take");
      expect(await store.findDefault(owner)).toMatchObject({ id: second.id, label: "Second", trustedDomains: [] });
      await store.replace({ ...changed, label: "Not the default" }, "keep");
      expect(await store.findDefault(owner)).toMatchObject({ id: second.id, label: "Second" });
      await store.remove(owner, second.id);
      expect(await store.findDefault(owner)).toBeUndefined();
      await store.create(aSendingAccount({ owner, id: idOf(3), label: "Third" }), "keep");
      expect(await store.findDefault(owner)).toMatchObject({ id: idOf(3), label: "Third" });
    });

    it("finds what is there at this moment", async () => {
      const { store, owner, accounts } = await setUp(1);
      const [account = aSendingAccount()] = accounts;
      await store.replace({ ...account, label: "New" }, "keep");
      expect(await store.findPresent(owner, account.id)).toMatchObject({ label: "New", secret: account.secret });
      await store.remove(owner, account.id);
      expect(await store.findPresent(owner, account.id)).toBeUndefined();
    });

    it("ends with one default when 20 first accounts are created at once", async () => {
      const store = open();
      const owner = anOwner();
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.create(aSendingAccount({ owner, id: idOf(i) }), "keep")),
      );
      const list = await store.list(owner);
      expect(list).toHaveLength(20);
      expect(list.filter((one) => one.isDefault)).toHaveLength(1);
      expect(created.filter((one) => one !== "full" && one.isDefault)).toHaveLength(1);
    });

    it("takes as many of twelve large accounts at once as one answer shows, and one more when one has gone", async () => {
      const [store, owner] = [open(), anOwner()];
      const large = (n: number, characters = 200_000) =>
        aSendingAccount({
          ...{ owner, id: idOf(n) },
          settings: {
            provider: "http_api",
            endpoint: "https://api.example/send",
            bodyTemplate: '"'.repeat(characters),
          },
        });
      const made = await Promise.all(Array.from({ length: 12 }, (_, n) => store.create(large(n), "keep")));
      const kept = made.filter((one) => one !== "full");
      expect(kept).toHaveLength(7);
      expect((await store.list(owner)).map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort());
      expect(answerBytes((await store.list(owner)).map(toSendingAccountView))).toBeLessThan(MAX_PAYLOAD_BYTES);
      const id = kept[0]?.id ?? "";
      expect(await store.create(large(100, 150_000), "keep")).toBe("full");
      expect(await store.replace({ ...large(0, 100_000), id }, "keep")).toMatchObject({ id });
      expect(await store.create(large(100, 150_000), "keep")).toMatchObject({ id: idOf(100) });
      expect(await store.replace({ ...large(0), id }, "keep")).toBe("full");
      expect(await store.replace({ ...large(0, 100_000), id, label: "New" }, "keep")).toMatchObject({ label: "New" });
      expect(await store.remove(owner, id)).toBe(true);
      expect(await store.create(large(101, 100_000), "take")).toMatchObject({ isDefault: true });
      expect(await store.create(large(102, 100_000), "keep")).toBe("full");
      expect(await store.create(large(102), "keep")).toBe("full");
      expect(await store.create({ ...large(102), owner: anOwner() }, "keep")).toMatchObject({ id: idOf(102) });
    });

    it("moves the default to the account that takes it, on create and on replace", async () => {
      const { store, owner, accounts, defaults } = await setUp(2);
      expect(await store.create(aSendingAccount({ owner, id: idOf(3) }), "take")).toMatchObject({ isDefault: true });
      expect(await defaults()).toEqual([idOf(3)]);
      expect(await store.replace(accounts[1] ?? aSendingAccount(), "take")).toMatchObject({ isDefault: true });
      expect(await defaults()).toEqual([idOf(2)]);
    });

    it("shows at most one default while many take it at once", async () => {
      const { store, accounts, defaults } = await setUp(5);
      const looks = await Promise.all(
        accounts.flatMap((account) => [store.replace(account, "take").then(() => []), defaults()]),
      );
      expect(looks.every((ids) => ids.length <= 1)).toBe(true);
      expect(await defaults()).toHaveLength(1);
    });

    it("keeps the default where it is on a replace that does not speak of it", async () => {
      const { store, accounts, defaults } = await setUp(2);
      const [first, second] = accounts;
      expect(await store.replace({ ...(first ?? aSendingAccount()), label: "New" }, "keep")).toMatchObject({
        label: "New",
        isDefault: true,
      });
      expect(await store.replace(second ?? aSendingAccount(), "keep")).toMatchObject({ isDefault: false });
      expect(await defaults()).toEqual([idOf(1)]);
    });

    it("leaves the owner without a default when the default gives it up, and changes nothing when another does (D15)", async () => {
      const { store, owner, accounts, defaults } = await setUp(2);
      const [first, second] = accounts;
      await store.replace(second ?? aSendingAccount(), "give-up");
      expect(await defaults()).toEqual([idOf(1)]);
      expect(await store.replace(first ?? aSendingAccount(), "give-up")).toMatchObject({ isDefault: false });
      expect(await defaults()).toEqual([]);
      expect(await store.findDefault(owner)).toBeUndefined();
    });

    it("replaces every field and resets what is left out", async () => {
      const { store, owner } = await setUp(1);
      const before = aSendingAccount({ owner, id: idOf(1), fromName: "Old", trustedDomains: ["old.example"] });
      await store.replace(before, "keep");
      const after = aSendingAccount({ owner, id: idOf(1) });
      await store.replace(after, "keep");
      expect(await store.find(owner, idOf(1))).toEqual({ ...after, revision });
    });

    it("writes nothing over an account that has another secret than the one to keep", async () => {
      const { store, owner, accounts, defaults } = await setUp(2);
      const [, account = aSendingAccount()] = accounts;
      const renewed = { ...account, secret: "bmV3" as Sealed };
      expect(await store.replace(renewed, "keep", { kept: account.secret })).toMatchObject({ secret: renewed.secret });
      const late = { ...account, label: "Late" };
      for (const change of ["take", "keep", "give-up"] as const)
        expect(await store.replace(late, change, { kept: account.secret })).toBe("changed");
      expect(await store.find(owner, account.id)).toEqual({ ...renewed, revision });
      expect(await defaults()).toEqual([idOf(1)]);
      expect(await store.replace({ ...late, secret: renewed.secret }, "take", { kept: renewed.secret })).toMatchObject({
        label: "Late",
      });
      expect(await store.replace(aSendingAccount({ owner }), "keep", { kept: account.secret })).toBeUndefined();
    });

    it("writes nothing when the account to replace is gone", async () => {
      const { store, owner } = await setUp(1);
      for (const change of ["take", "keep", "give-up"] as const)
        expect(await store.replace(aSendingAccount({ owner }), change)).toBeUndefined();
      expect((await store.list(owner)).map((one) => one.id)).toEqual([idOf(1)]);
      expect((await store.findDefault(owner))?.id).toBe(idOf(1));
    });

    it("writes and removes only what has an expected revision, and says which one it has", async () => {
      const { store, owner } = await setUp(1);
      const seen = async () => (await store.get(owner, idOf(1))) ?? aSendingAccount();
      const first = await seen();
      const second = await store.replace(first, "keep", { expected: ["another", shownRevision(first)] });
      const now = await seen();
      expect(second).toEqual(now);
      expect(now.revision).not.toBe(first.revision);
      const late = { expected: [shownRevision(first)] };
      for (const change of ["take", "keep", "give-up"] as const)
        await expect(store.replace(first, change, late)).rejects.toMatchObject({ present: shownRevision(now) });
      await expect(store.remove(owner, idOf(1), late.expected)).rejects.toBeInstanceOf(OtherRevisionError);
      expect(await seen()).toEqual(now);
      expect(await store.replace(first, "keep", { expected: "any" })).toMatchObject({ isDefault: true });
      expect(await store.remove(owner, idOf(1), [shownRevision(await seen())])).toBe(true);
      expect(await store.remove(owner, idOf(1), ["gone"])).toBe(false);
      expect(await store.replace(first, "keep", late)).toBeUndefined();
    });

    it("gives both accounts another revision when the default moves, and none when health is noted", async () => {
      const { store, owner, accounts } = await setUp(2);
      const [first = aSendingAccount(), second = aSendingAccount()] = await store.list(owner);
      await store.noteHealth(first, { status: "failing", sinceMs: 1 });
      await store.replace(accounts[1] ?? second, "take", { expected: [shownRevision(second)] });
      const late = store.replace(first, "take", { expected: [shownRevision(first)] });
      await expect(late).rejects.toMatchObject({ present: first.revision });
      const expected = [shownRevision({ ...first, isDefault: false })];
      expect(await store.replace(first, "take", { expected })).toMatchObject({ isDefault: true });
    });

    it("refuses to create over an account that is there", async () => {
      const { store, accounts, owner } = await setUp(1);
      await expect(store.create({ ...(accounts[0] ?? aSendingAccount()), label: "Other" }, "take")).rejects.toThrow();
      expect((await store.find(owner, idOf(1)))?.label).toBe("Main");
    });

    it("leaves the owner without a default when the default is removed, and removes once", async () => {
      const { store, owner } = await setUp(2);
      expect(await store.remove(owner, idOf(1))).toBe(true);
      expect(await store.remove(owner, idOf(1))).toBe(false);
      expect(await store.findDefault(owner)).toBeUndefined();
      expect(await store.list(owner)).toMatchObject([{ id: idOf(2), isDefault: false }]);
    });

    it("never leaves a default that is gone, however removing and taking fall together", async () => {
      for (let round = 0; round < 10; round++) {
        const { store, owner, accounts } = await setUp(2);
        const [, second] = accounts;
        const taker = second ?? aSendingAccount();
        await Promise.all([store.remove(owner, taker.id), store.replace(taker, "take"), store.remove(owner, taker.id)]);
        const list = await store.list(owner);
        expect(list.map((one) => one.id)).toEqual([idOf(1)]);
        // Either the taker came too late and the first account stayed the default, or the default was deleted with the taker.
        expect([undefined, idOf(1)]).toContain((await store.findDefault(owner))?.id);
      }
    });

    it("lets exactly one of two removals succeed", async () => {
      const { store, owner } = await setUp(1);
      const removed = await Promise.all([store.remove(owner, idOf(1)), store.remove(owner, idOf(1))]);
      expect(removed.filter(Boolean)).toHaveLength(1);
    });
  });
}

sendingAccountStoreContract("in memory", () => inMemorySendingAccountStore());
sendingAccountStoreContract("DynamoDB", () => new DynamoSendingAccountStore(fixture.client, "Config"));

describe("DynamoSendingAccountStore", () => {
  it("reads the default account itself where its copy is gone, and a new account does not take its place", async () => {
    const [store, owner] = [new DynamoSendingAccountStore(fixture.client, "Config"), anOwner()];
    const account = aSendingAccount({ owner, trustedDomains: ["shop.example"] });
    await store.create(account, "keep");
    await fixture.client.send(
      new DeleteCommand({ TableName: "Config", Key: { pk: partition(owner), sk: DEFAULT_COPY } }),
    );
    await store.create(aSendingAccount({ owner }), "keep");
    expect(await store.findDefault(owner)).toMatchObject({ id: account.id, trustedDomains: ["shop.example"] });
    await store.replace({ ...account, label: "Again" }, "keep");
    expect(await store.findDefault(owner)).toMatchObject({ id: account.id, label: "Again" });
  });

  it("has room for a thousand accounts of one owner, all in the list, and for no more", async () => {
    const [store, owner] = [new DynamoSendingAccountStore(fixture.client, "Config"), anOwner()];
    const accounts = Array.from({ length: MOST_ACCOUNTS.count }, (_, n) => aSendingAccount({ owner, id: idOf(n) }));
    const items = accounts.map((one) => ({ ...accountKey(owner, one.id), ...toItem(one) }));
    for (let first = 0; first < items.length; first += 25) {
      const Config = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
      await fixture.client.send(new BatchWriteCommand({ RequestItems: { Config } }));
    }
    expect(await store.create(aSendingAccount({ owner }), "keep")).toBe("full");
    expect(await store.list(owner)).toHaveLength(MOST_ACCOUNTS.count);
    expect(await store.remove(owner, idOf(7))).toBe(true);
    expect(await store.create(aSendingAccount({ owner, id: idOf(5000) }), "keep")).toMatchObject({ id: idOf(5000) });
    expect(await store.create(aSendingAccount({ owner }), "keep")).toBe("full");
  });
});
