import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sealed } from "../../../shared/kernel/secrets/secret-box.ts";
import { MAX_WEBHOOKS } from "../../../shared/webhooks/domain/webhook.ts";
import { DynamoWebhookStore } from "../../../shared/webhooks/dynamo/webhook-store.ts";
import type { WebhookStore } from "../../../shared/webhooks/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aWebhook } from "../../support/builders.ts";
import { inMemoryWebhookStore } from "../../support/in-memory-webhook-store.ts";
import { compareWithoutRevisions } from "../../support/same-but-revision.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

compareWithoutRevisions();

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** Tests the promises that every WebhookStore keeps. */
function webhookStoreContract(name: string, open: () => WebhookStore): void {
  describe(`WebhookStore: ${name}`, () => {
    const setUp = async (count: number) => {
      const store = open();
      const owner = anOwner();
      const webhooks = Array.from({ length: count }, (_, i) => aWebhook({ owner, id: idOf(i + 1) }));
      for (const webhook of webhooks) await store.create(webhook);
      const [first = aWebhook()] = webhooks;
      return { store, owner, webhooks, first };
    };

    it("answers a webhook as it was created", async () => {
      const { store, owner, first } = await setUp(1);
      expect(await store.get(owner, first.id)).toEqual(first);
      const whole = aWebhook({
        owner,
        eventTypes: ["notification.sent", "webhook.disabled"],
        description: "Ä",
        isEnabled: false,
        disabledReason: "no success for 5 days",
        previousSecret: { secret: "before" as Sealed, untilMs: 7 },
      });
      expect(await store.create(whole)).toBeDefined();
      expect(await store.get(owner, whole.id)).toEqual(whole);
    });

    it("hides webhooks from every other owner", async () => {
      const { store, owner, first } = await setUp(1);
      const stranger = anOwner();
      expect(await store.get(stranger, first.id)).toBeUndefined();
      expect(await store.list(stranger)).toEqual([]);
      expect(await store.update(stranger, first.id, (known) => ({ ...known, url: "https://x.example" }))).toBe(
        undefined,
      );
      expect(await store.remove(stranger, first.id)).toBe(false);
      expect(await store.get(owner, first.id)).toEqual(first);
    });

    it("lists newest last", async () => {
      const { store, owner } = await setUp(3);
      expect((await store.list(owner)).map(({ id }) => id)).toEqual([idOf(1), idOf(2), idOf(3)]);
    });

    it("refuses to create a webhook twice, and does not count it twice", async () => {
      const { store, owner, first } = await setUp(1);
      await expect(store.create(first)).rejects.toThrow(/exists already/);
      for (let i = 2; i <= MAX_WEBHOOKS; i += 1)
        expect(await store.create(aWebhook({ owner, id: idOf(i) }))).toBeDefined();
    });

    it("has room for so many of one owner, and again for one when one is removed", async () => {
      const { store, owner, first } = await setUp(MAX_WEBHOOKS);
      expect(await store.create(aWebhook({ owner }))).toBeUndefined();
      expect(await store.list(owner)).toHaveLength(MAX_WEBHOOKS);
      expect(await store.create(aWebhook())).toBeDefined();
      expect([await store.remove(owner, first.id), await store.remove(owner, first.id)]).toEqual([true, false]);
      expect(await store.create(aWebhook({ owner }))).toBeDefined();
      expect(await store.create(aWebhook({ owner }))).toBeUndefined();
    });

    it("gives the last place to one of 8 that come at once", async () => {
      const { store, owner } = await setUp(MAX_WEBHOOKS - 1);
      const created = await Promise.all(Array.from({ length: 8 }, () => store.create(aWebhook({ owner }))));
      expect(created.filter(Boolean)).toHaveLength(1);
      expect(await store.list(owner)).toHaveLength(MAX_WEBHOOKS);
    });

    it("updates what is there, and leaves nothing of what it had", async () => {
      const { store, owner } = await setUp(0);
      const webhook = aWebhook({ owner, isEnabled: false, disabledReason: "gone" });
      await store.create(webhook);
      const { disabledReason: _gone, ...rest } = webhook;
      const next = { ...rest, isEnabled: true, updatedAt: "2026-11-22T12:00:00.000Z" };
      expect(await store.update(owner, webhook.id, () => next)).toEqual(next);
      expect(await store.get(owner, webhook.id)).toEqual(next);
    });

    it("makes no webhook of a change to one that is gone", async () => {
      const { store, owner, first } = await setUp(1);
      await store.remove(owner, first.id);
      expect(await store.update(owner, first.id, (known) => known)).toBeUndefined();
      expect(await store.list(owner)).toEqual([]);
    });

    it("loses none of 5 changes that come at once", async () => {
      const { store, owner, first } = await setUp(1);
      const add = (text: string) =>
        store.update(owner, first.id, (known) => ({ ...known, description: known.description + text }));
      await Promise.all([..."abcde"].map(add));
      expect([...((await store.get(owner, first.id))?.description ?? "")].sort().join("")).toBe("abcde");
    });
  });
}

webhookStoreContract("in memory", () => inMemoryWebhookStore());
webhookStoreContract("DynamoDB", () => new DynamoWebhookStore(fixture.client, "Config"));
