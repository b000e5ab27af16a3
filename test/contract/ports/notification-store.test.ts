import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import type { BlobStore } from "../../../shared/kernel/blob-store.ts";
import type { Clock } from "../../../shared/kernel/clock.ts";
import { inTimeAhead } from "../../../shared/kernel/owners-time.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import type { ClaimedNotification, Notification } from "../../../shared/notifications/domain/notification.ts";
import { DUE_LISTS } from "../../../shared/notifications/domain/sweep.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { DUE_SHARDS, type NotificationKey, type NotificationStore } from "../../../shared/notifications/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const LEASE_MS = 90_000;
const DAY_MS = 86_400_000;
let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const blobs = new Map<string, Uint8Array>();
const blobStore: BlobStore = {
  put: async (key, bytes) => void blobs.set(key, bytes),
  async get(key) {
    const bytes = blobs.get(key);
    if (bytes === undefined) throw new Error("no such blob");
    return bytes;
  },
  remove: async (key) => void blobs.delete(key),
};
const storeOptions = (clock: Clock) => ({
  codecs: CONTENT_CODECS,
  table: "Notifications",
  leaseMs: LEASE_MS,
  clock,
  contentKeptDays: 7,
  recordKeptDays: 90,
  blobs: async () => blobStore,
});
const dynamoStore = (clock: Clock) => new DynamoNotificationStore(fixture.client, storeOptions(clock));

const failure = (lastError: string, retryInSeconds: number) => ({ to: "pending", lastError, retryInSeconds }) as const;
const timeOrdered = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const incompressible = (bytes: number) => randomBytes(bytes).toString("base64");

async function allDue(store: NotificationStore): Promise<NotificationKey[]> {
  const shards = DUE_LISTS.flatMap((list) =>
    Array.from({ length: DUE_SHARDS }, (_, shard) => store.due(list, shard, 1000)),
  );
  return (await Promise.all(shards)).flat();
}

/** Tests the promises that every NotificationStore keeps. */
function notificationStoreContract(name: string, open: (clock: Clock) => NotificationStore): void {
  describe(`NotificationStore: ${name}`, () => {
    const setUp = async (changes: Partial<Notification> = {}) => {
      const clock = fakeClock();
      const store = open(clock);
      const notification = aNotification(changes);
      await store.add(notification, anEmail());
      const { owner, id } = notification;
      const claim = async (): Promise<ClaimedNotification> => {
        const claimed = await store.claim(owner, id);
        if (claimed === undefined) throw new Error("there was nothing to claim");
        return claimed;
      };
      const isDue = async () => (await allDue(store)).some((key) => key.owner === owner && key.id === id);
      return { clock, store, notification, owner, id, claim, isDue };
    };

    it("lists what an owner of test mode has due apart from all others, page by page (D48e)", async () => {
      const clock = fakeClock();
      const store = open(clock);
      const owner = testOwnerOf(anOwner());
      const ids = [1, 2, 3].map((n) => timeOrdered(n));
      for (const id of ids) await store.add(aNotification({ owner, id }), anEmail());
      const page = { soonMs: 2 * LEASE_MS, limit: 2 };
      expect((await store.ownDue(owner, page)).keys).toEqual([]);
      clock.advance(2 * LEASE_MS);
      const first = await store.ownDue(owner, page);
      const rest = await store.ownDue(owner, { ...page, after: first.next });
      expect([...first.keys, ...rest.keys].map(({ id }) => id).toSorted()).toEqual(ids);
      expect([first.keys.length, rest.next]).toEqual([2, undefined]);
      expect((await store.ownDue(testOwnerOf(anOwner()), page)).keys).toEqual([]);
      expect((await allDue(store)).filter((key) => key.owner === owner)).toEqual([]);
      expect(await store.sweep({ owner, id: timeOrdered(1) })).toMatchObject({ finding: "enqueue" });
    });

    it("sweeps once what was planned before a move of its owner's clock and is due soon (D48e)", async () => {
      const { store, owner, id } = await setUp({ owner: testOwnerOf(anOwner()) });
      const page = { soonMs: LEASE_MS, limit: 2 };
      const seen = async () => (await store.ownDue(owner, page)).keys.map((key) => key.id);
      expect(await store.sweep({ owner, id })).toBeUndefined();
      await inTimeAhead(1000, async () => {
        expect((await store.ownDue(owner, { ...page, soonMs: LEASE_MS - 1 })).keys).toEqual([]);
        expect(await seen()).toEqual([id]);
        expect(await store.sweep({ owner, id })).toMatchObject({ finding: "enqueue" });
        expect(await store.ownDue(owner, { ...page, soonMs: 10 * LEASE_MS })).toEqual({ keys: [] });
        expect(await store.sweep({ owner, id })).toBeUndefined();
      });
      await inTimeAhead(2000, async () =>
        expect(await store.sweep({ owner, id })).toMatchObject({ finding: "enqueue" }),
      );
    });

    it("keeps the first report of each kind for a recipient, in any status, and leaves all else alone (D45f)", async () => {
      const { store, owner, id, claim, clock } = await setUp();
      await claim();
      const before = await store.get(owner, id);
      const report = { kind: "bounced", to: 0, at: new Date(clock.now()).toISOString(), suppressionDue: "s" } as const;
      const again = { ...report, text: "other words", suppressionDue: "t" };
      const answers = await Promise.all([report, report].map((one) => store.noteFeedback({ owner, id }, one)));
      expect(answers.map((one) => one?.isNew).toSorted()).toEqual([false, true]);
      expect(await store.noteFeedback({ owner, id }, again)).toEqual({ feedback: report, isNew: false });
      expect(await store.noteFeedback({ owner, id }, { ...report, to: 1 })).toMatchObject({ isNew: true });
      expect(await store.noteFeedback({ owner, id }, { ...report, to: undefined })).toMatchObject({ isNew: true });
      expect(await store.noteFeedback({ owner, id }, { ...report, kind: "complained" })).toMatchObject({ isNew: true });
      const { feedback, ...rest } = (await store.get(owner, id)) ?? {};
      expect(rest).toEqual(before);
      expect(feedback).toHaveLength(4);
      expect(feedback).toContainEqual(report);
    });

    it("ends the suppression that a report asks for, and no other", async () => {
      const { store, owner, id, clock } = await setUp();
      const report = { kind: "bounced", to: 0, at: new Date(clock.now()).toISOString(), suppressionDue: "s" } as const;
      await store.noteFeedback({ owner, id }, report);
      await store.settleFeedback({ owner, id }, { ...report, suppressionDue: "t" });
      expect((await store.get(owner, id))?.feedback).toEqual([report]);
      await store.settleFeedback({ owner, id }, report);
      const { suppressionDue: _done, ...settled } = report;
      expect((await store.get(owner, id))?.feedback).toEqual([settled]);
      await store.settleFeedback({ owner, id }, report);
      expect((await store.get(owner, id))?.feedback).toEqual([settled]);
    });

    it("notes no report of a notification that is not there", async () => {
      const { store, owner, clock } = await setUp();
      const report = { kind: "complained", at: new Date(clock.now()).toISOString() } as const;
      expect(await store.noteFeedback({ owner, id: timeOrdered(9) }, report)).toBeUndefined();
      await store.settleFeedback({ owner, id: timeOrdered(9) }, { ...report, suppressionDue: "s" });
      expect(await store.get(owner, timeOrdered(9))).toBeUndefined();
    });

    it("names the resends of a notification newest first, also those of the same moment (D53)", async () => {
      const { store, notification, owner, id: first } = await setUp();
      const again = [1, 2, 3].map((n) => aNotification({ owner, id: timeOrdered(n) }));
      await Promise.all(again.map(({ id }) => store.noteResend({ owner, id: first }, id)));
      await store.noteResend({ owner, id: first }, timeOrdered(2));
      for (const one of again.slice(0, 2)) await store.add(one, anEmail());
      const found = await store.get(owner, first);
      expect(found).toMatchObject({ ...notification, resentAs: [3, 2, 1].map(timeOrdered) });
      // The third was never stored: its request was killed after the note.
      const at = notification.createdAt;
      expect(found && (await store.resendsOf(found))).toEqual([2, 1].map((n) => ({ id: timeOrdered(n), at })));
      expect(await store.resendsOf(notification)).toEqual([]);
    });

    it("keeps the address that a message left from, and the one before where the worker knows none (D53)", async () => {
      for (const [leftFrom, kept] of [
        ["new@example.org", "new@example.org"],
        [undefined, "old@example.org"],
      ] as const) {
        const { store, owner, id, claim } = await setUp({ leftFrom: "old@example.org", templateVersion: 3 });
        await store.record(await claim(), { to: "sent", leftFrom });
        expect(await store.get(owner, id)).toMatchObject({ status: "sent", leftFrom: kept, templateVersion: 3 });
      }
    });

    it("finds a mail by the id that its provider gave it, and no other mail (D45g)", async () => {
      const { store, owner, id, claim } = await setUp();
      const mailId = crypto.randomUUID();
      expect(await store.findByMailId(mailId)).toEqual([]);
      await store.record(await claim(), { to: "sent", mailId });
      await expect.poll(() => store.findByMailId(mailId)).toEqual([{ owner, id }]);
      expect(await store.findByMailId(`${mailId}-000000`)).toEqual([]);
      const other = await setUp();
      await other.store.record(await other.claim(), { to: "sent" });
      expect(await other.store.findByMailId("undefined")).toEqual([]);
    });

    it("keeps the newest 20 of many resends, however many come at once (D53)", async () => {
      const { store, owner, id: first } = await setUp();
      const ids = Array.from({ length: 30 }, (_, n) => timeOrdered(n));
      await Promise.all(ids.map((id) => store.noteResend({ owner, id: first }, id)));
      const found = await store.get(owner, first);
      expect(found?.resentAs).toEqual(ids.slice(10).reverse());
    });

    it("notes no resend of a notification that is gone", async () => {
      const { store, owner } = await setUp();
      const gone = { owner, id: crypto.randomUUID() };
      await store.noteResend(gone, timeOrdered(1));
      expect(await store.get(gone.owner, gone.id)).toBeUndefined();
    });

    it("answers a notification as it was added", async () => {
      const { store, notification, owner, id } = await setUp({ from: "anna@news.example" });
      expect(await store.get(owner, id)).toEqual(notification);
      expect(await store.claim(owner, id)).toMatchObject({ from: "anna@news.example" });
    });

    it("keeps metadata and headers whose names every object has", async () => {
      const store = open(fakeClock());
      const metadata = JSON.parse('{"constructor":"c","__proto__":"p","hasOwnProperty":"h","toString":"t"}');
      const content = anEmail({ headers: JSON.parse('{"__proto__":"p","constructor":"c"}') });
      const { owner, id } = aNotification();
      await store.add(aNotification({ owner, id, metadata }), content);
      expect(JSON.stringify((await store.get(owner, id))?.metadata)).toBe(JSON.stringify(metadata));
      expect(JSON.stringify(await store.findContent(owner, id))).toContain(
        '"headers":{"__proto__":"p","constructor":"c"}',
      );
    });

    it("answers nothing of a content that has expired, deleted or not", async () => {
      const { clock, store, notification, owner, id } = await setUp();
      clock.advance(8 * DAY_MS);
      expect(await store.findContent(owner, id)).toBeDefined();
      clock.advance(1000);
      expect(await store.findContent(owner, id)).toBeUndefined();
      expect(await store.get(owner, id)).toEqual(notification);
    });

    it("answers nothing of a record that has expired, deleted or not", async () => {
      const { clock, store, owner, id } = await setUp();
      clock.advance(90 * DAY_MS);
      expect(await store.get(owner, id)).toMatchObject({ id });
      clock.advance(1000);
      expect(await store.get(owner, id)).toBeUndefined();
      expect(await store.sweep({ owner, id })).toBeUndefined();
    });

    it("lists no record that has expired, and ends the list where they begin", async () => {
      const { clock, store, owner } = await setUp({ id: timeOrdered(1) });
      for (const n of [2, 3]) await store.add(aNotification({ owner, id: timeOrdered(n) }), anEmail());
      clock.advance(89 * DAY_MS);
      await store.add(aNotification({ owner, id: timeOrdered(4) }), anEmail());
      const listed = async (limit: number) => (await store.listRecent(owner, { limit })).map((one) => one.id);
      expect(await listed(10)).toEqual([4, 3, 2, 1].map(timeOrdered));
      clock.advance(DAY_MS + 1000);
      expect(await listed(10)).toEqual([timeOrdered(4)]);
      expect(await listed(2)).toEqual([timeOrdered(4)]);
      expect(await store.listRecent(owner, { limit: 10, before: timeOrdered(3) })).toEqual([]);
    });

    it("hides a notification from every other owner", async () => {
      const { store, id } = await setUp();
      expect(await store.get(anOwner("somebody else"), id)).toBeUndefined();
      expect(await store.claim(anOwner("somebody else"), id)).toBeUndefined();
      expect(await store.giveUp(anOwner("somebody else"), id, "no")).toBe(false);
      expect(await store.findContent(anOwner("somebody else"), id)).toBeUndefined();
    });

    it.each([
      ["small", "Good morning."],
      ["large", incompressible(400_000)],
      ["long and repetitive", "all work and no play ".repeat(40_000)],
    ])("keeps a %s content", async (_size, body) => {
      const store = open(fakeClock());
      const { owner, id } = aNotification();
      const content = anEmail({ body, cc: ["ben@example.org"], fromName: "Ä" });
      await store.add(aNotification({ owner, id }), content);
      expect(await store.findContent(owner, id)).toEqual(content);
    });

    it("keeps the files of a content, its headers and its plain part (D43, D44a)", async () => {
      const store = open(fakeClock());
      const { owner, id } = aNotification();
      const file = { filename: "a.pdf", sizeBytes: 2 };
      const content = anEmail({
        ...{ text: "Hi", replyTo: ["r@example.org"], headers: { "X-a": "b" } },
        attachments: [
          { ...file, contentId: "a", source: { base64: "aGk=" } },
          { ...file, contentType: "application/pdf", source: { key: "attachments/1" } },
        ],
      });
      await store.add(aNotification({ owner, id }), content);
      expect(await store.findContent(owner, id)).toEqual(content);
    });

    it.each([
      ["small", "Good morning."],
      ["large", incompressible(400_000)],
    ])("stores all of a notification under an id that is new: a %s content", async (_size, body) => {
      const store = open(fakeClock());
      const notification = aNotification();
      const { owner, id } = notification;
      expect(await store.add(notification, anEmail({ body }), "new")).toMatchObject({ delaySeconds: 0 });
      expect(await store.get(owner, id)).toEqual(notification);
      expect(await store.findContent(owner, id)).toEqual(anEmail({ body }));
      expect((await allDue(store)).filter((key) => key.id === id)).toEqual([]);
      expect(await store.claim(owner, id)).toMatchObject({ id, attempts: 1 });
    });

    it.each([
      ["short", "second"],
      ["empty", ""],
    ])("keeps the first content and state when an id is added twice, the second one %s", async (_size, second) => {
      const { store, notification, owner, id } = await setUp();
      expect(
        await store.add({ ...notification, accountId: crypto.randomUUID() }, anEmail({ body: second })),
      ).toBeUndefined();
      expect(await store.findContent(owner, id)).toEqual(anEmail());
      expect(await store.get(owner, id)).toEqual(notification);
    });

    it("keeps the first of two large contents when an id is added twice", async () => {
      const store = open(fakeClock());
      const notification = aNotification();
      const first = anEmail({ body: incompressible(400_000) });
      await store.add(notification, first);
      await store.add(notification, anEmail({ body: incompressible(400_000) }));
      const kept = await store.findContent(notification.owner, notification.id);
      // toEqual would print megabytes when it fails.
      expect(JSON.stringify(kept) === JSON.stringify(first)).toBe(true);
    });

    it("gives a pending notification to exactly one of two claimants, and counts the attempt", async () => {
      const { store, owner, id } = await setUp();
      const claims = await Promise.all([store.claim(owner, id), store.claim(owner, id)]);
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await store.get(owner, id)).toMatchObject({ status: "processing", attempts: 1 });
    });

    it("lets nobody claim while a lease runs, and somebody once it is over", async () => {
      const { store, clock, owner, id, claim } = await setUp();
      const first = await claim();
      clock.advance(LEASE_MS);
      expect(await store.claim(owner, id)).toBeUndefined();
      clock.advance(1);
      const second = await claim();
      expect(second.attempts).toBe(2);
      expect(second.fence).not.toBe(first.fence);
    });

    it("refuses a zombie's late result", async () => {
      const { store, clock, owner, id, claim } = await setUp();
      const zombie = await claim();
      clock.advance(LEASE_MS + 1);
      const living = await claim();
      expect(await store.record(zombie, { to: "failed", lastError: "too late" })).toBe(false);
      expect(await store.get(owner, id)).toMatchObject({ status: "processing" });
      expect(await store.record(living, { to: "sent" })).toBe(true);
      expect(await store.record(zombie, { to: "failed", lastError: "later still" })).toBe(false);
      expect(await store.get(owner, id)).toMatchObject({ status: "sent", attempts: 2 });
    });

    it("takes a result once", async () => {
      const { store, claim } = await setUp();
      const claimed = await claim();
      expect(await store.record(claimed, { to: "sent" })).toBe(true);
      expect(await store.record(claimed, { to: "sent" })).toBe(false);
    });

    it("lets nobody claim what is finished", async () => {
      for (const step of [
        { to: "sent" },
        { to: "failed", lastError: "550" },
        { to: "submitted", cloudMessageId: "p" },
      ] as const) {
        const { store, clock, owner, id, claim } = await setUp();
        await store.record(await claim(), step);
        clock.advance(10 * LEASE_MS);
        expect(await store.claim(owner, id)).toBeUndefined();
      }
    });

    it("lets nobody claim past the last attempt", async () => {
      const { store, clock, owner, id, claim } = await setUp({ maxAttempts: 2 });
      await claim();
      clock.advance(LEASE_MS + 1);
      await claim();
      clock.advance(LEASE_MS + 1);
      expect(await store.claim(owner, id)).toBeUndefined();
      expect(await store.get(owner, id)).toMatchObject({ status: "processing", attempts: 2 });
    });

    it("keeps a retry back until its time, give or take a second", async () => {
      const { store, clock, owner, id, claim } = await setUp();
      await store.record(await claim(), failure("451 later", 30));
      expect(await store.get(owner, id)).toMatchObject({ status: "pending", lastError: "451 later", attempts: 1 });
      clock.advance(28_999);
      expect(await store.claim(owner, id)).toBeUndefined();
      clock.advance(1);
      expect((await claim()).attempts).toBe(2);
    });

    it("clears the last error once sent, and keeps it when failed", async () => {
      const { store, clock, owner, id, claim } = await setUp();
      await store.record(await claim(), failure("451 later", 30));
      clock.advance(30_000);
      await store.record(await claim(), { to: "sent" });
      expect((await store.get(owner, id))?.lastError).toBeUndefined();
      const other = await setUp();
      await other.store.record(await other.claim(), { to: "failed", lastError: "550 no" });
      expect(await other.store.get(other.owner, other.id)).toMatchObject({ status: "failed", lastError: "550 no" });
    });

    it("hands the recipients' outcomes to the next attempt", async () => {
      const { store, clock, claim } = await setUp();
      const recipients = [
        { to: 0, result: "accepted", code: 250 },
        { to: 1, result: "deferred", text: "later" },
      ] as const;
      await store.record(await claim(), { ...failure("later", 30), recipients });
      clock.advance(30_000);
      expect((await claim()).recipients).toEqual(recipients);
    });

    it("calls nobody deferred any more once everybody has the mail", async () => {
      const { store, clock, owner, id, claim } = await setUp();
      await store.record(await claim(), { ...failure("later", 30), recipients: [{ to: 0, result: "deferred" }] });
      clock.advance(30_000);
      await store.record(await claim(), { to: "sent" });
      expect((await store.get(owner, id))?.recipients).toBeUndefined();
    });

    it("adds several at once, or none where one is there already (D41)", async () => {
      const { store, notification } = await setUp();
      const { owner } = notification;
      const some = (count: number) => Array.from({ length: count }, () => aNotification({ owner }));
      const toAdd = (all: readonly Notification[]) =>
        all.map((one) => ({ notification: one, content: anEmail({ subject: one.id }) }));
      const all = some(100);
      const added = await store.addTogether(toAdd(all));
      expect(added?.map(({ delaySeconds }) => delaySeconds)).toEqual(all.map(() => 0));
      for (const one of [all[0], all[99]]) {
        expect(await store.get(owner, String(one?.id))).toEqual(one);
        expect(await store.findContent(owner, String(one?.id))).toMatchObject({ subject: one?.id });
      }
      const [first, last] = some(2);
      if (first === undefined || last === undefined) throw new Error("there are two");
      expect(await store.addTogether(toAdd([first, notification, last]))).toBeUndefined();
      for (const { id } of [first, last]) expect(await store.get(owner, id)).toBeUndefined();
    });

    it("keeps what is to leave later until after its time, and for longer when it is moved (D42)", async () => {
      const start = fakeClock().now();
      const { store, clock, owner, id } = await setUp({ sendAt: new Date(start + 80 * DAY_MS).toISOString() });
      clock.advance(80 * DAY_MS);
      expect(await store.get(owner, id)).toMatchObject({ status: "pending" });
      const moved = await store.reschedule({ owner, id }, new Date(start + 160 * DAY_MS).toISOString());
      expect(moved).toMatchObject({ isDone: true, notification: { status: "pending", movedAtMs: clock.now() } });
      clock.advance(88 * DAY_MS);
      expect(await store.findContent(owner, id)).toBeDefined();
      expect(await store.get(owner, id)).toBeDefined();
      clock.advance(DAY_MS);
      expect(await store.findContent(owner, id)).toBeUndefined();
    });

    it("gives up nothing whose time has not come: its message was of another time", async () => {
      const at = fakeClock().now() + 3_600_000;
      const { store, clock, owner, id } = await setUp({ sendAt: new Date(at).toISOString() });
      expect(await store.giveUp(owner, id, "it crashed")).toBe(false);
      expect(await store.get(owner, id)).toMatchObject({ status: "pending" });
      clock.advance(3_600_000);
      expect(await store.giveUp(owner, id, "it crashed")).toBe(true);
    });

    it("cancels no chat message of which the provider is to tell first whether it took it (D23, D42)", async () => {
      const { store, clock, owner, id } = await setUp();
      const end = async (awaitsReport?: true) => {
        const claimed = await store.claim(owner, id);
        if (claimed === undefined) throw new Error("there is nothing to claim");
        await store.record(claimed, { to: "pending", lastError: "no answer", retryInSeconds: 1, awaitsReport });
      };
      await end(true);
      expect(await store.cancel({ owner, id })).toMatchObject({ isDone: false, notification: { status: "pending" } });
      clock.advance(2000);
      await end();
      expect(await store.cancel({ owner, id })).toMatchObject({ isDone: true, notification: { status: "canceled" } });
    });

    it("lists what is to leave later among the scheduled, ten minutes before its time, and among no others (D42)", async () => {
      const at = fakeClock().now() + 3_600_000;
      const { store, clock, owner, id } = await setUp({ sendAt: new Date(at).toISOString() });
      const scheduled = async () => {
        const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => store.due("scheduled", shard, 1000));
        return (await Promise.all(shards)).flat().some((key) => key.id === id);
      };
      clock.advance(3_000_000 - 1);
      expect(await scheduled()).toBe(false);
      clock.advance(1);
      expect(await scheduled()).toBe(true);
      expect(await store.sweep({ owner, id })).toMatchObject({
        ...{ finding: "enqueue", delaySeconds: 600, dueAt: at + LEASE_MS },
      });
      expect(await scheduled()).toBe(false);
    });

    it("cancels for exactly one of a cancellation and a claim (D42)", async () => {
      for (let i = 0; i < 20; i++) {
        const { store, owner, id } = await setUp();
        const both = [() => store.claim(owner, id), () => store.cancel({ owner, id })];
        const [one, other] = await Promise.all((i % 2 === 0 ? both : both.toReversed()).map((work) => work()));
        const [claimed, canceled] = i % 2 === 0 ? [one, other] : [other, one];
        const isCanceled = canceled !== undefined && "isDone" in canceled && canceled.isDone;
        expect(isCanceled).toBe(claimed === undefined);
        expect((await store.get(owner, id))?.status).toBe(isCanceled ? "canceled" : "processing");
      }
    });

    it("changes nothing that is gone or somebody else's", async () => {
      const { store, id } = await setUp({ sendAt: "2026-11-21T13:00:00.000Z" });
      const foreign = { owner: anOwner(), id };
      expect(await store.cancel(foreign)).toBeUndefined();
      expect(await store.reschedule(foreign, "2026-11-21T14:00:00.000Z")).toBeUndefined();
    });

    it("shows the sweep a notification that nobody has taken for a lease", async () => {
      const { clock, isDue } = await setUp();
      expect(await isDue()).toBe(false);
      clock.advance(LEASE_MS);
      expect(await isDue()).toBe(true);
    });

    it("shows the sweep nothing that is finished", async () => {
      for (const step of [{ to: "sent" }, { to: "failed", lastError: "550" }] as const) {
        const { store, clock, claim, isDue } = await setUp();
        await store.record(await claim(), step);
        clock.advance(100 * LEASE_MS);
        expect(await isDue()).toBe(false);
      }
    });

    it("lists at most as many due notifications as asked for, the oldest first", async () => {
      // The time of this test lies long before the times of all other tests, so that only its own notifications are
      // due.
      const clock = fakeClock("2001-01-01T00:00:00.000Z");
      const store = open(clock);
      const ids = ["0000", "0020", "0040"].map((end) => `11111111-1111-4111-8111-11111111${end}`);
      const added: NotificationKey[] = [];
      for (let i = 0; i < 60; i++) {
        const key = { owner: anOwner("oldest first"), id: ids[i] ?? crypto.randomUUID() };
        await store.add(aNotification(key), anEmail());
        added.push(key);
        clock.advance(1000);
      }
      clock.advance(LEASE_MS);
      let seen = 0;
      for (let shard = 0; shard < DUE_SHARDS; shard++) {
        const all = await store.due("fresh", shard, 1000);
        const order = all.map((key) => added.findIndex((one) => one.id === key.id));
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(await store.due("fresh", shard, 1)).toEqual(all.slice(0, 1));
        seen += all.length;
      }
      expect(seen).toBe(60);
      for (const { owner, id } of added) await store.giveUp(owner, id, "the test is over");
    });

    it("puts an overlooked notification back on the queue once, and looks again later", async () => {
      const { store, clock, notification, owner, id, isDue } = await setUp();
      clock.advance(LEASE_MS);
      const sweeps = await Promise.all([store.sweep({ owner, id }), store.sweep({ owner, id })]);
      const dueAt = clock.now() + 3 * LEASE_MS;
      expect(sweeps.filter(Boolean)).toEqual([{ finding: "enqueue", accountId: notification.accountId, dueAt }]);
      expect(await isDue()).toBe(false);
      clock.advance(3 * LEASE_MS);
      expect(await isDue()).toBe(true);
    });

    it("acts once on a finding although a second sweep comes later with an old list", async () => {
      const { store, clock, owner, id } = await setUp();
      clock.advance(LEASE_MS);
      expect((await store.sweep({ owner, id }))?.finding).toBe("enqueue");
      expect(await store.sweep({ owner, id })).toBeUndefined();
    });

    it("leaves a living worker alone, and puts a dead one's notification back", async () => {
      const { store, clock, owner, id } = await setUp();
      clock.advance(LEASE_MS - 10);
      await store.claim(owner, id, clock.now() + 10);
      clock.advance(10);
      expect((await store.sweep({ owner, id }))?.finding).toBe("leave");
      clock.advance(LEASE_MS);
      expect((await store.sweep({ owner, id }))?.finding).toBe("enqueue");
    });

    it("leaves a retry alone until its time, and finds it when its message is lost", async () => {
      const { store, clock, owner, id, claim, isDue } = await setUp();
      await store.record(await claim(), failure("451 later", 300));
      clock.advance(300_000);
      expect(await isDue()).toBe(false);
      clock.advance(LEASE_MS);
      expect(await isDue()).toBe(true);
      expect((await store.sweep({ owner, id }))?.finding).toBe("enqueue");
    });

    it("keeps the sweep from a notification that waits for its account for a lease", async () => {
      const { store, notification, clock, owner, id, isDue } = await setUp();
      const { accountId } = notification;
      clock.advance(LEASE_MS - 10_000);
      expect(await store.postpone({ owner, id }, { accountId, dueAt: undefined })).toBe(true);
      clock.advance(LEASE_MS - 1);
      expect(await isDue()).toBe(false);
      clock.advance(1);
      expect(await isDue()).toBe(true);
      expect(await store.get(owner, id)).toMatchObject({ status: "pending", attempts: 0 });
    });

    it("leaves the sweep's look as it is while that is late enough", async () => {
      const { store, notification, clock, owner, id, isDue } = await setUp();
      const dueAt = clock.now() + LEASE_MS;
      clock.advance(LEASE_MS / 2);
      expect(await store.postpone({ owner, id }, { accountId: notification.accountId, dueAt })).toBe(true);
      clock.advance(LEASE_MS / 2);
      expect(await isDue()).toBe(true);
    });

    it("lists what waits for an account, and nothing that was claimed, canceled or moved since", async () => {
      const { store, notification, clock, owner } = await setUp();
      const { accountId } = notification;
      const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
      const sendAt = new Date(clock.now()).toISOString();
      for (const id of ids) await store.add(aNotification({ owner, id, accountId, sendAt }), anEmail());
      for (const id of ids) await store.postpone({ owner, id }, { accountId, dueAt: undefined });
      const listed = async (limit = 25) => (await store.listWaiting(accountId, limit)).map(({ id }) => id).sort();
      expect(await listed()).toEqual(ids.toSorted());
      expect(await listed(2)).toHaveLength(2);
      expect(await store.listWaiting(crypto.randomUUID(), 25)).toEqual([]);
      const [claimed = "", canceled = "", moved = "", ended = "", ...others] = ids;
      await store.claim(owner, claimed);
      await store.cancel({ owner, id: canceled });
      await store.reschedule({ owner, id: moved }, new Date(clock.now() + 3_600_000).toISOString());
      for (const _ of "ab") await store.endWaiting({ owner, id: ended });
      await store.endWaiting({ owner, id: crypto.randomUUID() });
      expect(await listed()).toEqual(others.toSorted());
      expect((await store.listWaiting(accountId, 25))[0]).toMatchObject({ owner, accountId });
    });

    it("lets nothing wait that was swept, claimed, is finished, is not there, is ahead of its time or belongs to somebody else", async () => {
      const { store, notification, clock, owner, id, claim } = await setUp();
      const { accountId } = notification;
      const dueAt = clock.now() + LEASE_MS;
      const waits = (known: number | undefined, key = { owner, id }) =>
        store.postpone(key, { accountId, dueAt: known });
      expect(await waits(undefined, { owner: anOwner("somebody else"), id })).toBe(false);
      clock.advance(LEASE_MS);
      const swept = await store.sweep({ owner, id });
      expect(await waits(dueAt)).toBe(false);
      expect(swept?.dueAt).toBeGreaterThan(clock.now());
      const claimed = await claim();
      expect([await waits(undefined), await waits(dueAt)]).toEqual([false, false]);
      await store.record(claimed, { to: "sent" });
      expect(await waits(undefined)).toBe(false);
      expect(await waits(undefined, { owner, id: crypto.randomUUID() })).toBe(false);
      const later = crypto.randomUUID();
      const sendAt = new Date(clock.now() + 3_600_000).toISOString();
      await store.add(aNotification({ owner, id: later, accountId, sendAt }), anEmail());
      expect(await waits(undefined, { owner, id: later })).toBe(false);
      expect(await store.listWaiting(accountId, 25)).toEqual([]);
    });

    it("is looked at when the lease of its worker ends, however late the sweep would have looked", async () => {
      const { store, clock, owner, id } = await setUp();
      clock.advance(LEASE_MS);
      const swept = await store.sweep({ owner, id });
      clock.advance(1000);
      expect(await store.claim(owner, id, swept?.dueAt)).toMatchObject({ attempts: 1 });
      clock.advance(LEASE_MS);
      const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => store.due("leased", shard, 1000));
      const isLeased = async () => (await Promise.all(shards)).flat().some((key) => key.id === id);
      expect(await isLeased()).toBe(false);
      clock.advance(1);
      const later = Array.from({ length: DUE_SHARDS }, (_, shard) => store.due("leased", shard, 1000));
      expect((await Promise.all(later)).flat().map((key) => key.id)).toContain(id);
      expect((await store.sweep({ owner, id }))?.finding).toBe("enqueue");
    });

    it("keeps the cause of an attempt that could not begin, and takes its count back", async () => {
      const { store, clock, owner, id, claim } = await setUp();
      const step = { to: "pending", isPostponed: true, retryInSeconds: 30, lastError: "no answer" } as const;
      await store.record(await claim(), step);
      expect(await store.get(owner, id)).toMatchObject({ status: "pending", attempts: 0, lastError: "no answer" });
      clock.advance(30_000);
      await store.record(await claim(), { to: "pending", isPostponed: true, retryInSeconds: 30 });
      expect(await store.get(owner, id)).toMatchObject({ attempts: 0, lastError: "no answer" });
      clock.advance(30_000);
      await store.record(await claim(), { to: "sent" });
      expect((await store.get(owner, id))?.lastError).toBeUndefined();
    });

    it("gives up a notification whose last worker died", async () => {
      const { store, clock, owner, id, claim, isDue } = await setUp({ maxAttempts: 1 });
      await claim();
      clock.advance(LEASE_MS + 1);
      expect((await store.sweep({ owner, id }))?.finding).toBe("give-up");
      expect(await store.giveUp(owner, id, "interrupted")).toBe(true);
      expect(await store.get(owner, id)).toMatchObject({ status: "failed", lastError: "interrupted", attempts: 1 });
      clock.advance(100 * LEASE_MS);
      expect(await isDue()).toBe(false);
    });

    it("revives what was given up for one cause, with all its attempts before it, and nothing else", async () => {
      const { store, clock, notification, owner, id, claim, isDue } = await setUp({ maxAttempts: 1 });
      await claim();
      clock.advance(LEASE_MS + 1);
      await store.giveUp(owner, id, "crashed");
      expect(await store.revive(owner, id, ["another cause"])).toBe(false);
      expect(await store.revive(anOwner("somebody else"), id, ["crashed"])).toBe(false);
      expect(await store.revive(owner, id, ["another cause", "crashed"])).toBe(true);
      expect(await store.revive(owner, id, ["crashed"])).toBe(false);
      expect(await store.get(owner, id)).toMatchObject({
        status: "pending",
        attempts: 0,
        accountId: notification.accountId,
      });
      clock.advance(LEASE_MS);
      expect(await isDue()).toBe(true);
      expect((await claim()).attempts).toBe(1);
    });

    it("remembers what its worker crashed by, until it is revived", async () => {
      const { store, clock, owner, id, claim } = await setUp({ maxAttempts: 1 });
      await claim();
      await store.noteCrash({ owner, id }, "TypeError");
      expect(await store.get(owner, id)).toMatchObject({ status: "processing", lastCrash: "TypeError" });
      clock.advance(LEASE_MS + 1);
      await store.giveUp(owner, id, "crashed");
      expect(await store.get(owner, id)).toMatchObject({ status: "failed", lastCrash: "TypeError" });
      await store.revive(owner, id, ["crashed"]);
      expect(await store.get(owner, id)).not.toHaveProperty("lastCrash");
    });

    it("notes no crash on what is finished, or not there", async () => {
      const { store, owner, id, claim } = await setUp();
      await store.record(await claim(), { to: "sent" });
      await store.noteCrash({ owner, id }, "TypeError");
      await store.noteCrash({ owner: anOwner("somebody else"), id }, "TypeError");
      expect(await store.get(owner, id)).not.toHaveProperty("lastCrash");
      expect(await store.get(anOwner("somebody else"), id)).toBeUndefined();
    });

    it("remembers its attempts, and shows them with the notification", async () => {
      const { store, owner, id, claim } = await setUp();
      const entry = {
        at: "2026-11-21T12:00:01.000Z",
        attempt: 1,
        to: "sent",
        durationMs: 12,
        stage: "content",
        text: "250 ok",
      } as const;
      await store.record(await claim(), { to: "sent" }, entry);
      expect((await store.get(owner, id))?.history).toEqual([entry]);
    });

    it("lists an owner's notifications, newest first, page by page", async () => {
      const store = open(fakeClock());
      const { owner } = aNotification();
      const ids = Array.from({ length: 25 }, (_, i) => `01980000-0000-7000-8000-${String(i).padStart(12, "0")}`);
      for (const id of ids) await store.add(aNotification({ owner, id }), anEmail());
      const newest = [...ids].reverse();
      const first = await store.listRecent(owner, { limit: 10 });
      const rest = await store.listRecent(owner, { limit: 100, before: first.at(-1)?.id });
      expect([...first, ...rest].map((one) => one.id)).toEqual(newest);
      expect(first).toHaveLength(10);
      const between = await store.listRecent(owner, { limit: 10, before: ids[7], from: ids[4], reads: "eventual" });
      expect(between.map((one) => one.id)).toEqual([ids[6], ids[5], ids[4]]);
      expect(await store.listRecent(owner, { limit: 10, before: ids[4], from: ids[7] })).toEqual([]);
      expect(await store.listRecent(anOwner("somebody else"), { limit: 10 })).toEqual([]);
    });

    it("sweeps nothing that is not there or is finished", async () => {
      const { store, owner, id, claim } = await setUp();
      await store.record(await claim(), { to: "sent" });
      expect(await store.sweep({ owner, id })).toBeUndefined();
      expect(await store.sweep({ owner, id: crypto.randomUUID() })).toBeUndefined();
    });

    it("gives up what nobody has, and nothing that a living worker has or that is finished", async () => {
      const { store, owner, id, claim } = await setUp();
      const claimed = await claim();
      expect(await store.giveUp(owner, id, "no")).toBe(false);
      await store.record(claimed, { to: "sent" });
      expect(await store.giveUp(owner, id, "no")).toBe(false);
      const waiting = await setUp();
      expect(await waiting.store.giveUp(waiting.owner, waiting.id, "crashed")).toBe(true);
      expect(await waiting.store.get(waiting.owner, waiting.id)).toMatchObject({
        status: "failed",
        lastError: "crashed",
      });
      expect(await waiting.store.claim(waiting.owner, waiting.id)).toBeUndefined();
    });
  });
}

notificationStoreContract("in memory", (clock) => inMemoryNotificationStore({ clock, leaseMs: LEASE_MS }));
notificationStoreContract("DynamoDB", dynamoStore);

describe("DynamoNotificationStore", () => {
  it("judges a lease by real time while its owner's time moves (D48e)", async () => {
    const [clock, realClock] = [fakeClock(), fakeClock()];
    const store = new DynamoNotificationStore(fixture.client, { ...storeOptions(clock), realClock });
    const notification = aNotification({ owner: testOwnerOf(anOwner()) });
    const { owner, id } = notification;
    await store.add(notification, anEmail());
    expect(await store.claim(owner, id)).toBeDefined();
    clock.advance(30 * DAY_MS);
    expect(await store.claim(owner, id)).toBeUndefined();
    expect(await store.sweep({ owner, id })).toMatchObject({ finding: "leave" });
    realClock.advance(LEASE_MS + 2);
    clock.advance(LEASE_MS + 2);
    expect(await store.sweep({ owner, id })).toMatchObject({ finding: "enqueue" });
    expect(await store.claim(owner, id)).toBeDefined();
  });

  it("keeps small content in the table and content over 200 kB in the bucket (D18)", async () => {
    const store = dynamoStore(fakeClock());
    blobs.clear();
    await store.add(aNotification(), anEmail({ body: "all work and no play ".repeat(40_000) }));
    expect(blobs.size).toBe(0);
    await store.add(aNotification(), anEmail({ body: incompressible(400_000) }));
    expect([...blobs.values()].map((bytes) => bytes.length > 200_000)).toEqual([true]);
  });

  it("keeps a large content apart where it expires later, and writes it anew when its notification is moved (D42)", async () => {
    const clock = fakeClock();
    const store = dynamoStore(clock);
    blobs.clear();
    const at = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString();
    const notification = aNotification({ sendAt: at(80) });
    const content = anEmail({ body: incompressible(400_000) });
    await store.add(notification, content);
    const [[key, bytes] = ["", undefined]] = [...blobs];
    expect(key).toMatch(new RegExp(`^later/${notification.id}/`));
    if (bytes) blobs.set(key, Uint8Array.from(bytes));
    const written = blobs.get(key);
    const put = blobStore.put;
    const puts: string[] = [];
    blobStore.put = async (name, given) => {
      puts.push(name);
      return put(name, given);
    };
    await store.reschedule(notification, at(90));
    // The notification is rescheduled again, as after a lost answer: only the age of the object matters.
    await store.reschedule(notification, at(90));
    blobStore.put = put;
    expect(puts).toEqual([key, key]);
    expect(blobs.get(key)).toEqual(written);
    expect(await store.findContent(notification.owner, notification.id)).toEqual(content);
  });
});
