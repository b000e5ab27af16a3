import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import type { ChatContent } from "../../../shared/chat/domain/chat-content.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import type { ClaimedNotification, Notification } from "../../../shared/notifications/domain/notification.ts";
import type { ProviderEvent } from "../../../shared/notifications/domain/provider-status.ts";
import { DUE_LISTS } from "../../../shared/notifications/domain/sweep.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { DUE_SHARDS, type NotificationStore } from "../../../shared/notifications/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { aChatContent, aTemplateMessage } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { afterProviderEvent, type LifecycleState } from "../../support/lifecycle-state.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const LEASE_MS = 90_000;
let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const dynamoStore = (clock: Clock) =>
  new DynamoNotificationStore(fixture.client, {
    codecs: CONTENT_CODECS,
    ...{ table: "Notifications", leaseMs: LEASE_MS, clock, contentKeptDays: 7, recordKeptDays: 90 },
    blobs: () => Promise.reject(new Error("this content is small")),
  });

const happened = (event: ProviderEvent, atMs = 1000, more: { cause?: string; providerMessageId?: string } = {}) => ({
  ...{ event, atMs },
  ...more,
});

/** Tests the promises that every NotificationStore keeps for chat. */
function chatContract(name: string, { open, runs }: { open: (clock: Clock) => NotificationStore; runs: number }): void {
  describe(`NotificationStore for chat: ${name}`, () => {
    const setUp = async (changes: Partial<Notification> = {}, content: ChatContent = aChatContent()) => {
      const clock = fakeClock();
      const store = open(clock);
      const { conversationId } = content;
      const notification = aNotification({ channel: "chat", maxAttempts: 3, conversationId, ...changes });
      const { owner, id, accountId } = notification;
      await store.add(notification, content, "new");
      const claim = async (): Promise<ClaimedNotification> => {
        const claimed = await store.claim(owner, id);
        if (claimed === undefined) throw new Error("there was nothing to claim");
        return claimed;
      };
      const correlated = { owner, id, accountId, conversationId };
      const state = async () => {
        const found = await store.get(owner, id);
        if (found === undefined) throw new Error("the notification is gone");
        return found;
      };
      const isDue = async () => {
        const shards = DUE_LISTS.flatMap((list) =>
          Array.from({ length: DUE_SHARDS }, (_, shard) => store.due(list, shard, 1000)),
        );
        return (await Promise.all(shards)).flat().some((key) => key.owner === owner && key.id === id);
      };
      return { clock, store, notification, owner, id, claim, correlated, state, isDue };
    };

    it("finds no record that has expired by any reference, deleted or not, and applies no event to it", async () => {
      const { clock, store, id } = await setUp();
      const reference = { callbackId: id };
      clock.advance(90 * 86_400_000);
      expect(await store.findByProviderReference(reference)).toMatchObject({ id });
      clock.advance(1000);
      expect(await store.findByProviderReference(reference)).toBeUndefined();
      expect(await store.applyProviderEvent(reference, happened("delivered"))).toBeUndefined();
    });

    it("answers a chat notification as it was added", async () => {
      const { store, notification, owner, id } = await setUp();
      expect(await store.get(owner, id)).toEqual(notification);
    });

    it.each<[string, Partial<ChatContent>]>([
      ["a text", {}],
      ["a customer without a number", { customer: { providerUserId: "US.1" }, customerKey: "US.1" }],
      [
        "a template",
        {
          message: aTemplateMessage({
            components: {
              header: { type: "image", link: "https://a.example/a.png" },
              body: [],
              buttons: [{ index: 1, text: "A-17" }],
            },
          }),
        },
      ],
      [
        "a text header",
        { message: aTemplateMessage({ components: { header: { type: "text", text: "Ana" }, body: [], buttons: [] } }) },
      ],
      [
        "media by id, with a fallback",
        {
          message: { type: "document", source: { id: "m" }, filename: "a.pdf" },
          upload: {
            providerMediaId: "9",
            usableUntilMs: 5,
            contentType: "application/pdf",
            filename: "b.pdf",
            sizeBytes: 3,
          },
          fallback: aTemplateMessage(),
        },
      ],
      ["media by link", { message: { type: "image", source: { link: "https://a.example/a.png" }, caption: "c" } }],
      ["a place", { message: { type: "location", latitude: -12.5, longitude: 77.25, name: "HQ" } }],
      ["a reaction", { message: { type: "reaction", messageId: "wamid.1", emoji: "👍" } }],
      ["odd names of values", { message: aTemplateMessage({ values: JSON.parse('{"constructor":"x","":"y"}') }) }],
    ])("keeps %s as it was accepted", async (_what, changes) => {
      const content = aChatContent(changes);
      const { store, owner, id } = await setUp({}, content);
      expect(JSON.stringify(await store.findContent(owner, id))).toBe(JSON.stringify(content));
    });

    it("finds the notification by our own id from the beginning, and emails by none", async () => {
      const { store, id, correlated } = await setUp();
      expect(await store.findByProviderReference({ callbackId: id })).toEqual(correlated);
      const email = aNotification();
      await store.add(email, anEmail());
      expect(await store.findByProviderReference({ callbackId: email.id })).toBeUndefined();
      expect(await store.applyProviderEvent({ callbackId: email.id }, happened("failed"))).toBeUndefined();
      expect(await store.get(email.owner, email.id)).toMatchObject({ status: "pending" });
    });

    it("follows a message from the provider's answer to its being read", async () => {
      const { store, claim, state, correlated, id, isDue } = await setUp();
      expect(await store.record(await claim(), { to: "submitted", cloudMessageId: `cloud-${id}` })).toBe(true);
      expect(await state()).toMatchObject({ status: "submitted", provider: { cloudMessageId: `cloud-${id}` } });
      const providerMessageId = `wamid.${id}`;
      const sent = happened("sent", 1000, { providerMessageId });
      expect(await store.applyProviderEvent({ callbackId: id, cloudMessageId: `cloud-${id}` }, sent)).toEqual({
        ...correlated,
        isAssignmentDue: false,
      });
      // Later events may name the notification in any of three ways.
      await store.applyProviderEvent({ cloudMessageId: `cloud-${id}` }, happened("delivered", 2000));
      expect(await store.applyProviderEvent({ providerMessageId }, happened("read", 3000))).toEqual({
        ...correlated,
        isAssignmentDue: false,
      });
      expect(await state()).toMatchObject({
        status: "sent",
        provider: {
          cloudMessageId: `cloud-${id}`,
          providerMessageId,
          sentAtMs: 1000,
          deliveredAtMs: 2000,
          readAtMs: 3000,
        },
      });
      expect(await isDue()).toBe(false);
    });

    it("revives no message that was given up and that the provider has told of since (D23)", async () => {
      const { clock, store, owner, id, claim, state } = await setUp();
      await claim();
      clock.advance(LEASE_MS + 1);
      expect(await store.giveUp(owner, id, "interrupted")).toBe(true);
      await store.applyProviderEvent({ callbackId: id }, happened("sent"));
      expect(await store.revive(owner, id, ["interrupted"])).toBe(false);
      expect(await state()).toMatchObject({ status: "failed", lastError: "interrupted" });
    });

    describe("tells whether the hold is due (D28)", () => {
      const told = async ({ store, id }: Awaited<ReturnType<typeof setUp>>, event: ProviderEvent) =>
        (await store.applyProviderEvent({ callbackId: id }, happened(event)))?.isAssignmentDue;

      it.each(["pending", "processing"] as const)("while no worker has noted its answer: %s", async (status) => {
        const world = await setUp();
        if (status === "processing") await world.claim();
        // A repeated event finds the same state, because the process may have died during the first one.
        for (const event of ["sent", "sent", "delivered"] as const) expect(await told(world, event)).toBe(true);
        await world.store.noteAssignmentSettled(world.owner, world.id);
        for (const event of ["sent", "read"] as const) expect(await told(world, event)).toBe(false);
      });

      it("when the worker noted its answer, and that it could not see to the hold, until somebody has", async () => {
        const world = await setUp();
        const { store, id, claim, owner } = world;
        await store.record(await claim(), { to: "submitted", cloudMessageId: `c-${id}`, isAssignmentDue: true });
        for (const event of ["sent", "sent"] as const) expect(await told(world, event)).toBe(true);
        await store.noteAssignmentSettled(owner, id);
        expect(await told(world, "delivered")).toBe(false);
      });

      it("when an event was faster than the note of a worker that could not see to it", async () => {
        const world = await setUp();
        const { store, id, claim } = world;
        const claimed = await claim();
        expect(await told(world, "sent")).toBe(true);
        await store.record(claimed, { to: "submitted", cloudMessageId: `c-${id}`, isAssignmentDue: true });
        expect(await told(world, "delivered")).toBe(true);
      });

      it("of no notification that is not there", async () => {
        const { store } = await setUp();
        const id = crypto.randomUUID();
        await store.noteAssignmentSettled(anOwner("owner-1"), id);
        expect(await store.get(anOwner("owner-1"), id)).toBeUndefined();
      });
    });

    it("takes our own id before the provider's when the two name different messages", async () => {
      const first = await setUp();
      const second = await setUp();
      await second.store.record(await second.claim(), { to: "submitted", cloudMessageId: `c-${second.id}` });
      const reference = { callbackId: first.id, cloudMessageId: `c-${second.id}` };
      expect(await first.store.findByProviderReference(reference)).toEqual(first.correlated);
    });

    it.each([
      {},
      { callbackId: "no-such-id" },
      { callbackId: "", cloudMessageId: "", providerMessageId: "" },
      { callbackId: "x".repeat(5000) },
    ])("knows nothing of a message that is not ours: %j", async (reference) => {
      const { store } = await setUp();
      expect(await store.applyProviderEvent(reference, happened("sent"))).toBeUndefined();
    });

    it("keeps the cause of a failed event, and forgets it when the message turns out to be delivered", async () => {
      const { store, claim, state, id } = await setUp();
      await store.record(await claim(), { to: "submitted", cloudMessageId: "c" });
      await store.applyProviderEvent({ callbackId: id }, happened("failed", 1000, { cause: "131026 undeliverable" }));
      expect(await state()).toMatchObject({ status: "failed", lastError: "131026 undeliverable" });
      await store.applyProviderEvent({ callbackId: id }, happened("delivered", 2000));
      const { status, lastError, provider } = await state();
      expect({ status, lastError }).toEqual({ status: "sent", lastError: undefined });
      expect(provider).toMatchObject({ failedAtMs: 1000, deliveredAtMs: 2000 });
    });

    it("applies an event that comes before our own write, and the write does not undo it", async () => {
      const { store, clock, claim, state, owner, id, isDue } = await setUp();
      const claimed = await claim();
      await store.applyProviderEvent({ callbackId: id }, happened("delivered", 1000));
      expect(await state()).toMatchObject({ status: "sent", attempts: 1 });
      const entry = { at: "2026-11-21T12:00:01.000Z", attempt: 1, to: "submitted", durationMs: 7 } as const;
      expect(await store.record(claimed, { to: "submitted", cloudMessageId: `c-${id}` }, entry)).toBe(true);
      expect(await state()).toMatchObject({
        status: "sent",
        history: [entry],
        provider: { cloudMessageId: `c-${id}`, deliveredAtMs: 1000 },
      });
      expect(await store.findByProviderReference({ cloudMessageId: `c-${id}` })).toMatchObject({ id });
      clock.advance(10 * LEASE_MS);
      expect([await isDue(), await store.claim(owner, id)]).toEqual([false, undefined]);
    });

    it.each(["pending", "failed"] as const)(
      "settles an ambiguous attempt by the event that came during it (%s)",
      async (to) => {
        const { store, clock, claim, state, owner, id, isDue } = await setUp();
        const claimed = await claim();
        await store.applyProviderEvent({ callbackId: id }, happened("sent", 1000));
        const step =
          to === "pending"
            ? ({ to, lastError: "no answer", retryInSeconds: 30 } as const)
            : ({ to, lastError: "no answer" } as const);
        // The store answers false, because nothing has to be queued again.
        expect(await store.record(claimed, step)).toBe(false);
        const { status, lastError } = await state();
        expect({ status, lastError }).toEqual({ status: "sent", lastError: undefined });
        clock.advance(10 * LEASE_MS);
        expect([await isDue(), await store.claim(owner, id)]).toEqual([false, undefined]);
      },
    );

    it("settles an ambiguous attempt by an event that comes while the retry is waited for (D23)", async () => {
      const { store, clock, claim, state, owner, id, isDue } = await setUp();
      await store.record(await claim(), { to: "pending", lastError: "no answer", retryInSeconds: 30 });
      expect(await state()).toMatchObject({ status: "pending", lastError: "no answer" });
      await store.applyProviderEvent({ callbackId: id }, happened("accepted", 1000));
      expect(await state()).toMatchObject({ status: "submitted" });
      await store.applyProviderEvent({ callbackId: id }, happened("sent", 1500));
      expect((await state()).lastError).toBeUndefined();
      clock.advance(10 * LEASE_MS);
      expect([await isDue(), await store.claim(owner, id)]).toEqual([false, undefined]);
    });

    it("refuses a zombie's result after an event as well", async () => {
      const { store, clock, claim, state, id } = await setUp();
      const zombie = await claim();
      clock.advance(LEASE_MS + 1);
      const living = await claim();
      await store.applyProviderEvent({ callbackId: id }, happened("sent", 1000));
      expect(await store.record(zombie, { to: "failed", lastError: "too late" })).toBe(false);
      expect(await store.record(living, { to: "submitted", cloudMessageId: "c" })).toBe(true);
      expect(await store.record(living, { to: "submitted", cloudMessageId: "c" })).toBe(false);
      expect(await state()).toMatchObject({ status: "sent", attempts: 2 });
    });

    it("takes a postponed attempt back: no attempt, no error, no entry, and due at its time", async () => {
      const { store, clock, claim, state, owner, id } = await setUp();
      await store.record(await claim(), { to: "pending", lastError: "slow down", retryInSeconds: 30 });
      clock.advance(30_000);
      expect(await store.record(await claim(), { to: "pending", isPostponed: true, retryInSeconds: 6 })).toBe(true);
      const { status, attempts, lastError, history } = await state();
      expect({ status, attempts, lastError, history }).toEqual({
        status: "pending",
        attempts: 1,
        lastError: "slow down",
        history: undefined,
      });
      clock.advance(4999);
      expect(await store.claim(owner, id)).toBeUndefined();
      clock.advance(1);
      expect(await store.claim(owner, id)).toMatchObject({ attempts: 2 });
    });

    it("applies events that come at the same moment, each of them", async () => {
      const { store, state, id } = await setUp();
      const events = [happened("sent", 3), happened("delivered", 2), happened("read", 1), happened("sent", 5)];
      await Promise.all(events.map((event) => store.applyProviderEvent({ callbackId: id }, event)));
      expect(await state()).toMatchObject({ status: "sent", provider: { sentAtMs: 3, deliveredAtMs: 2, readAtMs: 1 } });
    });

    it("ends where the domain's table ends, whatever comes in whatever order, our own write somewhere between", async () => {
      const event = fc.record({
        event: fc.constantFrom<ProviderEvent>("accepted", "sent", "delivered", "read", "failed"),
        atMs: fc.integer({ min: 1, max: 5 }),
        cause: fc.constantFrom("a", "b"),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 6 }), fc.nat(6), async (events, ownWriteAt) => {
          const { store, claim, state, id } = await setUp();
          const claimed = await claim();
          let expected: LifecycleState = { status: "processing" };
          for (const [index, one] of [...events, undefined].entries()) {
            if (index === Math.min(ownWriteAt, events.length)) {
              await store.record(claimed, { to: "submitted", cloudMessageId: "c" });
              expected = afterProviderEvent(expected, { event: "accepted", atMs: 1 });
            }
            if (one === undefined) continue;
            await store.applyProviderEvent({ callbackId: id }, one);
            expected = afterProviderEvent(expected, one);
          }
          const { status, provider, lastError } = await state();
          const { cloudMessageId: _own, ...reported } = provider ?? {};
          const { eventCount: _count, updatedAt: _at, lastError: _error, ...known } = expected;
          expect({ status, ...reported }).toEqual(known);
          if (status === "sent") expect(lastError).toBeUndefined();
        }),
        { numRuns: runs },
      );
    });
  });
}

chatContract("in memory", { open: (clock) => inMemoryNotificationStore({ clock, leaseMs: LEASE_MS }), runs: 300 });
chatContract("DynamoDB", { open: dynamoStore, runs: 25 });
