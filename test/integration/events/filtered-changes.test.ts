import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NEWS } from "../../../lib/stream-filters.ts";
import { recordFilter } from "../../../local/aws/function-host/stream/filter-pattern.ts";
import type { StreamRecord } from "../../../local/aws/function-host/stream/stream-service.ts";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { ACCOUNT_FIELD_OF } from "../../../shared/channels/contract/account-field.ts";
import { readChatTemplateImage } from "../../../shared/chat/dynamo/chat-template-image.ts";
import { DynamoChatTemplateStore } from "../../../shared/chat/dynamo/chat-template-store.ts";
import type { RemoteChange } from "../../../shared/chat/ports/chat-template-store.ts";
import { DynamoConversationInbox } from "../../../shared/conversations/dynamo/conversation-inbox.ts";
import { readMessageImage } from "../../../shared/conversations/dynamo/conversation-item.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import { readSendingAccountImage } from "../../../shared/email/dynamo/sending-account-image.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { announceChanges } from "../../../shared/events/announce-changes.ts";
import { ANNOUNCED_TABLES } from "../../../shared/events/ports.ts";
import { expiringCache } from "../../../shared/kernel/expiring-cache.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { readNotificationImage } from "../../../shared/notifications/dynamo/notification-image.ts";
import { contentKey, stateKey } from "../../../shared/notifications/dynamo/notification-key.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { countChanges } from "../../../shared/statistics/count-changes.ts";
import { readSuppressionImage } from "../../../shared/suppressions/dynamo/suppression-item.ts";
import { readWebhookImage } from "../../../shared/webhooks/dynamo/webhook-item.ts";
import { DynamoWebhookStore } from "../../../shared/webhooks/dynamo/webhook-store.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount, aWebhook } from "../../support/builders.ts";
import { aChatContent, aChatTemplate } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryCounters } from "../../support/in-memory-counters.ts";
import { inMemoryFeed } from "../../support/in-memory-feed.ts";
import { chatWalk, emailWalk, LEASE_MS, type WalkStep } from "../../support/lifecycle-walk.ts";
import { Walker } from "../../support/lifecycle-walker.ts";
import { inRealTime } from "../../support/real-time.ts";
import { recordingLog } from "../../support/silent-telemetry.ts";
import { streamOfTable } from "../../support/streamed-tables.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

type Table = (typeof ANNOUNCED_TABLES)[number];

let fixture: TableFixture;
let streams: Readonly<Record<Table, Awaited<ReturnType<typeof streamOfTable>>>>;
beforeAll(async () => {
  fixture = await tableFixture();
  const [Notifications, Chat, Config] = await Promise.all(
    ANNOUNCED_TABLES.map((table) => streamOfTable(fixture.endpoint, table)),
  );
  if (!Notifications || !Chat || !Config) throw new Error("a table has no stream");
  streams = { Notifications, Chat, Config };
});
afterAll(() => fixture.close());
const rest = () => Promise.all(ANNOUNCED_TABLES.map((table) => streams[table].news()));
beforeEach(async () => void (await rest()));

const clock = fakeClock();
const noBlobs = () => Promise.reject(new Error("this content is small"));
function stores() {
  const { client } = fixture;
  const kept = { contentKeptDays: 7, recordKeptDays: 90, leaseMs: LEASE_MS, blobs: noBlobs };
  return {
    notifications: new DynamoNotificationStore(client, {
      codecs: CONTENT_CODECS,
      table: "Notifications",
      clock,
      ...kept,
    }),
    conversations: new DynamoConversationStore(client, "Chat"),
    sendingAccounts: new DynamoSendingAccountStore(client, "Config"),
    chatTemplates: new DynamoChatTemplateStore(client, "Config"),
    webhooks: new DynamoWebhookStore(client, "Config"),
  };
}

/**
 * Returns the results of the functions behind the stream for these records of a table: an owner's events, and all
 * counters.
 */
async function consequences(table: Table, records: readonly StreamRecord[], owner: ReturnType<typeof anOwner>) {
  const feed = inMemoryFeed(clock);
  const counters = inMemoryCounters();
  const log = recordingLog();
  const left: unknown[] = [];
  const caches = { maxEntries: 10_000, ttlMs: 1e9 };
  const deps = {
    ...{ ...stores(), feed, counters, clock, log, accountFields: ACCOUNT_FIELD_OF, hash: systemIdentifiers.hash },
    images: {
      notification: readNotificationImage,
      message: readMessageImage,
      chatTemplate: readChatTemplateImage,
      sendingAccount: readSendingAccountImage,
      webhook: readWebhookImage,
      suppression: readSuppressionImage,
    },
    readImage: readNotificationImage,
    tableNamed: (name: string) => ANNOUNCED_TABLES.find((one) => one === name),
    wakeWebhooks: async () => {},
    raiseAlerts: async () => {},
    unannounced: { add: async (...all: unknown[]) => void left.push(all) },
    appended: expiringCache<true>(caches),
    failingSince: expiringCache<number>(caches),
    announcedLately: new Map(),
    inOwnTime: inRealTime,
    setAsideLately: expiringCache<true>(caches),
  };
  const changes = streams[table].changesOf(records);
  expect(await announceChanges(deps, changes)).toEqual([]);
  if (table === "Notifications") expect(await countChanges(deps, changes)).toEqual([]);
  expect([left, log.lines]).toEqual([[], []]);
  const { events } = await feed.read(owner, { after: 0, limit: 1000 });
  return { events, sums: counters.sums() };
}

/** Reads the new changes, and checks that those which pass the filter have the same consequences as all of them. */
async function expectNothingMissing(table: Table, owner: ReturnType<typeof anOwner>) {
  const all = await streams[table].news();
  const wanted = all.filter(recordFilter(NEWS[table]));
  const expected = await consequences(table, all, owner);
  expect(await consequences(table, wanted, owner)).toEqual(expected);
  return { all, wanted, ...expected };
}

const imageOf = ({ dynamodb }: StreamRecord): Readonly<Record<string, { readonly S?: string }>> =>
  JSON.parse(JSON.stringify(dynamodb)).NewImage ?? {};

describe("the filters of the table of notifications", () => {
  const KINDS = [
    ["chat", chatWalk],
    ["email", emailWalk],
  ] as const;

  const claimed: readonly WalkStep[] = [
    { do: "wait", ms: 999 },
    { do: "claim", isDueKnown: false },
  ];
  const recorded = (step: Extract<WalkStep, { do: "record" }>["step"]): readonly WalkStep[] => [
    ...claimed,
    { do: "record", claim: 0, step, hasEntry: true },
  ];
  const reported = (event: "sent" | "delivered" | "read"): WalkStep => ({
    do: "report",
    event: { event, atMs: 1, providerMessageId: undefined, cause: "131026" },
  });
  /** These examples contain every kind of event, whatever else is generated at random. */
  const SURE = {
    email: [
      [{ do: "cancel" }],
      recorded({ to: "sent" }),
      recorded({ to: "failed", lastError: "refused" }),
      recorded({ to: "pending", lastError: "later", retryInSeconds: 30 }),
      [
        { do: "wait", ms: 999 },
        { do: "claim", isDueKnown: true },
        // What is reported before the worker's own result is announced after it.
        { do: "feed back", kind: "bounced", to: 0, isDue: true },
        { do: "record", claim: 0, step: { to: "sent", recipients: undefined }, hasEntry: true },
        { do: "feed back", kind: "complained", to: 0, isDue: false },
        { do: "feed back", kind: "delivered", to: 1, isDue: false },
      ],
    ],
    chat: [
      [{ do: "cancel" }],
      recorded({ to: "failed", lastError: "refused" }),
      recorded({ to: "pending", lastError: "later", retryInSeconds: 30 }),
      [
        ...recorded({ to: "submitted", cloudMessageId: "cloud" }),
        ...(["sent", "delivered", "read"] as const).map(reported),
      ],
    ],
  } as const satisfies Record<string, readonly (readonly WalkStep[])[]>;

  async function walk(channel: "chat" | "email", steps: readonly WalkStep[], isLookedAt = false) {
    const { notifications } = stores();
    const { conversationId } = aChatContent();
    const absent = channel === "email" && { absent: ["name"], templateId: crypto.randomUUID() };
    const chat = channel === "chat" && { conversationId };
    const sendAt = new Date(clock.now() + 900).toISOString();
    const createdAt = new Date(clock.now()).toISOString();
    const notification = aNotification({
      ...{ owner: anOwner(), channel, maxAttempts: 3, sendAt, createdAt, updatedAt: createdAt },
      ...chat,
      ...absent,
    });
    await notifications.add(notification, channel === "chat" ? aChatContent() : anEmail(), "new");
    const walker = new Walker(notifications, notification, () => clock.now());
    for (const step of steps) {
      clock.advance(step.do === "wait" ? step.ms : 1);
      await walker.take(step);
    }
    if (isLookedAt) await notifications.endWaiting(notification);
    for (const Key of [contentKey(notification), stateKey(notification)])
      await fixture.client.send(new DeleteCommand({ TableName: "Notifications", Key }));
    return expectNothingMissing("Notifications", notification.owner);
  }

  it.each(KINDS)(
    "lead to the same feed and figures as all changes do, whatever happens to a notification: %s",
    async (channel, steps) => {
      const types = new Set<string>();
      const examples = SURE[channel].map((sure): [WalkStep[]] => [[...sure]]);
      await fc.assert(
        fc.asyncProperty(steps, async (some) => {
          const { wanted, events, sums } = await walk(channel, some, true);
          for (const { event } of events) types.add(event.type);
          expect(Object.keys(sums).length).toBeGreaterThan(0);
          for (const record of wanted) {
            const { sk, status } = imageOf(record);
            // The filter stops deletions, expiries, contents, claims, and the references by which a provider event
            // finds its notification.
            expect([sk?.S?.includes("#"), sk?.S === "M", status?.S === "processing"]).toEqual([false, false, false]);
            expect(status?.S).toBeTypeOf("string");
          }
        }),
        { numRuns: 60, examples },
      );
      expect([...types].toSorted()).toEqual(
        channel === "email"
          ? [
              ...["notification.bounced", "notification.canceled", "notification.complained"],
              ...["notification.delivered", "notification.failed", "notification.retrying", "notification.sent"],
            ]
          : [
              ...["notification.canceled", "notification.delivered", "notification.failed", "notification.read"],
              ...["notification.retrying", "notification.sent", "notification.submitted"],
            ],
      );
    },
  );

  it("let through two of the six changes that an email makes in its time", async () => {
    const { all, wanted } = await walk("email", recorded({ to: "sent" }));
    expect([all.length, wanted.length]).toEqual([6, 2]);
    const bytesOf = (records: readonly StreamRecord[]) => Buffer.byteLength(JSON.stringify(records));
    if (process.env.SHOW_COSTS) console.log("bytes of an email's records", bytesOf(all), bytesOf(wanted));
    expect(bytesOf(wanted)).toBeLessThan(4000);
  });
});

describe("the filters of the table of chat", () => {
  const kinds = fc.constantFrom("text", "image", "system");
  const step = fc.oneof(
    fc.record({ do: fc.constant("inbound" as const), messageType: kinds, opensWindow: fc.boolean() }),
    fc.record({ do: fc.constant("outbound" as const), messageType: kinds }),
    fc.record({ do: fc.constantFrom("repeat" as const, "learn" as const, "mark" as const) }),
  );

  it("lead to the same feed as all changes do, whatever is written in a conversation", async () => {
    let received = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { conversations } = stores();
        const inbox = new DynamoConversationInbox(fixture.client, "Chat");
        const owner = anOwner();
        const id = crypto.randomUUID();
        const customer = { chatAccountId: crypto.randomUUID(), customerKey: "+15551230001" };
        let last: Parameters<typeof conversations.addInbound>[0] | undefined;
        for (const one of steps) {
          clock.advance(1000);
          const at = clock.now();
          const conversation = { owner, id, ...customer, customerPhone: "+15551230001", updatedAtMs: at };
          const message = {
            ...{ id: crypto.randomUUID(), conversationId: id, payload: { body: "Hello" }, occurredAtMs: at },
            ...{ arrivedAtMs: at, messageType: "messageType" in one ? one.messageType : "text" },
          };
          if (one.do === "inbound") {
            const inbound = { ...message, direction: "inbound" as const, providerMessageId: message.id };
            const { opensWindow } = one;
            last = { conversation, message: inbound, opensWindow };
            await conversations.addInbound({ conversation, message: inbound, opensWindow });
          } else if (one.do === "outbound")
            await conversations.addOutbound({ conversation, message: { ...message, direction: "outbound" } });
          else if (one.do === "repeat" && last) await conversations.addInbound(last);
          else if (one.do === "learn" && last)
            await conversations.learnProviderMessageId(id, last.message.id, "wamid.1");
          else if (one.do === "mark" && last) await inbox.mark(owner, id, { isDone: true });
        }
        const { wanted, events } = await expectNothingMissing("Chat", owner);
        received += events.length;
        const isInbound = ({ direction }: ReturnType<typeof imageOf>) => direction?.S === "inbound";
        expect(wanted.map(imageOf).every(isInbound)).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect(received).toBeGreaterThan(10);
  });
});

describe("the filters of the table of settings", () => {
  const remote: fc.Arbitrary<RemoteChange> = fc.record({
    remoteStatus: fc.constantFrom(undefined, "APPROVED", "REJECTED"),
    quality: fc.constantFrom(undefined, "GREEN"),
    rejectedReason: fc.constantFrom(undefined, "", "spam"),
    isDisabled: fc.constantFrom(undefined, true as const),
  });
  const step = fc.oneof(
    fc.record({ do: fc.constant("health" as const), status: fc.constantFrom("working", "doubtful", "failing") }),
    fc.record({ do: fc.constantFrom("replace" as const, "new account" as const, "remove account" as const) }),
    fc.record({ do: fc.constant("template" as const), change: remote }),
    fc.record({ do: fc.constant("webhook" as const), isEnabled: fc.boolean(), url: fc.webUrl() }),
    fc.record({ do: fc.constant("remove webhook" as const) }),
  );

  it("lead to the same feed as all changes do, whatever becomes of accounts, templates and webhooks", async () => {
    const types = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const { sendingAccounts, chatTemplates, webhooks } = stores();
        const owner = anOwner();
        const [account, template, webhook] = [
          aSendingAccount({ owner }),
          aChatTemplate({ owner }),
          aWebhook({ owner }),
        ];
        await sendingAccounts.create(account, "keep");
        await chatTemplates.add({ ...template, providerTemplateId: crypto.randomUUID() });
        await webhooks.create(webhook);
        for (const one of steps) {
          clock.advance(1000);
          const updatedAt = new Date(clock.now()).toISOString();
          const seen = await sendingAccounts.find(owner, account.id);
          if (one.do === "health" && seen)
            await sendingAccounts.noteHealth(seen, { status: one.status, sinceMs: clock.now() });
          else if (one.do === "replace" && seen) await sendingAccounts.replace({ ...seen, label: updatedAt }, "keep");
          else if (one.do === "new account") await sendingAccounts.create(aSendingAccount({ owner }), "take");
          else if (one.do === "remove account") await sendingAccounts.remove(owner, account.id);
          else if (one.do === "template") await chatTemplates.change(owner, template.id, one.change, clock.now());
          else if (one.do === "webhook")
            await webhooks.update(owner, webhook.id, (known) => ({ ...known, ...one, updatedAt }));
          else if (one.do === "remove webhook") await webhooks.remove(owner, webhook.id);
        }
        const { all, wanted, events } = await expectNothingMissing("Config", owner);
        for (const { event } of events) types.add(event.type);
        // The functions read few changes in vain, such as an unchanged health or an attribute of a template that nobody
        // sees.
        expect(wanted.length).toBeLessThan(all.length);
      }),
      {
        numRuns: 60,
        // These examples contain every kind of event, whatever else is generated at random.
        examples: [
          [
            [
              { do: "health", status: "failing" },
              { do: "health", status: "working" },
              {
                do: "template",
                change: {
                  remoteStatus: "APPROVED",
                  quality: undefined,
                  rejectedReason: undefined,
                  isDisabled: undefined,
                },
              },
              { do: "webhook", isEnabled: false, url: "https://receiver.example/" },
            ],
          ],
        ],
      },
    );
    expect([...types].toSorted()).toEqual([
      ...["chat_template.updated", "sending_account.failing", "sending_account.recovered", "webhook.disabled"],
    ]);
  });
});
