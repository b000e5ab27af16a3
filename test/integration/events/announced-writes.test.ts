import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { ACCOUNT_FIELD_OF } from "../../../shared/channels/contract/account-field.ts";
import { readChatTemplateImage } from "../../../shared/chat/dynamo/chat-template-image.ts";
import { DynamoChatTemplateStore } from "../../../shared/chat/dynamo/chat-template-store.ts";
import { messageKey, readMessageImage } from "../../../shared/conversations/dynamo/conversation-item.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import { readSendingAccountImage } from "../../../shared/email/dynamo/sending-account-image.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { announceChanges } from "../../../shared/events/announce-changes.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import { ANNOUNCED_TABLES, type AnnouncedTable } from "../../../shared/events/ports.ts";
import { expiringCache } from "../../../shared/kernel/expiring-cache.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { readNotificationImage } from "../../../shared/notifications/dynamo/notification-image.ts";
import { stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { readSuppressionImage } from "../../../shared/suppressions/dynamo/suppression-item.ts";
import { toWebhookView } from "../../../shared/webhooks/contract/webhooks.ts";
import type { Webhook } from "../../../shared/webhooks/domain/webhook.ts";
import { readWebhookImage } from "../../../shared/webhooks/dynamo/webhook-item.ts";
import { DynamoWebhookStore } from "../../../shared/webhooks/dynamo/webhook-store.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount, aWebhook } from "../../support/builders.ts";
import { aChatContent, aChatTemplate } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inRealTime } from "../../support/real-time.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** Sets up the real stores; the events of a write are derived from the item's images before and after it. */
function setUp() {
  const { client } = fixture;
  const clock = fakeClock();
  const owner = anOwner();
  const noBlobs = () => Promise.reject(new Error("this content is small"));
  const kept = { contentKeptDays: 7, recordKeptDays: 90, leaseMs: 90_000, blobs: noBlobs };
  const notifications = new DynamoNotificationStore(client, {
    codecs: CONTENT_CODECS,
    table: "Notifications",
    clock,
    ...kept,
  });
  const conversations = new DynamoConversationStore(client, "Chat");
  const sendingAccounts = new DynamoSendingAccountStore(client, "Config");
  const chatTemplates = new DynamoChatTemplateStore(client, "Config");
  const webhooks = new DynamoWebhookStore(client, "Config");
  const feed = new DynamoFeed(client, { table: "Events", clock });
  const unread: unknown[] = [];
  const deps = {
    ...{ notifications, conversations, sendingAccounts, feed, hash: systemIdentifiers.hash, log: silentLog },
    accountFields: ACCOUNT_FIELD_OF,
    images: {
      notification: readNotificationImage,
      message: readMessageImage,
      chatTemplate: readChatTemplateImage,
      sendingAccount: readSendingAccountImage,
      webhook: readWebhookImage,
      suppression: readSuppressionImage,
    },
    tableNamed: (name: string) => ANNOUNCED_TABLES.find((one) => one === name),
    wakeWebhooks: async () => {},
    raiseAlerts: async () => {},
    unannounced: { add: async (...all: unknown[]) => void unread.push(all) },
    appended: expiringCache<true>({ maxEntries: 100, ttlMs: 60_000 }),
    failingSince: expiringCache<number>({ maxEntries: 100, ttlMs: 60_000 }),
    announcedLately: new Map(),
    inOwnTime: inRealTime,
    setAsideLately: expiringCache<true>({ maxEntries: 100, ttlMs: 60_000 }),
    clock,
  };
  const imageOf = async (table: AnnouncedTable, Key: Record<string, string>) =>
    (await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item;
  let seen = 0;
  const announcedBy = async (table: AnnouncedTable, keys: Record<string, string>, write: () => Promise<unknown>) => {
    const before = await imageOf(table, keys);
    clock.advance(1000);
    await write();
    const after = await imageOf(table, keys);
    const images = { ...(before && { before }), ...(after && { after }) };
    const at = new Date(Math.floor(clock.now() / 1000) * 1000);
    const change = { table, sequenceNumber: "1", at, keys, ...images, record: {} };
    expect(await announceChanges(deps, [change])).toEqual([]);
    expect(unread).toEqual([]);
    const { events, next } = await feed.read(owner, { after: seen, limit: 100 });
    seen = next;
    return events.map(({ event }) => event);
  };
  return { ...deps, chatTemplates, webhooks, owner, announcedBy };
}

const server = { provider: "smtp", host: "mail.sender.example", port: 587, encryption: "starttls" } as const;
const provider = { provider: "http_api", endpoint: "https://api.sender.example/v1", bodyTemplate: "{}" } as const;

const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe("announced writes (D40a)", () => {
  it("tell an email's life: each change of state once, and no lease, look or note", async () => {
    const { owner, notifications, announcedBy } = setUp();
    const mail = aNotification({ owner });
    const { id } = mail;
    const by = (write: () => Promise<unknown>) => announcedBy("Notifications", stateKey(mail), write);
    const claim = async () => {
      const claimed = await notifications.claim(owner, id);
      if (!claimed) throw new Error("nothing to claim");
      return claimed;
    };
    expect(await by(() => notifications.add(mail, anEmail(), "new"))).toEqual([]);
    let claimed: Awaited<ReturnType<typeof claim>> | undefined;
    const take = async () => {
      claimed = await claim();
    };
    const record = (step: Parameters<typeof notifications.record>[1]) => async () =>
      claimed && notifications.record(claimed, step, { at: "x", attempt: 1, to: step.to, durationMs: 1 });
    expect(await by(take)).toEqual([]);
    expect(await by(record({ to: "pending", isPostponed: true, retryInSeconds: 0 }))).toEqual([]);
    expect(await by(take)).toEqual([]);
    expect(await by(() => notifications.noteCrash(mail, "RangeError"))).toEqual([]);
    const [retrying, ...more] = await by(record({ to: "pending", lastError: "451 later", retryInSeconds: 0 }));
    expect(retrying).toMatchObject({
      type: "notification.retrying",
      data: {
        id,
        status: "pending",
        attempts: 1,
        last_error: "451 later",
        recipient: "anna@example.org",
        reason: "unknown",
      },
    });
    expect(more).toEqual([]);
    expect(await by(() => notifications.postpone(mail, { accountId: mail.accountId, dueAt: undefined }))).toEqual([]);
    expect(await by(take)).toEqual([]);
    const sent = await by(record({ to: "sent" }));
    expect(typesOf(sent)).toEqual(["notification.sent"]);
    expect(sent[0]?.data).toMatchObject({ id, status: "sent", sending_account_id: mail.accountId });
    expect(sent[0]?.data).not.toHaveProperty("reason");
  });

  it("tell that one was given up, and once more after it was put back", async () => {
    const { owner, notifications, announcedBy } = setUp();
    const mail = aNotification({ owner });
    await notifications.add(mail, anEmail(), "new");
    const by = (write: () => Promise<unknown>) => announcedBy("Notifications", stateKey(mail), write);
    const giveUp = () => notifications.giveUp(owner, mail.id, "crashed");
    const first = await by(giveUp);
    expect(await by(() => notifications.revive(owner, mail.id, ["crashed"]))).toEqual([]);
    const second = await by(giveUp);
    expect([...typesOf(first), ...typesOf(second)]).toEqual(["notification.failed", "notification.failed"]);
    expect(first[0]?.id).not.toBe(second[0]?.id);
  });

  it("tell a chat message's life, in whatever order its provider tells it", async () => {
    const { owner, notifications, announcedBy, clock } = setUp();
    const content = aChatContent();
    const chat = aNotification({ owner, channel: "chat", maxAttempts: 3, conversationId: content.conversationId });
    await notifications.add(chat, content, "new");
    const by = (write: () => Promise<unknown>) => announcedBy("Notifications", stateKey(chat), write);
    const told = (event: "accepted" | "sent" | "delivered" | "read" | "failed", atMs: number) => () =>
      notifications.applyProviderEvent({ callbackId: chat.id }, { event, atMs, providerMessageId: "wamid.1" });
    const claimed = await notifications.claim(owner, chat.id);
    if (!claimed) throw new Error("nothing to claim");
    const now = clock.now();
    const submitted = await by(() => notifications.record(claimed, { to: "submitted", cloudMessageId: "cloud-1" }));
    expect(typesOf(submitted)).toEqual(["notification.submitted"]);
    expect(submitted[0]?.data).toMatchObject({ chat_account_id: chat.accountId, recipient: "+15551230001" });
    expect(typesOf(await by(told("read", now + 3)))).toEqual(["notification.sent", "notification.read"]);
    expect(typesOf(await by(told("delivered", now + 2)))).toEqual(["notification.delivered"]);
    expect(await by(told("sent", now + 1))).toEqual([]);
    expect(await by(told("read", now + 3))).toEqual([]);
    expect(await by(told("failed", now + 4))).toEqual([]);
    expect(await by(() => notifications.noteAssignmentSettled(owner, chat.id))).toEqual([]);
  });

  it("tell a customer's message once, as the conversation API shows it", async () => {
    const { owner, conversations, announcedBy, clock } = setUp();
    const at = clock.now();
    const customer = { chatAccountId: crypto.randomUUID(), customerKey: "+15551230001" };
    const conversation = {
      owner,
      id: crypto.randomUUID(),
      ...customer,
      customerPhone: "+15551230001",
      updatedAtMs: at,
    };
    const message = {
      ...{ id: crypto.randomUUID(), conversationId: conversation.id, direction: "inbound" as const },
      ...{ messageType: "image", payload: { caption: "Look" }, occurredAtMs: at, arrivedAtMs: at },
      providerMessageId: "wamid.in",
      media: { mediaId: "media-1", state: "pending" as const },
    };
    const inbound = { conversation, message, opensWindow: true };
    const by = (write: () => Promise<unknown>) => announcedBy("Chat", messageKey(message), write);
    const [received, ...more] = await by(() => conversations.addInbound(inbound));
    expect(more).toEqual([]);
    expect(received).toMatchObject({
      type: "message.received",
      data: {
        conversation: { id: conversation.id, customer_phone: "+15551230001", window_open: true },
        message: {
          id: message.id,
          direction: "inbound",
          message_type: "image",
          payload: { caption: "Look", media_id: "media-1", media_status: "pending" },
        },
      },
    });
    expect(await by(() => conversations.addInbound(inbound))).toEqual([]);
    expect(await by(() => conversations.learnProviderMessageId(conversation.id, message.id, "wamid.other"))).toEqual(
      [],
    );
  });

  it("tell that a webhook was disabled, and nothing else of it", async () => {
    const { owner, webhooks, announcedBy, clock } = setUp();
    const webhook = aWebhook({ owner });
    const keys = { pk: `O#${owner}`, sk: `WH#${webhook.id}` };
    const by = (write: () => Promise<unknown>) => announcedBy("Config", keys, write);
    const change = (changes: Partial<Webhook>) => () =>
      webhooks.update(owner, webhook.id, (known) => {
        const updatedAt = new Date(clock.now()).toISOString();
        return { ...known, disabledReason: undefined, updatedAt, ...changes };
      });
    expect(await by(() => webhooks.create(webhook))).toEqual([]);
    expect(await by(change({ url: "https://user:pass@other.example:8443/secret-path?key=secret-path" }))).toEqual([]);
    const disabledReason = "the receiver answered 410";
    const [disabled, ...more] = await by(change({ isEnabled: false, disabledReason }));
    const stored = await webhooks.get(owner, webhook.id);
    const shown = { ...toWebhookView(stored ?? webhook), url: "https://other.example:8443" };
    expect(disabled).toMatchObject({ type: "webhook.disabled", data: shown });
    expect(JSON.stringify(disabled)).not.toContain("secret-path");
    expect(disabled?.data).toMatchObject({ status: "disabled", disabled_reason: disabledReason });
    expect([more, JSON.stringify(disabled).includes("sealed")]).toEqual([[], false]);
    expect(await by(change({ isEnabled: false, description: "off" }))).toEqual([]);
    expect(await by(change({ isEnabled: true }))).toEqual([]);
    const again = await by(change({ isEnabled: false }));
    expect(typesOf(again)).toEqual(["webhook.disabled"]);
    expect(again[0]?.id).not.toBe(disabled?.id);
    expect(await by(() => webhooks.remove(owner, webhook.id))).toEqual([]);
    expect(
      await announcedBy("Config", { pk: keys.pk, sk: "WEBHOOKS" }, () => webhooks.create(aWebhook({ owner }))),
    ).toEqual([]);
  });

  it("tell what becomes of a chat template to its owner", async () => {
    const { owner, chatTemplates, announcedBy, clock } = setUp();
    const template = aChatTemplate({ owner, remoteStatus: "PENDING" });
    const keys = { pk: `O#${owner}`, sk: `CTPL#${template.id}` };
    const by = (write: () => Promise<unknown>) => announcedBy("Config", keys, write);
    const change = (remoteStatus: string) => () =>
      chatTemplates.change(owner, template.id, { remoteStatus }, clock.now());
    expect(await by(() => chatTemplates.add(template))).toEqual([]);
    const approved = await by(change("APPROVED"));
    expect(approved).toMatchObject([
      { type: "chat_template.updated", data: { id: template.id, remote_status: "APPROVED", can_send: true } },
    ]);
    expect(await by(change("APPROVED"))).toEqual([]);
  });

  it("tell that an account fails and that it has recovered, without its secret", async () => {
    const { owner, sendingAccounts, announcedBy } = setUp();
    const account = aSendingAccount({ owner, settings: { ...server, username: "signs-in-as" } });
    const keys = { pk: `O#${owner}`, sk: `SMTP#${account.id}` };
    const by = (write: () => Promise<unknown>) => announcedBy("Config", keys, write);
    const note = (status: "failing" | "working", sinceMs: number) => async () => {
      const seen = await sendingAccounts.find(owner, account.id);
      return seen && sendingAccounts.noteHealth(seen, { status, sinceMs });
    };
    expect(await by(() => sendingAccounts.create(account, "keep"))).toEqual([]);
    const failing = await by(note("failing", 1));
    expect(failing).toMatchObject([{ type: "sending_account.failing", data: { id: account.id, is_default: true } }]);
    expect(JSON.stringify(failing)).not.toContain(account.secret);
    expect(JSON.stringify(failing)).not.toContain("signs-in-as");
    expect(await by(() => sendingAccounts.replace({ ...account, label: "New" }, "keep"))).toEqual([]);
    expect(typesOf(await by(note("working", 2)))).toEqual(["sending_account.recovered"]);
    expect(await by(() => sendingAccounts.remove(owner, account.id))).toEqual([]);
  });

  it("tell that an account of a provider fails, without what it signs in with", async () => {
    const { owner, sendingAccounts, announcedBy } = setUp();
    const settings = { ...provider, authHeaderName: "X-Key", authValueTemplate: "tenant-7 {{.APIKey}}" };
    const account = aSendingAccount({ owner, settings });
    await sendingAccounts.create(account, "keep");
    const keys = { pk: `O#${owner}`, sk: `SMTP#${account.id}` };
    const failing = await announcedBy("Config", keys, async () => {
      const seen = await sendingAccounts.find(owner, account.id);
      return seen && sendingAccounts.noteHealth(seen, { status: "failing", sinceMs: 1 });
    });
    const data = failing[0]?.data;
    expect(data).toMatchObject({ id: account.id, endpoint: provider.endpoint, auth_header_name: "X-Key" });
    expect(data).not.toHaveProperty("auth_value_template");
    expect(JSON.stringify(failing)).not.toContain("tenant-7");
  });
});
