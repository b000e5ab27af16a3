import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QueuedChatEvent } from "../../../shared/chat/ports/chat-event-queue.ts";
import { applyChatEvents } from "../../../shared/conversations/apply-chat-events.ts";
import { ChatEventsError } from "../../../shared/conversations/apply-envelope.ts";
import { conversationId } from "../../../shared/conversations/domain/conversation-id.ts";
import { SERVICE_WINDOW_MS } from "../../../shared/conversations/domain/service-window.ts";
import { receiveMessages } from "../../../shared/conversations/receive-messages.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { applyEvents } from "../../support/apply-events.ts";
import { aNotification } from "../../support/builders.ts";
import { aChatAccount, aChatContent, aChatTemplate } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryChatAccountStore } from "../../support/in-memory-chat-account-store.ts";
import { inMemoryChatTemplateStore } from "../../support/in-memory-chat-template-store.ts";
import { inMemoryConversationStore } from "../../support/in-memory-conversation-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemoryTemplateProvider } from "../../support/in-memory-template-provider.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { recordingLog } from "../../support/silent-telemetry.ts";

const NOW = Date.parse("2027-01-15T08:00:00.000Z");
const [ANNA, BEN] = [anOwner("anna"), anOwner("ben")];
const PHONE = "+15550001111";
type Value = Record<string, unknown>;
const seconds = (ms: number) => String(Math.floor(ms / 1000));

function setUp(changes: Parameters<typeof aChatAccount>[0] = {}) {
  const account = aChatAccount({ owners: [ANNA, BEN], ...changes });
  const template = aChatTemplate({
    chatAccountId: account.id,
    providerTemplateId: "9007199254740993",
    remoteStatus: "PENDING",
  });
  const clock = fakeClock(new Date(NOW).toISOString());
  const log = recordingLog();
  const queued: [QueuedChatEvent, number?][] = [];
  const deps = {
    chatAccounts: inMemoryChatAccountStore([account]),
    chatTemplates: inMemoryChatTemplateStore([template]),
    templateProvider: inMemoryTemplateProvider(),
    conversations: inMemoryConversationStore(),
    notifications: inMemoryNotificationStore({ clock, leaseMs: 90_000 }),
    identifiers: sequentialIdentifiers(),
    queue: { enqueue: async (...given: [QueuedChatEvent, number?]) => void queued.push(given) },
    heedKeyword: async () => undefined,
    clock,
    log,
  };
  const envelope = (changed: { field: string; value: unknown }[], more: Value = {}) =>
    JSON.stringify({
      whatsAppWebhookEntry: JSON.stringify({ id: account.providerBusinessAccountId, changes: changed }),
      ...more,
    });
  const metadata = { phone_number_id: account.providerPhoneNumberId };
  const events = (value: Value, more: Value = {}) =>
    envelope([{ field: "messages", value: { metadata, ...value } }], more);
  const apply = (text: string) => applyEvents(deps, { envelope: text, arrivedAtMs: NOW, repeated: 0 });
  const message = (more: Value = {}) => ({
    from: PHONE.slice(1),
    id: `wamid.${crypto.randomUUID()}`,
    timestamp: seconds(NOW),
    type: "text",
    text: { body: "Hi" },
    ...more,
  });
  const customer = { chatAccountId: account.id, customerKey: PHONE };
  const idFor = (owner: Owner, customerKey = PHONE) =>
    conversationId({ owner, chatAccountId: account.id, customerKey }, deps.identifiers.sha1);
  const messagesOf = async (owner: Owner, key = PHONE) =>
    (await deps.conversations.messages(idFor(owner, key), 100)).messages;
  const assignment = () => deps.conversations.assignment(customer);
  /** Creates a chat notification that is under way, with its message in the history. */
  async function sent() {
    const content = aChatContent({ conversationId: idFor(ANNA) });
    const notification = aNotification({
      owner: ANNA,
      channel: "chat",
      accountId: account.id,
      conversationId: content.conversationId,
    });
    const of = { id: notification.id, conversationId: content.conversationId, notificationId: notification.id };
    await deps.conversations.addOutbound({
      conversation: { owner: ANNA, ...customer, id: content.conversationId, updatedAtMs: NOW },
      message: { ...of, direction: "outbound", messageType: "text", payload: {}, occurredAtMs: NOW },
    });
    await deps.notifications.add(notification, content);
    return notification;
  }
  const conversationOf = (owner: Owner, customerKey = PHONE) =>
    deps.conversations.get(owner, idFor(owner, customerKey));
  const tools = { envelope, events, apply, message, customer, idFor, conversationOf, messagesOf, assignment, sent };
  return { ...deps, deps, account, template, queued, ...tools };
}

describe("receiveMessages()", () => {
  it("opens the first owner's conversation, and gives them the assignment", async () => {
    const world = setUp();
    const contacts = [{ profile: { name: "Ana" }, wa_id: PHONE.slice(1), user_id: "US.1" }];
    const message = world.message();
    await world.apply(world.events({ messages: [message], contacts }));
    const found = await world.conversationOf(ANNA);
    expect(found).toMatchObject({
      customerPhone: PHONE,
      providerUserId: "US.1",
      profileName: "Ana",
      latestInboundAtMs: NOW,
    });
    expect(await world.conversationOf(BEN)).toBeUndefined();
    expect(await world.assignment()).toEqual({ owner: "anna", latestInboundAtMs: NOW });
    expect((await world.conversations.messages(world.idFor(ANNA), 10)).messages).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        conversationId: world.idFor(ANNA),
        direction: "inbound",
        messageType: "text",
        payload: { body: "Hi" },
        occurredAtMs: NOW,
        arrivedAtMs: NOW,
        providerMessageId: message.id,
      },
    ]);
  });

  it("adds a message once, however often and in whatever company it comes", async () => {
    const world = setUp();
    const [first, second] = [world.message(), world.message({ timestamp: seconds(NOW - 60_000) })];
    await world.apply(world.events({ messages: [first, second, first] }));
    for (let n = 0; n < 10; n++) await world.apply(world.events({ messages: [second] }));
    expect((await world.messagesOf(ANNA)).map((one) => one.providerMessageId)).toEqual([first.id, second.id]);
    expect((await world.conversationOf(ANNA))?.latestInboundAtMs).toBe(NOW);
  });

  it("keeps what came together in the order in which it came, though the platform counts whole seconds", async () => {
    const world = setUp();
    const written = Array.from({ length: 6 }, (_, n) => world.message({ text: { body: `${n}` } }));
    for (let told = 0; told < 2; told++) await world.apply(world.events({ messages: written }));
    const history = await world.messagesOf(ANNA);
    expect(history.map(({ payload }) => payload.body)).toEqual(["5", "4", "3", "2", "1", "0"]);
    expect(history.map(({ arrivedAtMs = 0 }) => arrivedAtMs - NOW)).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it("keeps a reaction and its removal, which share an id, but neither twice", async () => {
    const world = setUp();
    const given = { type: "reaction", id: "wamid.same" };
    const add = world.message({ ...given, reaction: { message_id: "wamid.x", emoji: "👍" } });
    const removal = world.message({ ...given, timestamp: seconds(NOW + 1000), reaction: { message_id: "wamid.x" } });
    for (const one of [add, removal, add, removal]) await world.apply(world.events({ messages: [one] }));
    expect((await world.messagesOf(ANNA)).map(({ payload }) => payload.emoji)).toEqual([undefined, "👍"]);
  });

  it.each([
    ["image", { id: "1", mime_type: "image/jpeg", caption: "x" }, { mediaId: "1", mimeType: "image/jpeg" }],
    ["document", { id: "2", mime_type: "application/pdf", filename: "a.pdf" }, { mediaId: "2", filename: "a.pdf" }],
    ["sticker", { id: "3", mime_type: "image/webp", animated: false }, { mediaId: "3" }],
    ["location", { latitude: 1.5, longitude: 2 }, undefined],
    ["interactive", { type: "button_reply", button_reply: { id: "b", title: "B" } }, undefined],
    ["button", { payload: "P", text: "Yes" }, undefined],
    ["order", { catalog_id: "c" }, undefined],
    ["holodeck", { programme: [1, { deep: "x" }] }, undefined],
  ])("keeps a message of the type %s as it came", async (type, part, media) => {
    const world = setUp();
    await world.apply(world.events({ messages: [world.message({ type, text: undefined, [type]: part })] }));
    const [found] = await world.messagesOf(ANNA);
    expect(found).toMatchObject({ messageType: type, payload: part });
    if (media === undefined) expect(found).not.toHaveProperty("media");
    else expect(found?.media).toMatchObject({ ...media, state: "pending" });
  });

  it("keeps a system notice, but opens no window and takes no assignment for it", async () => {
    const world = setUp();
    const system = { type: "system", text: undefined, system: { body: "changed", type: "user_changed_number" } };
    await world.apply(world.events({ messages: [world.message(system)] }));
    expect(await world.conversationOf(ANNA)).toBeUndefined();
    expect(await world.assignment()).toBeUndefined();
    expect(await world.messagesOf(ANNA)).toHaveLength(1);
  });

  it("gives the message to the owner who holds the customer, also after the window has closed", async () => {
    const world = setUp();
    await world.conversations.replaceAssignment(world.customer, undefined, { owner: BEN });
    await world.apply(world.events({ messages: [world.message()] }));
    expect(await world.conversationOf(ANNA)).toBeUndefined();
    expect(await world.conversationOf(BEN)).toBeDefined();
    expect(await world.assignment()).toEqual({ owner: "ben", latestInboundAtMs: NOW });
  });

  it("takes the assignment from an owner who has left the account, be their window open", async () => {
    const world = setUp();
    const owner = anOwner("left");
    await world.conversations.replaceAssignment(world.customer, undefined, { owner });
    const left = { owner, ...world.customer, id: world.idFor(owner), updatedAtMs: NOW };
    const message = {
      id: "m",
      conversationId: left.id,
      direction: "inbound",
      messageType: "text",
      payload: {},
    } as const;
    await world.conversations.addInbound({
      conversation: left,
      message: { ...message, occurredAtMs: NOW, providerMessageId: "wamid.left" },
      opensWindow: true,
    });
    await world.apply(world.events({ messages: [world.message()] }));
    expect(await world.conversationOf(ANNA)).toBeDefined();
    expect((await world.assignment())?.owner).toBe("anna");
  });

  it("does not tell a message again to the next holder", async () => {
    const world = setUp();
    const text = world.events({ messages: [world.message({ timestamp: seconds(NOW - 2 * SERVICE_WINDOW_MS) })] });
    await world.apply(text);
    await world.conversations.replaceAssignment(world.customer, await world.assignment(), { owner: BEN });
    await world.apply(text);
    expect(await world.messagesOf(BEN)).toEqual([]);
    expect(await world.messagesOf(ANNA)).toHaveLength(1);
  });

  it("goes on with the conversation of a customer who hid the number at first (D30)", async () => {
    const world = setUp();
    const contacts = [{ profile: { name: "Ana" }, user_id: "US.9" }];
    await world.apply(world.events({ messages: [world.message({ from: undefined, from_user_id: "US.9" })], contacts }));
    expect(await world.conversationOf(ANNA, "US.9")).not.toHaveProperty("customerPhone", expect.any(String));
    await world.apply(world.events({ messages: [world.message({ from_user_id: "US.9" })] }));
    await world.apply(world.events({ messages: [world.message()] }));
    expect(await world.messagesOf(ANNA, "US.9")).toHaveLength(3);
    expect(await world.conversationOf(ANNA, "US.9")).toMatchObject({ customerPhone: PHONE, providerUserId: "US.9" });
    expect(await world.conversationOf(ANNA)).toBeUndefined();
  });

  it("treats the Brazilian spellings of one number as one customer (D30)", async () => {
    const world = setUp();
    for (const from of ["551187654321", "5511987654321"])
      await world.apply(world.events({ messages: [world.message({ from })] }));
    expect(await world.messagesOf(ANNA, "+5511987654321")).toHaveLength(2);
  });

  it("finds the account by its business account when that has only one, but never one of another number", async () => {
    const world = setUp({ providerPhoneNumberId: undefined });
    await world.apply(world.events({ metadata: { phone_number_id: "5" }, messages: [world.message()] }));
    expect(await world.messagesOf(ANNA)).toHaveLength(1);
    const other = setUp();
    await other.apply(other.events({ metadata: { phone_number_id: "5" }, messages: [other.message()] }));
    expect(await other.messagesOf(ANNA)).toEqual([]);
    expect(other.log.lines.join()).toContain("chat_event.unroutable");
  });

  it("logs what it cannot route or does not know, and neither numbers nor words", async () => {
    const world = setUp({ owners: [] });
    const contacts = [{ profile: { name: "Ana" }, wa_id: PHONE.slice(1) }];
    await world.apply(world.events({ messages: [world.message()], contacts }));
    await world.apply(world.events({ messages: [world.message({ from: undefined })] }));
    await world.apply(world.envelope([{ field: "account_update", value: { phone: PHONE, event: "Hi" } }]));
    await world.apply(world.envelope([{ field: `a field ${PHONE}`, value: {} }]));
    await world.apply(world.events({ errors: [{ code: 130429, title: `Hi ${PHONE}` }] }));
    for (const text of ["", "{", "null", "[1]", '{"whatsAppWebhookEntry":"{"}', '{"whatsAppWebhookEntry":5}'])
      await world.apply(text);
    const lines = world.log.lines.join("\n");
    expect(lines).toContain('"event":"chat_event.unknown","field":"account_update"');
    expect(lines).toContain('"event":"chat_event.unknown","field":"other"');
    expect(lines).toContain('"event":"chat_event.account_error","codes":"130429"');
    expect(lines.match(/"unroutable":1/g)).toHaveLength(2);
    for (const secret of [PHONE.slice(1), "Ana", "Hi"]) expect(lines).not.toContain(secret);
  });
});

describe("applyChatEvents() with statuses", () => {
  const statuses = (id: string) =>
    ["accepted", "sent", "delivered", "read"].map((status, n) => ({
      id: "wamid.out",
      status,
      timestamp: seconds(NOW + n * 1000),
      recipient_id: PHONE.slice(1),
      biz_opaque_callback_data: id,
    }));

  it("ends in the same state in every order, with repetitions, singly and together", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 3 }), { minLength: 4, maxLength: 12 }),
        fc.boolean(),
        async (order, isBatch) => {
          const world = setUp();
          const { id } = await world.sent();
          const all = statuses(id);
          const told = [...order, 0, 1, 2, 3].flatMap((n) => all[n] ?? []);
          if (isBatch) await world.apply(world.events({ statuses: told }));
          else for (const one of told) await world.apply(world.events({ statuses: [one] }));
          expect(await world.notifications.get(ANNA, id)).toMatchObject({
            status: "sent",
            provider: {
              sentAtMs: NOW + 1000,
              deliveredAtMs: NOW + 2000,
              readAtMs: NOW + 3000,
              providerMessageId: "wamid.out",
            },
          });
          const [message] = await world.messagesOf(ANNA);
          expect(message?.providerMessageId).toBe("wamid.out");
        },
      ),
      { numRuns: 40 },
    ));

  it("finds the notification by the platform's id once that is known", async () => {
    const world = setUp();
    const { id } = await world.sent();
    const [, sent, delivered] = statuses(id);
    await world.apply(world.events({ statuses: [sent] }));
    await world.apply(world.events({ statuses: [{ ...delivered, biz_opaque_callback_data: undefined }] }));
    expect((await world.notifications.get(ANNA, id))?.provider?.deliveredAtMs).toBe(NOW + 2000);
  });

  it("waits for the answer to the send when a status without our id was faster, and not for ever", async () => {
    const world = setUp();
    const { id } = await world.sent();
    const [, sent] = statuses(id);
    await world.apply(
      world.events({ statuses: [{ ...sent, biz_opaque_callback_data: undefined }] }, { messageId: "aws-1" }),
    );
    expect(world.queued.map(([event, delay]) => [event.repeated, delay])).toEqual([[1, 2]]);
    for (let n = 0; n < 5; n++) for (const [event] of world.queued.splice(0)) await applyEvents(world.deps, event);
    expect(world.queued).toEqual([]);
    await world.apply(world.events({ statuses: [sent] }));
    expect((await world.notifications.get(ANNA, id))?.status).toBe("sent");
  });

  it("keeps why a message failed, and ignores what is not ours, or nothing but a word", async () => {
    const world = setUp();
    const { id } = await world.sent();
    const [, sent] = statuses(id);
    const errors = [{ code: 131047, title: "Re-engagement", error_data: { details: "More than 24 hours" } }];
    await world.apply(
      world.events({
        statuses: [
          { ...sent, status: "warning" },
          { ...sent, status: "deleted" },
        ],
      }),
    );
    expect((await world.notifications.get(ANNA, id))?.status).toBe("pending");
    await world.apply(
      world.events({
        statuses: [
          { ...sent, id: "wamid.theirs", biz_opaque_callback_data: crypto.randomUUID() },
          { ...sent, status: "failed", errors },
        ],
      }),
    );
    expect(await world.notifications.get(ANNA, id)).toMatchObject({
      status: "failed",
      lastError: "131047 More than 24 hours",
    });
    expect(world.log.lines.join()).toContain('"foreign":1');
  });
});

describe("applyChatEvents()", () => {
  it("applies template news whose ids are beyond 2^53", async () => {
    const world = setUp();
    const value = '{"event":"APPROVED","message_template_id":9007199254740993}';
    const entry = `{"id":"1","changes":[{"field":"message_template_status_update","value":${value}}]}`;
    await world.apply(JSON.stringify({ whatsAppWebhookEntry: entry }));
    const { owner, id } = world.template;
    expect((await world.chatTemplates.get(owner, id))?.remoteStatus).toBe("APPROVED");
  });

  describe("a review that ends before its template is stored (D33a)", () => {
    const NEW = "9007199254740999";
    const approved = (world: ReturnType<typeof setUp>) =>
      world.envelope([
        { field: "message_template_status_update", value: { event: "APPROVED", message_template_id: NEW } },
      ]);
    const again = async (world: ReturnType<typeof setUp>) => {
      for (const [event] of world.queued.splice(0)) await applyEvents(world.deps, event);
    };
    const created = async (world: ReturnType<typeof setUp>, remoteStatus: string) => {
      world.templateProvider.put(world.account, { providerTemplateId: NEW, remoteStatus });
      const template = aChatTemplate({ chatAccountId: world.account.id, providerTemplateId: NEW });
      await world.chatTemplates.add({ ...template, remoteStatus: "PENDING" });
      return async () => (await world.chatTemplates.get(template.owner, template.id))?.remoteStatus;
    };

    it("is applied two seconds later", async () => {
      const world = setUp();
      await world.apply(approved(world));
      expect(world.queued.map(([event, delay]) => [event.repeated, delay])).toEqual([[1, 2]]);
      const statusOf = await created(world, "APPROVED");
      await again(world);
      expect([await statusOf(), world.queued]).toEqual(["APPROVED", []]);
    });

    it("is what the provider says by then, because later news may have come meanwhile", async () => {
      const world = setUp();
      await world.apply(approved(world));
      const statusOf = await created(world, "PAUSED");
      await again(world);
      expect(await statusOf()).toBe("PAUSED");
    });

    it("is looked for a few times, and not for ever, because another system may have made the template", async () => {
      const world = setUp();
      await world.apply(approved(world));
      const delays: unknown[] = [];
      for (let n = 0; n < 5; n++) {
        delays.push(...world.queued.map(([, delay]) => delay));
        await again(world);
      }
      expect([delays, world.queued, world.templateProvider.calls]).toEqual([[2, 15, 60], [], []]);
    });
  });

  it("applies what it can when one event fails, asks for a repetition, and then does nothing twice", async () => {
    const world = setUp();
    const { id } = await world.sent();
    let isDown = true;
    const notifications: typeof world.notifications = {
      ...world.notifications,
      applyProviderEvent: (...given) =>
        isDown ? Promise.reject(new Error("table")) : world.notifications.applyProviderEvent(...given),
    };
    const text = world.envelope([
      { field: "messages", value: { statuses: [{ id: "wamid.out", status: "sent", biz_opaque_callback_data: id }] } },
      {
        field: "messages",
        value: { metadata: { phone_number_id: world.account.providerPhoneNumberId }, messages: [world.message()] },
      },
    ]);
    const apply = () =>
      applyEvents({ ...world.deps, notifications }, { envelope: text, arrivedAtMs: NOW, repeated: 0 });
    await expect(apply()).rejects.toBeInstanceOf(ChatEventsError);
    expect(await world.messagesOf(ANNA)).toHaveLength(2);
    isDown = false;
    await apply();
    expect(await world.messagesOf(ANNA)).toHaveLength(2);
    expect((await world.notifications.get(ANNA, id))?.status).toBe("sent");
  });

  it("and receiveMessages() each take their own events of an envelope that has both kinds", async () => {
    const world = setUp();
    const { id } = await world.sent();
    const status = { id: "wamid.out", status: "sent", biz_opaque_callback_data: id };
    const metadata = { phone_number_id: world.account.providerPhoneNumberId };
    const envelope = world.envelope([
      { field: "messages", value: { metadata, statuses: [status], messages: [world.message()] } },
    ]);
    const queued = { envelope, arrivedAtMs: NOW, repeated: 0 };
    const seen = async () => [
      (await world.notifications.get(ANNA, id))?.status,
      (await world.messagesOf(ANNA)).filter(({ direction }) => direction === "inbound").length,
    ];
    await receiveMessages(world.deps, queued);
    expect(await seen()).toEqual(["pending", 1]);
    await applyChatEvents(world.deps, queued);
    expect(await seen()).toEqual(["sent", 1]);
  });

  it("asks for no repetition of a status because a message of its envelope waits", async () => {
    const world = setUp();
    await world.conversations.addOutbound({
      conversation: { owner: BEN, ...world.customer, id: world.idFor(BEN), updatedAtMs: NOW },
      message: {
        ...{ id: crypto.randomUUID(), conversationId: world.idFor(BEN), direction: "outbound", messageType: "text" },
        ...{ payload: {}, occurredAtMs: NOW },
      },
    });
    const envelope = world.events({ messages: [world.message()], statuses: [{ id: "wamid.x", status: "warning" }] });
    const queued = { envelope, arrivedAtMs: NOW, repeated: 0 };
    await applyChatEvents(world.deps, queued);
    expect(world.queued).toEqual([]);
    await receiveMessages(world.deps, queued);
    expect(world.queued).toEqual([[{ ...queued, repeated: 1 }, 2]]);
  });
});
