import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { MOST_WITH_TOPIC, REASONS, type Suppression } from "../../../shared/suppressions/domain/suppression.ts";
import { DynamoSuppressionStore } from "../../../shared/suppressions/dynamo/suppression-store.ts";
import type { SuppressionStore } from "../../../shared/suppressions/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const ANA = "ana@shop.example";
let made = 0;
/** Ids of one millisecond have no order, so each id has a millisecond of its own. */
const nextId = () => `019a2b4c-${String(++made).padStart(4, "0")}-7c3e-9f21-5a6b7c8d9e07`;
const aSuppression = (owner: Owner, changes: Partial<Suppression> = {}): Suppression => ({
  owner,
  id: nextId(),
  channel: "email",
  recipient: ANA,
  reason: "manual",
  createdAt: "2026-11-27T10:00:00.000Z",
  ...changes,
});

/** Runs twenty calls at a time. */
async function inBatches<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let first = 0; first < items.length; first += 20)
    made.push(...(await Promise.all(items.slice(first, first + 20).map(make))));
  return made;
}

/** All SuppressionStores keep these promises. */
function suppressionContract(name: string, open: () => SuppressionStore): void {
  describe(`SuppressionStore: ${name}`, () => {
    const added = async (store: SuppressionStore, suppression: Suppression) => {
      const one = await store.add(suppression);
      if (one === "full") throw new Error("the recipient has no room for another suppression");
      return one;
    };
    const filled = async (store: SuppressionStore, owner: Owner, ...changes: readonly Partial<Suppression>[]) => {
      const all: Suppression[] = [];
      for (const change of changes) all.push((await added(store, aSuppression(owner, change))).suppression);
      return all;
    };
    const idsOf = (all: readonly Suppression[] = []) => all.map(({ id }) => id);

    it("makes one suppression for a recipient, a reason and a topic, and returns that one afterwards", async () => {
      const store = open();
      const owner = anOwner();
      const first = aSuppression(owner, { topic: "news", notificationId: "n", response: "550 5.1.1 no" });
      expect(await store.add(first)).toEqual({ suppression: first, isNew: true });
      const again = await store.add(aSuppression(owner, { topic: "news", recipient: "ANA@Shop.Example" }));
      expect(again).toEqual({ suppression: first, isNew: false });
      expect(await store.list(owner, { limit: 10 })).toEqual({ suppressions: [first] });
    });

    it("makes another one for another topic, reason, recipient or owner", async () => {
      const store = open();
      const [owner, other] = [anOwner(), anOwner()];
      const changes = [
        {},
        { topic: "news" },
        { topic: "x" },
        { reason: "bounce" },
        { recipient: "bo@x.example" },
      ] as const;
      const all = await filled(store, owner, ...changes);
      const [elsewhere] = await filled(store, other, {});
      expect(new Set(idsOf(all)).size).toBe(5);
      expect(idsOf((await store.list(other, { limit: 10 })).suppressions)).toEqual([elsewhere?.id]);
    });

    it("makes one of many at the same time", async () => {
      const store = open();
      const owner = anOwner();
      const all = await Promise.all(Array.from({ length: 12 }, () => added(store, aSuppression(owner))));
      expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(all.map(({ suppression }) => suppression.id)).size).toBe(1);
      expect((await store.list(owner, { limit: 10 })).suppressions).toHaveLength(1);
    });

    it("says of a write that is repeated with its id that it is new, as at the first time", async () => {
      const store = open();
      const one = aSuppression(anOwner());
      await store.add(one);
      expect(await store.add(one)).toEqual({ suppression: one, isNew: true });
    });

    it("removes one and leaves the recipient's others, and makes a new one afterwards", async () => {
      const store = open();
      const owner = anOwner();
      const [first, other] = await filled(store, owner, {}, { reason: "complaint" });
      expect(await store.remove(owner, first?.id ?? "")).toBe(true);
      expect(await store.remove(owner, first?.id ?? "")).toBe(false);
      expect(await store.remove(anOwner(), other?.id ?? "")).toBe(false);
      expect(idsOf([...((await store.standing(owner, [ANA])).get(ANA) ?? [])] as Suppression[])).toEqual([other?.id]);
      const again = await added(store, aSuppression(owner));
      expect(again.isNew).toBe(true);
      expect(again.suppression.id).not.toBe(first?.id);
      await store.remove(owner, other?.id ?? "");
      await store.remove(owner, again.suppression.id);
      expect(await store.standing(owner, [ANA])).toEqual(new Map());
      expect(await store.list(owner, { limit: 10 })).toEqual({ suppressions: [] });
    });

    it("has room for a bounded number of topics of a recipient, and for every reason beside them", async () => {
      const store = open();
      const owner = anOwner();
      const topics = Array.from({ length: MOST_WITH_TOPIC }, (_, i) => `t${i}-${"x".repeat(58)}`.slice(0, 64));
      const all = await inBatches(topics, (topic) => added(store, aSuppression(owner, { topic })));
      const another = { topic: "one-more" };
      expect(await store.add(aSuppression(owner, another))).toBe("full");
      expect(await added(store, aSuppression(owner, { topic: topics[0] }))).toMatchObject({ isNew: false });
      for (const reason of REASONS)
        expect(await added(store, aSuppression(owner, { reason }))).toMatchObject({ isNew: true });
      expect((await store.standing(owner, [ANA])).get(ANA)).toHaveLength(MOST_WITH_TOPIC + REASONS.length);
      for (const one of all.slice(0, REASONS.length + 1)) await store.remove(owner, one.suppression.id);
      expect(await added(store, aSuppression(owner, another))).toMatchObject({ isNew: true });
    }, 60_000);

    it("removes one once, whoever asks at the same time", async () => {
      const store = open();
      const owner = anOwner();
      const [one] = await filled(store, owner, {});
      const removed = await Promise.all(Array.from({ length: 5 }, () => store.remove(owner, one?.id ?? "")));
      expect(removed.filter(Boolean)).toHaveLength(1);
    });

    it("lists the newest first, by pages that leave nothing out", async () => {
      const store = open();
      const owner = anOwner();
      const all = await filled(
        store,
        owner,
        ...Array.from({ length: 7 }, (_, i) => ({ recipient: `a${i}@x.example` })),
      );
      const newest = idsOf(all).sort().reverse();
      const first = await store.list(owner, { limit: 3 });
      expect(idsOf(first.suppressions)).toEqual(newest.slice(0, 3));
      const second = await store.list(owner, { limit: 3, after: first.next });
      const third = await store.list(owner, { limit: 3, after: second.next });
      expect(idsOf([...second.suppressions, ...third.suppressions])).toEqual(newest.slice(3));
      expect(third.next).toBeUndefined();
      expect((await store.list(owner, { limit: 7 })).next).toBeUndefined();
    });

    it("finds those of a recipient in any spelling, and those of a reason, or both", async () => {
      const store = open();
      const owner = anOwner();
      const [a, b, c] = await filled(
        store,
        owner,
        { recipient: "Ana@Straße.example", reason: "bounce" },
        { recipient: "ana@xn--strae-oqa.example", topic: "news" },
        { recipient: "+525512345678", channel: "chat", reason: "bounce" },
      );
      const list = async (query: object) => idsOf((await store.list(owner, { limit: 10, ...query })).suppressions);
      expect(await list({ recipient: "ANA@straße.EXAMPLE" })).toEqual([b?.id, a?.id]);
      expect(await list({ recipient: "+5215512345678" })).toEqual([c?.id]);
      expect(await list({ recipient: "nobody@x.example" })).toEqual([]);
      expect(await list({ reason: "bounce" })).toEqual([c?.id, a?.id]);
      expect(await list({ recipient: "ana@straße.example", reason: "bounce" })).toEqual([a?.id]);
      const first = await store.list(owner, { limit: 1, recipient: "ana@straße.example" });
      expect(idsOf(first.suppressions)).toEqual([b?.id]);
      const second = await store.list(owner, { limit: 1, recipient: "ana@straße.example", after: first.next });
      expect(second).toMatchObject({ suppressions: [{ id: a?.id }] });
      expect(second.next).toBeUndefined();
    });

    it("answers for each recipient that is asked for, as it was spelled, and leaves out those without any", async () => {
      const store = open();
      const owner = anOwner();
      const [one] = await filled(store, owner, { reason: "bounce" });
      const standing = await store.standing(owner, ["Ana@SHOP.example", "bo@x.example", "not an address"]);
      expect([...standing.keys()]).toEqual(["Ana@SHOP.example"]);
      expect(standing.get("Ana@SHOP.example")).toMatchObject([
        { id: one?.id, reason: "bounce", createdAt: one?.createdAt },
      ]);
      expect(await store.standing(owner, [])).toEqual(new Map());
      const fifty = Array.from({ length: 49 }, (_, i) => `x${i}@x.example`);
      expect((await store.standing(owner, [...fifty, ANA])).size).toBe(1);
    });
  });
}

suppressionContract("DynamoDB", () => new DynamoSuppressionStore(fixture.client, "Config"));
suppressionContract("in memory", inMemorySuppressions);

describe("DynamoSuppressionStore", () => {
  const lastOf = async (store: SuppressionStore, owner: Owner) =>
    (await store.list(owner, { limit: 1 })).suppressions[0];

  it("has removed one whose answer was lost on the way, when the client repeats the request", async () => {
    const owner = anOwner();
    const forgetful = new DynamoSuppressionStore(losingAnswers(fixture.client), "Config");
    await forgetful.add(aSuppression(owner));
    const id = (await lastOf(forgetful, owner))?.id ?? "";
    expect(await forgetful.remove(owner, id)).toBe(true);
    expect(await lastOf(forgetful, owner)).toBeUndefined();
    expect(await forgetful.remove(owner, id)).toBe(false);
  });

  it("has removed one also when the empty item of its recipient stays", async () => {
    const owner = anOwner();
    let transactions = 0;
    const breaking = withTransactions(fixture.client, async (send) => {
      if (++transactions > 1) throw new Error("the table does not answer");
      return send();
    });
    await new DynamoSuppressionStore(fixture.client, "Config").add(aSuppression(owner));
    const store = new DynamoSuppressionStore(breaking, "Config");
    expect(await store.remove(owner, (await lastOf(store, owner))?.id ?? "")).toBe(true);
    expect(await store.standing(owner, [ANA])).toEqual(new Map());
  });
});

function withTransactions(
  client: DynamoDBDocumentClient,
  run: (send: () => Promise<unknown>) => Promise<unknown>,
): DynamoDBDocumentClient {
  const send = async (command: object) => {
    const sent = () => client.send(command as TransactWriteCommand);
    return command instanceof TransactWriteCommand ? run(sent) : sent();
  };
  return { send } as unknown as DynamoDBDocumentClient;
}

/** Sends each transaction twice, as the client does when it gets no answer, and says so in the error. */
const losingAnswers = (client: DynamoDBDocumentClient): DynamoDBDocumentClient =>
  withTransactions(client, async (send) => {
    await send();
    return send().catch((error: unknown) => {
      if (error instanceof TransactionCanceledException) Object.assign(error.$metadata, { attempts: 2 });
      throw error;
    });
  });
