import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tables } from "../../../lib/tables.ts";
import { DynamoOwnerEraser } from "../../../ops/erase-owner/owner-eraser.ts";
import { DynamoActivityLog } from "../../../shared/activity/dynamo/activity-log.ts";
import { NEVER_CHOSEN } from "../../../shared/alerts/domain/alert-settings.ts";
import { DynamoAlertSettingsStore } from "../../../shared/alerts/dynamo/alert-settings-store.ts";
import { DynamoRaisedAlerts } from "../../../shared/alerts/dynamo/raised-alerts.ts";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { DynamoCannedReplyStore } from "../../../shared/conversations/dynamo/canned-reply-store.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import { DynamoNoteStore } from "../../../shared/conversations/dynamo/note-store.ts";
import { DynamoTestClocks, listedTestKey } from "../../../shared/edge/dynamo/test-clocks.ts";
import { ownersTime } from "../../../shared/edge/owners-time.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import type { ActivityEntry } from "../../../shared/kernel/activity.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { aheadMs } from "../../../shared/kernel/owners-time.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { DynamoApiKeyStore } from "../../../shared/keys/dynamo/api-key-store.ts";
import { DynamoDailyCounts } from "../../../shared/keys/dynamo/daily-counts.ts";
import { DynamoCountedNotifications } from "../../../shared/notifications/dynamo/counted-notifications.ts";
import { DynamoDeadLetterStore } from "../../../shared/notifications/dynamo/dead-letter-store.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { DynamoReturnKeyStore } from "../../../shared/returned-mail/dynamo/return-key-store.ts";
import { envelopeSender, keyedReturnPath, namedByToken } from "../../../shared/returned-mail/return-tokens.ts";
import { sandboxPartition, sandboxSourcesOf } from "../../../shared/sandbox/dynamo/sandbox-keys.ts";
import { DynamoLinkKeyStore } from "../../../shared/suppressions/dynamo/link-key-store.ts";
import type { Webhook } from "../../../shared/webhooks/domain/webhook.ts";
import { DynamoWebhookLog } from "../../../shared/webhooks/dynamo/webhook-log.ts";
import { DynamoWebhookProgress } from "../../../shared/webhooks/dynamo/webhook-progress.ts";
import { DynamoWebhookStore } from "../../../shared/webhooks/dynamo/webhook-store.ts";
import { anAnnouncedEvent } from "../../support/an-announced-event.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anApiKey, anEmail, aSendingAccount, aWebhook } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const LARGE = Buffer.from(Array.from({ length: 400_000 }, () => Math.floor(Math.random() * 256))).toString("base64");
let fixture: TableFixture;
const store = inMemoryBlobStore();
const blobs = async () => store;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

function world() {
  const { client } = fixture;
  const retention = { contentKeptDays: 7, recordKeptDays: 90 };
  const names = {
    configTable: "Config",
    apiKeysTable: "ApiKeys",
    notificationsTable: "Notifications",
    chatTable: "Chat",
    eventsTable: "Events",
    webhooksTable: "Webhooks",
  };
  return {
    accounts: new DynamoSendingAccountStore(client, "Config"),
    returnKeys: new DynamoReturnKeyStore(client, "Config", systemIdentifiers.randomBytes),
    linkKeys: new DynamoLinkKeyStore(client, "Config", systemIdentifiers.randomBytes),
    templates: new DynamoEmailTemplateStore(client, { table: "Config", blobs }),
    deadLetters: new DynamoDeadLetterStore(client, { table: "Notifications", clock: fakeClock() }),
    notifications: new DynamoNotificationStore(client, {
      codecs: CONTENT_CODECS,
      ...{ table: "Notifications", leaseMs: 90_000, clock: fakeClock(), blobs },
      ...retention,
    }),
    counted: new DynamoCountedNotifications(client, {
      ...{ table: "Notifications", leaseMs: 90_000, clock: fakeClock(), codecs: CONTENT_CODECS, blobs },
      ...retention,
      counts: new DynamoDailyCounts(client, "ApiKeys"),
    }),
    eraser: new DynamoOwnerEraser(client, {
      ...names,
      log: silentLog,
      clock: fakeClock(),
      eraseBlobs: (prefix) => store.eraseBelow(prefix),
    }),
  };
}

/** Finds every item of every table that contains a text anywhere. */
async function mentionsOf(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const TableName of tables.map(({ name }) => name)) {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await fixture.client.send(new ScanCommand({ TableName, ExclusiveStartKey: from }));
      found.push(...(page.Items ?? []).map((item) => JSON.stringify(item)).filter((item) => item.includes(text)));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
  }
  return found;
}

/**
 * Creates a conversation with one message each way, with the customer's assignment to the owner, the customer's two
 * names, a note and a canned reply.
 */
async function converse(owner: Owner): Promise<void> {
  const conversations = new DynamoConversationStore(fixture.client, "Chat");
  const customer = { chatAccountId: `account of ${owner}`, customerKey: "+15550001111" };
  const conversation = {
    owner,
    ...customer,
    id: crypto.randomUUID(),
    providerUserId: "US.1",
    updatedAtMs: 1_800_000_000_000,
  };
  const of = {
    conversationId: conversation.id,
    messageType: "text",
    payload: { owner },
    occurredAtMs: 1_800_000_000_000,
  };
  await conversations.learnCustomer(customer.chatAccountId, { phone: customer.customerKey, providerUserId: "US.1" });
  await conversations.replaceAssignment(customer, undefined, { owner });
  const inbound = { ...of, id: crypto.randomUUID(), direction: "inbound", providerMessageId: "wamid.1" } as const;
  await conversations.addInbound({ conversation, message: inbound, opensWindow: true });
  const outbound = { ...of, id: crypto.randomUUID(), direction: "outbound" } as const;
  await conversations.addOutbound({
    conversation: { ...conversation, updatedAtMs: 1_800_000_001_000 },
    message: outbound,
  });
  const note = {
    id: crypto.randomUUID(),
    conversationId: conversation.id,
    text: owner,
    author: "Dana",
    createdAtMs: 1,
  };
  await new DynamoNoteStore(fixture.client, "Chat").add(note);
  const canned = { owner, id: crypto.randomUUID(), name: "hours", text: "9 to 17", updatedAtMs: 1 };
  await new DynamoCannedReplyStore(fixture.client, "Chat").add(canned);
}

/** Creates a feed of one event, and a webhook that got it. */
async function postTo(owner: Owner): Promise<Webhook> {
  const timed = { clock: fakeClock() };
  const event = anAnnouncedEvent();
  await new DynamoFeed(fixture.client, { table: "Events", ...timed }).append(owner, [event]);
  const webhook = aWebhook({ owner });
  const progress = new DynamoWebhookProgress(fixture.client, {
    ...{ table: "Webhooks", newToken: () => crypto.randomUUID() },
    ...timed,
  });
  await progress.start(webhook.id, 0);
  await progress.wake(webhook.id, owner);
  const made = { eventId: event.id, type: event.type, position: 1, attempt: 1, atMs: timed.clock.now() };
  await new DynamoWebhookLog(fixture.client, { table: "Webhooks", ...timed }).note(webhook.id, {
    made: { ...made, status: "success", statusCode: 200, body: `thanks, ${owner}` },
  });
  await new DynamoWebhookStore(fixture.client, "Config").create(webhook);
  return webhook;
}

const anActivityEntry = (sub: Owner): ActivityEntry => ({
  ...{ id: crypto.randomUUID(), at: "2026-11-21T12:00:00.000Z", requestId: "request-1", actor: { sub, name: sub } },
  ...{ kind: "chat_account", action: "changed", fields: ["label"] },
});

/** Creates one record of each kind, and `most` notifications. */
async function fill(owner: Owner, most: number): Promise<void> {
  const { accounts, templates, deadLetters, notifications, counted, returnKeys, linkKeys } = world();
  const activity = new DynamoActivityLog(fixture.client, { table: "Events", clock: fakeClock() });
  for (const scope of [{ owner }, "administration"] as const) await activity.add(scope, anActivityEntry(owner));
  const keys = new DynamoApiKeyStore(fixture.client, "ApiKeys");
  const key = anApiKey({ owner, limits: { perDay: 10 } });
  await keys.add(key, `hash of ${owner}`);
  const feedbackTopicArn = "arn:aws:sns:eu-west-1:123456789012:ses-feedback";
  await accounts.create(aSendingAccount({ owner, feedbackTopicArn }), "keep");
  await converse(owner);
  await postTo(owner);
  await templates.create(anEmailTemplate({ owner }));
  const template = anEmailTemplate({ owner, body: LARGE, alias: "erased" });
  await templates.create(template);
  await templates.replace({ ...template, body: `${LARGE}!` });
  const added = Array.from({ length: most }, () => aNotification({ owner }));
  const count = { owner, countId: key.id, perDay: 10, day: "2026-11-21" };
  const [first] = added.splice(0, 1);
  if (first) await counted.addCounted([{ notification: first, content: anEmail() }], count);
  await Promise.all(added.map((one) => notifications.add(one, anEmail())));
  const large = aNotification({ owner });
  await notifications.add(large, anEmail({ body: LARGE }));
  await new DynamoAlertSettingsStore(fixture.client, "Config").replace(
    {
      owner,
      addresses: [`${owner}@example.test`],
      kinds: [],
      isSummaryWanted: true,
      updatedAt: "2026-11-21T12:00:00.000Z",
    },
    NEVER_CHOSEN,
  );
  const subject = { kind: "webhook_disabled", id: "w1", name: owner } as const;
  await new DynamoRaisedAlerts(fixture.client, { table: "Events", clock: fakeClock() }).raise({
    ...{ owner, id: crypto.randomUUID(), subject, atMs: fakeClock().now(), realAtMs: fakeClock().now() },
  });
  await returnKeys.ofOwner(owner);
  await linkKeys.ofOwner(owner);
  await deadLetters.add({ owner, id: large.id, accountId: large.accountId, at: "2026-11-21T12:00:00.000Z" });
}

/** Creates one record of each kind in the owner's test mode, with a clock that was moved, and mails in the sandbox. */
async function fillTestMode(owner: Owner): Promise<void> {
  const hidden = testOwnerOf(owner);
  await fill(hidden, 3);
  const clocks = new DynamoTestClocks(fixture.client, "Config");
  await clocks.of(hidden);
  await clocks.advance(hidden, 86_400, 1);
  const pk = sandboxPartition(hidden);
  const blobKey = `${sandboxSourcesOf(hidden)}2`;
  for (const Item of [
    { pk, sk: "MAIL#1", to: owner },
    { pk, sk: "SOURCE#2", blobKey },
  ])
    await fixture.client.send(new PutCommand({ TableName: "Events", Item }));
  for (const key of [blobKey, `${sandboxSourcesOf(hidden)}3`]) await store.put(key, Buffer.from(owner));
}

describe("DynamoOwnerEraser", () => {
  it("leaves nothing anywhere that mentions the owner, and counts what it erased", async () => {
    const [owner, other] = [anOwner(), anOwner()];
    await fill(owner, 60);
    await fill(other, 3);
    const before = (await mentionsOf(other)).length;
    expect(store.blobs.size).toBe(6);
    const erased = await world().eraser.erase(owner);
    expect(erased.live).toEqual({
      apiKeys: 1,
      // These include the totals of templates and accounts, the copy of the default, a version and an alias of a
      // template, the count of the webhooks, and the owner's two keys of links and of envelope senders.
      configItems: 13,
      events: 2,
      activity: 2,
      figures: 0,
      webhookItems: 2,
      notifications: 61,
      contents: 61,
      chatItems: 10,
      deadLetters: 1,
      // The choice, an alert that is still to be sent, and the note of its subject.
      alerts: 3,
      sandboxItems: 0,
      blobs: 3,
    });
    expect(new Set(Object.values(erased.test))).toEqual(new Set([0]));
    expect(await mentionsOf(owner)).toEqual([]);
    expect((await mentionsOf(other)).length).toBe(before);
    expect(store.blobs.size).toBe(3);
    expect(await world().deadLetters.list(10)).toMatchObject([{ owner: other }]);
  });

  it("erases what an owner has in test mode, and counts it apart (D48a)", async () => {
    const [owner, other] = [anOwner(), anOwner()];
    for (const one of [owner, other]) {
      await fill(one, 2);
      await fillTestMode(one);
    }
    const before = (await mentionsOf(other)).length;
    const { live, test } = await world().eraser.erase(owner);
    expect(live).toMatchObject({ notifications: 3, sandboxItems: 0, blobs: 3 });
    // The test mode has a clock in addition, and two mails in the sandbox, with a source in the bucket. A source whose
    // mail is gone is there too.
    expect(test).toMatchObject({
      ...{ notifications: 4, contents: 4, configItems: live.configItems + 1, activity: 2, chatItems: 10 },
      ...{ webhookItems: 2, deadLetters: 1, alerts: 3, events: 2, sandboxItems: 2, blobs: 5 },
    });
    expect(await mentionsOf(owner)).toEqual([]);
    expect((await mentionsOf(other)).length).toBe(before);
    const clocks = new DynamoTestClocks(fixture.client, "Config");
    expect(await clocks.owners(10)).toEqual([testOwnerOf(other)]);
    expect([...store.blobs.keys()].some((key) => key.startsWith(sandboxSourcesOf(testOwnerOf(owner))))).toBe(false);
    await world().eraser.erase(other);
    expect(await clocks.owners(10)).toEqual([]);
  });

  it("leaves no clock behind when work for an erased owner's test mode comes later, nor the owner's place in the list", async () => {
    const owner = anOwner();
    const hidden = testOwnerOf(owner);
    const clocks = new DynamoTestClocks(fixture.client, "Config");
    // A process died between the two writes by which test mode begins.
    await fixture.client.send(
      new PutCommand({ TableName: "Config", Item: { ...listedTestKey(hidden), owner: hidden } }),
    );
    await world().eraser.erase(owner);
    const inOwnTime = ownersTime((one) => clocks.find(one));
    expect(await inOwnTime(hidden, async () => aheadMs())).toBe(0);
    expect(await clocks.advance(hidden, 60, 0)).toBeUndefined();
    expect(await mentionsOf(owner)).toEqual([]);
  });

  it("erases what makes envelope senders readable, so that a mail that comes back later is nobody's (D45i)", async () => {
    const { returnKeys, accounts, eraser } = world();
    const [owner, other] = [anOwner(), anOwner()];
    const [sender, kept] = await Promise.all(
      [owner, other].map(async (one) => {
        const returnPath = await keyedReturnPath(returnKeys, one, "b@bounces.example");
        await accounts.create(aSendingAccount({ owner: one, returnPath }), "keep");
        return envelopeSender(returnPath, systemIdentifiers.newId());
      }),
    );
    expect(await namedByToken(returnKeys, sender ?? "")).toMatchObject({ owner });
    await eraser.erase(owner);
    expect(await namedByToken(returnKeys, sender ?? "")).toBeUndefined();
    expect(await namedByToken(returnKeys, kept ?? "")).toMatchObject({ owner: other });
    await eraser.erase(other);
  });

  it("finds the logs of webhooks that were deleted before, and that no worker has erased", async () => {
    const owner = anOwner();
    const webhooks = new DynamoWebhookStore(fixture.client, "Config");
    const [one, two, forgotten] = [await postTo(owner), await postTo(owner), await postTo(owner)];
    for (const { id } of [one, two, forgotten]) expect(await webhooks.remove(owner, id)).toBe(true);
    await webhooks.forget(owner, forgotten.id);
    expect(new Set(await webhooks.deleted(owner))).toEqual(new Set([one.id, two.id]));
    const log = new DynamoWebhookLog(fixture.client, { table: "Webhooks", clock: fakeClock() });
    expect((await world().eraser.erase(owner)).live.webhookItems).toBe(4);
    for (const { id } of [one, two]) expect((await log.list(id, { limit: 5 })).deliveries).toEqual([]);
    expect(await webhooks.deleted(owner)).toEqual([]);
  });

  it.each([
    ["begins like another", anOwner("ann"), anOwner("ann2")],
    ["holds the separator", anOwner("ann"), anOwner("ann#00")],
    ["is named like a partition of states", anOwner("ann"), anOwner("ann#3")],
    ["is named like a partition of contents", anOwner("ann"), anOwner("ann#B3f")],
  ])("keeps an owner apart whose name %s", async (_what, owner, other) => {
    await fill(other, 2);
    const before = (await mentionsOf(`${other}`)).length;
    await world().eraser.erase(owner);
    expect((await mentionsOf(`${other}`)).length).toBe(before);
    expect(before).toBeGreaterThan(0);
    await world().eraser.erase(other);
  });

  it("may be run again, and goes on where a failure stopped it", async () => {
    const owner = anOwner();
    await fill(owner, 5);
    const eraseBelow = store.eraseBelow;
    store.eraseBelow = () => Promise.reject(new Error("the bucket is away"));
    await expect(world().eraser.erase(owner)).rejects.toThrow("the bucket is away");
    store.eraseBelow = eraseBelow;
    await world().eraser.erase(owner);
    expect(await mentionsOf(owner)).toEqual([]);
  });
});

describe("retention", () => {
  const ttlsOf = async (owner: string) => {
    const items = (await mentionsOf(owner)).map((item) => JSON.parse(item) as { sk: string; ttl?: number });
    return items.map(({ sk, ttl }) => [sk.includes("#BODY") ? "content" : "record", ttl]);
  };

  it("every item of a notification expires: content after its days and the longest delivery, the record after its own", async () => {
    const { notifications } = world();
    const notification = aNotification();
    await notifications.add(notification, anEmail());
    const now = Math.floor(fakeClock().now() / 1000);
    expect(new Map((await ttlsOf(notification.owner)) as [string, number][])).toEqual(
      new Map([
        ["content", now + 8 * 86_400],
        ["record", now + 90 * 86_400],
      ]),
    );
  });

  it("keeps the record's end through claim, retry, giving up and revival", async () => {
    const { notifications } = world();
    const { owner, id } = aNotification();
    await notifications.add(aNotification({ owner, id }), anEmail());
    const before = await ttlsOf(owner);
    const claimed = await notifications.claim(owner, id);
    if (claimed === undefined) throw new Error("there was nothing to claim");
    await notifications.record(claimed, { to: "pending", lastError: "451", retryInSeconds: 0 });
    await notifications.giveUp(owner, id, "crashed");
    await notifications.revive(owner, id, ["crashed"]);
    expect(await ttlsOf(owner)).toEqual(before);
  });
});
