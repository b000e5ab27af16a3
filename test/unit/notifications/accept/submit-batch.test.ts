import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailIntake } from "../../../../shared/email/email-channel.ts";
import { renderTimeOf } from "../../../../shared/email/render-time.ts";
import { templateCache } from "../../../../shared/go-template/template-cache.ts";
import { remembered } from "../../../../shared/kernel/remembered.ts";
import type { Batch } from "../../../../shared/notifications/accept/judge-batch.ts";
import { submitBatch } from "../../../../shared/notifications/accept/submit-batch.ts";
import { readBatchItem, refusedBatch, toBatchResult } from "../../../../shared/notifications/contract/batch.ts";
import { batchItemId } from "../../../../shared/notifications/domain/batch-ids.ts";
import { anEmailTemplate } from "../../../support/an-email-template.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aSendingAccount } from "../../../support/builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryMailFiles } from "../../../support/in-memory-attachments.ts";
import { inMemoryDeliveryQueue } from "../../../support/in-memory-delivery-queue.ts";
import { inMemoryEmailTemplateStore } from "../../../support/in-memory-email-template-store.ts";
import { inMemoryNotificationStore } from "../../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../../support/in-memory-sending-account-store.ts";
import { inMemoryUnsubscribeLinks } from "../../../support/in-memory-suppressions.ts";
import { noChatIntake } from "../../../support/no-chat.ts";
import { refusedAs } from "../../../support/refused-item.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../../../support/silent-telemetry.ts";

const { hash } = sequentialIdentifiers();
const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, hash);
const OWNER = anOwner("owner-1");
const BATCH_ID = "0199fb2a-7c00-7abc-8def-0123456789ab";
type Item = unknown;
const good = (changes: Record<string, unknown> = {}) => ({
  recipient: "anna@example.org",
  subject: "Hello",
  body: "Good morning.",
  ...changes,
});

const TOO_LONG_TOGETHER = "the templates of this batch take too long together: send it again in another batch";

function setUp(more: Partial<Parameters<typeof emailIntake>[0]> = {}) {
  const clock = fakeClock();
  const account = aSendingAccount({ owner: OWNER, isDefault: true });
  const strict = aSendingAccount({ owner: OWNER, apiAllowedDomains: ["shop.example"] });
  const sendingAccounts = inMemorySendingAccountStore([account, strict]);
  let reads = 0;
  const counted: typeof sendingAccounts = Object.create(sendingAccounts, {
    findPresent: {
      value: (...call: Parameters<typeof sendingAccounts.find>) => (reads++, sendingAccounts.findPresent(...call)),
    },
    findDefault: { value: (owner: typeof OWNER) => (reads++, sendingAccounts.findDefault(owner)) },
  });
  const deps = {
    channelsOfBatch: () => ({
      email: emailIntake({
        sendingAccounts: remembered(counted, ["findPresent", "findDefault"]),
        ...{ ...inMemoryMailFiles(), clock, parseTemplate },
        emailTemplates: inMemoryEmailTemplateStore(),
        unsubscribeLinks: inMemoryUnsubscribeLinks(),
        ...more,
      }),
      chat: noChatIntake,
    }),
    notifications: inMemoryNotificationStore({ clock }),
    deliveryQueue: inMemoryDeliveryQueue(),
    identifiers: { hash },
    clock,
    log: silentLog,
    metrics: countingMetrics(),
  };
  const submit = (items: readonly Item[], changes: Partial<Batch> = {}) =>
    submitBatch(deps, {
      ...{ owner: OWNER, id: BATCH_ID, isAtomic: false, caller: {} },
      readItems: items.map((item) => async () => readBatchItem(item)),
      ...changes,
    });
  const results = async (items: readonly Item[], changes: Partial<Batch> = {}) => {
    const outcome = await submit(items, changes);
    if (outcome.isRefused) throw refusedBatch(outcome.items);
    return outcome.results.map(toBatchResult);
  };
  const stored = () => deps.notifications.listRecent(OWNER, { limit: 100 });
  return { deps, clock, strict, submit, results, stored, reads: () => reads };
}

describe("submitBatch() (D41)", () => {
  it("takes a cheap item that stands behind 99 dear ones", async () => {
    const dear = anEmailTemplate({ owner: OWNER, body: "{{range 10000}}x{{end}}" });
    const cheap = anEmailTemplate({ owner: OWNER, body: "Good morning." });
    // Each look at the clock advances it by the time that a busy machine takes between two looks.
    let nowMs = 0;
    const now = () => (nowMs += 8);
    const renderTime = renderTimeOf({ sharedMs: 5000, ownMs: 50, now, nextTurn: async () => undefined });
    const { results } = setUp({ renderTime, emailTemplates: inMemoryEmailTemplateStore([dear, cheap]) });
    const item = (template_id: string) => ({ recipient: "anna@example.org", template_id });
    const answers = await results([...Array.from({ length: 99 }, () => item(dear.id)), item(cheap.id)]);
    expect(answers.at(-1)).toMatchObject({ notification: { status: "pending" } });
    const refused = answers.filter(({ error }) => error !== undefined);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.length).toBeLessThan(90);
    expect(new Set(refused.map(({ error }) => JSON.stringify(error)))).toEqual(
      new Set([JSON.stringify({ status: 429, message: TOO_LONG_TOGETHER, code: "rate_limited" })]),
    );
  });

  it("answers in order, each item as a single request is answered", async () => {
    const { strict, results, stored, deps } = setUp();
    const answers = await results([
      good({ metadata: { order: "1" } }),
      "x",
      good({ color: "blue" }),
      good({ smtp_account_id: strict.id }),
      good({ smtp_account_id: crypto.randomUUID() }),
      good(),
    ]);
    expect(answers).toEqual([
      { notification: expect.objectContaining({ status: "pending", metadata: { order: "1" } }) },
      { error: refusedAs("invalid request body", "", "a JSON object was expected, not a string") },
      { error: refusedAs('unknown field "color"', "color") },
      { error: { status: 403, message: "origin not allowed", code: "origin_not_allowed" } },
      { error: { status: 400, message: "smtp_account_id not found", code: "invalid_request" } },
      { notification: expect.objectContaining({ status: "pending" }) },
    ]);
    expect(await stored()).toHaveLength(2);
    expect(deps.deliveryQueue.messages).toHaveLength(2);
    expect(deps.metrics.of("accepted")).toBe(2);
  });

  it("reads an account once, however many items name it", async () => {
    const { results, reads } = setUp();
    await results(Array.from({ length: 40 }, () => good()));
    expect(reads()).toBe(1);
  });

  it("creates nothing when all are one and one is bad, and says of each what it lacks", async () => {
    const { submit, results, stored, deps } = setUp();
    const items = [good(), good({ subject: "" }), good()];
    await expect(results(items, { isAtomic: true })).rejects.toMatchObject({
      code: "batch_refused",
      results: [{}, { error: refusedAs("subject is required", "subject") }, {}],
    });
    expect(await submit(items, { isAtomic: true })).toMatchObject({ isRefused: true });
    expect(await stored()).toEqual([]);
    expect(deps.deliveryQueue.messages).toEqual([]);
  });

  it("creates all when all are one and good", async () => {
    const { results, stored, deps } = setUp();
    const answers = await results([good(), good(), good()], { isAtomic: true });
    const ids = (await stored()).map(({ id }) => id).toReversed();
    expect(answers.map((one) => one.notification?.id)).toEqual(ids);
    expect(deps.deliveryQueue.messages.map(({ message }) => message.id)).toEqual(ids);
  });

  it.each([true, false])("creates nothing twice when it is repeated, atomic: %s", async (isAtomic) => {
    const { results, stored, deps } = setUp();
    const items = [good(), good(), good()];
    const first = await results(items, { isAtomic, isRepeat: false });
    expect(await results(items, { isAtomic, isRepeat: true })).toEqual(first);
    expect(await stored()).toHaveLength(3);
    expect(deps.metrics.of("accepted")).toBe(3);
  });

  it("goes on with what an interrupted batch has stored", async () => {
    const { deps, results, stored } = setUp();
    const { add } = deps.notifications;
    let left = 2;
    deps.notifications.add = async (...given) => {
      if (left-- === 0) throw new Error("store down");
      return add(...given);
    };
    const items = [good(), good(), good(), good()];
    await expect(results(items, { isRepeat: false })).rejects.toThrow("store down");
    expect(await stored()).toHaveLength(3);
    deps.notifications.add = add;
    expect(await results(items, { isRepeat: true })).toHaveLength(4);
    expect(await stored()).toHaveLength(4);
  });

  it("loses no other item to one that the store does not take, and says so where nobody can repeat it", async () => {
    const { deps, results, stored } = setUp();
    const { add } = deps.notifications;
    let calls = 0;
    deps.notifications.add = async (...given) => {
      if (calls++ === 1) throw new Error("store down");
      return add(...given);
    };
    const answers = await results([good(), good(), good()]);
    expect(answers[1]).toEqual({ error: { status: 500, message: "internal error", code: "internal_error" } });
    expect(await stored()).toHaveLength(2);
    expect(deps.deliveryQueue.messages).toHaveLength(2);
  });

  it("throws a fault of ours when all are one, with nothing created", async () => {
    const { deps, results, stored } = setUp();
    deps.notifications.addTogether = () => Promise.reject(new Error("store down"));
    await expect(results([good(), good()], { isAtomic: true })).rejects.toThrow("store down");
    expect(await stored()).toEqual([]);
  });

  it("queues nothing that is too far ahead, and delays what leaves soon (D42)", async () => {
    const { deps, clock, results } = setUp();
    const at = (seconds: number) => new Date(clock.now() + seconds * 1000).toISOString();
    await results([good({ send_at: at(60) }), good({ send_at: at(86_400) }), good({ send_at: at(-60) })]);
    expect(deps.deliveryQueue.messages.map(({ delaySeconds }) => delaySeconds)).toEqual([60, 0]);
  });
});

describe("batchItemId()", () => {
  it("is a UUID of version 7 in the order of the items, and always the same one (RFC 9562)", () => {
    fc.assert(
      fc.property(fc.uuid({ version: 7 }), fc.nat(99), fc.nat(99), (batch, i, j) => {
        const [one, other] = [batchItemId(batch, i, hash), batchItemId(batch, j, hash)];
        expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
        expect(one.slice(0, 13)).toBe(batch.slice(0, 13));
        expect(Math.sign(one.localeCompare(other))).toBe(Math.sign(i - j));
      }),
    );
  });

  it("differs between batches of the same millisecond", () => {
    const other = BATCH_ID.replace("7abc", "7abd");
    expect(batchItemId(BATCH_ID, 0, hash)).not.toBe(batchItemId(other, 0, hash));
  });
});
