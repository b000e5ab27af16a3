import { describe, expect, it } from "vitest";
import type { CallingKey, KeyTerms } from "../../../../shared/kernel/key-terms.ts";
import { Refusal } from "../../../../shared/kernel/refusal.ts";
import type { Batch } from "../../../../shared/notifications/accept/judge-batch.ts";
import { checkedForKey } from "../../../../shared/notifications/accept/judge-recipients.ts";
import { submitBatch } from "../../../../shared/notifications/accept/submit-batch.ts";
import { submitNotification } from "../../../../shared/notifications/accept/submit-notification.ts";
import { resendNotification } from "../../../../shared/notifications/change/resend-notification.ts";
import type { Intake, Intakes } from "../../../../shared/notifications/channel.ts";
import { batchItemId } from "../../../../shared/notifications/domain/batch-ids.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { noChatIntake } from "../../../support/no-chat.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../../../support/silent-telemetry.ts";

const OWNER = anOwner("owner-1");
const { hash } = sequentialIdentifiers();
const DAY_MS = 86_400_000;
const BATCH_ID = "0199fb2a-7c00-7abc-8def-0123456789ab";
const aKey = (terms: KeyTerms): CallingKey => ({ id: "key-1", name: "Shop", countId: "key-1", ...terms });

interface Request {
  readonly channel: "email";
  readonly recipient: string;
  readonly cc?: readonly string[];
  /** The refusal that the check of the request ends with. */
  readonly refused?: Refusal;
}
const mailTo = (recipient = "a@example.test", more: Partial<Request> = {}): Request => ({
  channel: "email",
  recipient,
  ...more,
});

/** An intake that takes every request but those that say what they are refused with. */
const intake = (accountId: string): Intake<Request> => ({
  maxAttempts: 3,
  async check(_owner, { recipient, cc, refused }) {
    if (refused) throw refused;
    return { accountId, content: anEmail({ recipient, ...(cc && { cc }) }) };
  },
  checkAgain: async () => undefined,
  readdress: async (content) => content,
});

function setUp(terms: KeyTerms = {}) {
  const clock = fakeClock();
  const email = intake(aNotification().accountId) as unknown as Intakes["email"];
  const notifications = inMemoryNotificationStore({ clock });
  const channels = { email, chat: noChatIntake };
  const deps = {
    ...{ channels, channelsOfBatch: () => channels, clock, log: silentLog, metrics: countingMetrics() },
    notifications,
    countedNotifications: notifications,
    deliveryQueue: inMemoryDeliveryQueue(),
    identifiers: { hash },
  };
  const callingKey = aKey(terms);
  const send = (request = mailTo(), more: { id?: string; isRepeat?: boolean; callingKey?: CallingKey } = {}) =>
    submitNotification(deps, { owner: OWNER, id: crypto.randomUUID(), caller: {}, callingKey, ...more }, request);
  const batch = (items: readonly Request[], more: Partial<Batch> = {}) =>
    submitBatch(deps, {
      ...{ owner: OWNER, id: BATCH_ID, isAtomic: false, caller: {}, callingKey },
      readItems: items.map((item) => async () => item),
      ...more,
    });
  const codesOf = async (outcome: ReturnType<typeof batch>) => {
    const { isRefused, ...answer } = await outcome;
    const items = "items" in answer ? answer.items : answer.results;
    const codes = items.map((one) => ("error" in one && one.error instanceof Refusal ? one.error.code : "good"));
    return { isRefused, codes };
  };
  const stored = async () => (await deps.notifications.listRecent(OWNER, { limit: 200 })).length;
  return { deps, clock, send, batch, codesOf, stored, callingKey };
}

const FULL = { code: "daily_limit_reached", message: "daily limit of this key reached" };
const FOREIGN = { code: "recipient_not_allowed", message: "recipient not allowed for this key" };

describe("a key with recipients (D47c)", () => {
  const only = { limits: { recipients: ["*@example.test"] } };

  it("sends to nobody else, whether as recipient or as copy", async () => {
    const { send, stored } = setUp(only);
    await send(mailTo("a@example.test", { cc: ["b@EXAMPLE.test"] }));
    await expect(send(mailTo("a@example.org"))).rejects.toMatchObject(FOREIGN);
    await expect(send(mailTo("a@example.test", { cc: ["a@example.org"] }))).rejects.toMatchObject(FOREIGN);
    expect(await stored()).toBe(1);
  });

  it("learns of what is wrong with the request first, and of conflicts only where it may send", async () => {
    const { send } = setUp(only);
    const bad = { refused: new Refusal("invalid_request", "account not found") };
    const closed = { refused: new Refusal("window_closed", "service window is closed") };
    await expect(send(mailTo("a@example.org", bad))).rejects.toMatchObject({ code: "invalid_request" });
    await expect(send(mailTo("a@example.org", closed))).rejects.toMatchObject(FOREIGN);
    await expect(send(mailTo("a@example.test", closed))).rejects.toMatchObject({ code: "window_closed" });
    const bug = Promise.reject(new Error("bug"));
    await expect(checkedForKey(aKey(only), ["a@example.org"], () => bug)).rejects.toThrow("bug");
  });

  it("lets the other items of a batch pass, and no atomic batch", async () => {
    const { batch, codesOf, stored } = setUp(only);
    const items = [mailTo(), mailTo("a@example.org"), mailTo()];
    const codes = ["good", "recipient_not_allowed", "good"];
    expect(await codesOf(batch(items, { isAtomic: true }))).toEqual({ isRefused: true, codes });
    expect(await stored()).toBe(0);
    expect(await codesOf(batch(items))).toEqual({ isRefused: false, codes });
  });

  it("sends again only to those to whom it may send now, before the state of the first is told", async () => {
    const { deps, callingKey } = setUp(only);
    const add = async (recipient: string, more: object = {}) => {
      const first = aNotification({ owner: OWNER, recipient, ...more });
      await deps.notifications.add(first, anEmail({ recipient, cc: ["c@example.org"] }));
      return first.id;
    };
    const resend = async (resentFrom: string, key = callingKey) =>
      resendNotification(deps, { owner: OWNER, id: crypto.randomUUID(), caller: {}, callingKey: key, resentFrom });
    await expect(resend(await add("a@example.org"))).rejects.toMatchObject(FOREIGN);
    await expect(resend(await add("a@example.test"))).rejects.toMatchObject({ code: "notification_not_ended" });
    const ended = await add("a@example.test", { status: "sent" });
    await expect(resend(ended)).rejects.toMatchObject(FOREIGN);
    const both = aKey({ limits: { recipients: ["*@example.test", "c@example.org"] } });
    expect(await resend(ended, both)).toMatchObject({ resentFrom: ended });
  });
});

describe("a key with a daily limit (D47d)", () => {
  it("sends so many a day, and says in the refusal when the next day begins", async () => {
    const { send, clock } = setUp({ limits: { perDay: 2 } });
    await Promise.all([send(), send()]);
    const resets = { at: "2026-11-22T00:00:00.000Z", inSeconds: 43_200 };
    await expect(send()).rejects.toMatchObject({ ...FULL, resets });
    clock.advance(DAY_MS / 2 - 1);
    await expect(send()).rejects.toMatchObject({ resets: { ...resets, inSeconds: 1 } });
    clock.advance(1);
    await send();
  });

  it("counts neither refusals nor repeats, and shares the count with the key that it replaced", async () => {
    const { send, callingKey } = setUp({ limits: { perDay: 2 } });
    const id = crypto.randomUUID();
    await send(mailTo(), { id, isRepeat: false });
    await expect(send(mailTo("a", { refused: new Refusal("invalid_request", "bad") }))).rejects.toThrow("bad");
    for (let n = 0; n < 3; n++) expect(await send(mailTo(), { id, isRepeat: true })).toMatchObject({ id });
    // A second request with the same id, which does not know that it is a repeat.
    expect(await send(mailTo(), { id, isRepeat: false })).toMatchObject({ id });
    await send(mailTo(), { callingKey: { ...callingKey, id: "key-2" } });
    await expect(send()).rejects.toMatchObject(FULL);
    expect(await send(mailTo(), { id, isRepeat: true })).toMatchObject({ id });
    await send(mailTo(), { callingKey: { ...callingKey, countId: "another" } });
  });

  it("takes as many good items of a batch as are left", async () => {
    const { batch, codesOf, stored, send } = setUp({ limits: { perDay: 60 } });
    const bad = mailTo("a", { refused: new Refusal("invalid_request", "bad") });
    const { codes } = await codesOf(batch([bad, ...Array.from({ length: 99 }, () => mailTo())]));
    expect(codes[0]).toBe("invalid_request");
    expect(codes.filter((code) => code === "good")).toHaveLength(60);
    expect(codes.filter((code) => code === "daily_limit_reached")).toHaveLength(39);
    expect(await stored()).toBe(60);
    await expect(send()).rejects.toMatchObject(FULL);
  });

  it("takes an atomic batch whole or not at all", async () => {
    const { batch, codesOf, stored } = setUp({ limits: { perDay: 5 } });
    const many = (n: number) => Array.from({ length: n }, () => mailTo());
    expect(await codesOf(batch(many(7), { isAtomic: true }))).toEqual({
      isRefused: true,
      codes: [...Array(5).fill("good"), ...Array(2).fill("daily_limit_reached")],
    });
    expect(await stored()).toBe(0);
    expect(await codesOf(batch(many(5), { isAtomic: true }))).toMatchObject({ isRefused: false });
    const again = batch(many(5), { isAtomic: true, isRepeat: true });
    expect(await codesOf(again)).toEqual({ isRefused: false, codes: Array(5).fill("good") });
    expect(await stored()).toBe(5);
  });

  it("goes on with a batch that another run of the same request has stored in part or as a whole", async () => {
    for (const isAtomic of [false, true]) {
      const { deps, batch, codesOf, stored } = setUp({ limits: { perDay: 3 } });
      const items = [mailTo(), mailTo(), mailTo()];
      const before = isAtomic ? items : items.slice(1, 2);
      const ids = isAtomic ? [0, 1, 2] : [1];
      for (const [i] of before.entries()) {
        const id = batchItemId(BATCH_ID, ids[i] ?? 0, hash);
        await deps.notifications.add(aNotification({ owner: OWNER, id }), anEmail());
      }
      const outcome = await codesOf(batch(items, { isAtomic, isRepeat: false }));
      expect(outcome).toEqual({ isRefused: false, codes: ["good", "good", "good"] });
      expect(await stored()).toBe(3);
    }
  });

  it("stores the other items of a batch when one cannot be stored", async () => {
    const { deps, batch, stored } = setUp({ limits: { perDay: 10 } });
    const lost = batchItemId(BATCH_ID, 1, hash);
    const { addCounted } = deps.notifications;
    deps.countedNotifications.addCounted = async (all, count) => {
      if (all.some(({ notification }) => notification.id === lost)) throw new Error("too large");
      return addCounted.call(deps.notifications, all, count);
    };
    const outcome = await batch([mailTo(), mailTo(), mailTo()]);
    expect(outcome).toMatchObject({ results: [{ notification: {} }, { error: { message: "too large" } }, {}] });
    expect(await stored()).toBe(2);
    await expect(batch([mailTo(), mailTo()], { isAtomic: true, id: BATCH_ID })).rejects.toThrow("too large");
  });
});
