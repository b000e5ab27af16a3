import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import type { ChatAccount } from "../../../../shared/chat/domain/chat-account.ts";
import { chatIn } from "../../../../shared/chat/domain/chat-content.ts";
import type { MediaUpload } from "../../../../shared/chat/domain/media-upload.ts";
import type { ChatTemplate } from "../../../../shared/chat/domain/templates/chat-template.ts";
import { chatIntake } from "../../../../shared/conversations/chat-channel.ts";
import { conversationId } from "../../../../shared/conversations/domain/conversation-id.ts";
import { submitChatMessage } from "../../../../shared/conversations/sending/submit-chat-message.ts";
import type { Owner } from "../../../../shared/kernel/owner.ts";
import { submitNotification } from "../../../../shared/notifications/accept/submit-notification.ts";
import { toNotificationView } from "../../../../shared/notifications/contract/notifications.ts";
import type { Notification } from "../../../../shared/notifications/domain/notification.ts";
import { sweepNotifications } from "../../../../shared/notifications/sweep/sweep-notifications.ts";
import { aConversationWorld } from "../../../support/a-conversation-world.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatAccount, aChatTemplate } from "../../../support/chat-builders.ts";
import { OWNER } from "../../../support/some-edge-services.ts";

const PHONE = "+15551230001";
const HOUR = 3_600_000;
const OTHER = anOwner("owner-2");
const TEXT = { type: "text", text: { body: "Hi" } };
const noEmails = () => Promise.reject(new Error("no emails here"));
const nobody = { check: noEmails, checkAgain: noEmails, readdress: noEmails, maxAttempts: 5 };

async function aWorld({ account: changes = {} }: { account?: Partial<ChatAccount> } = {}) {
  const world = aConversationWorld();
  const { deps } = world;
  const account = await deps.chatAccounts.replace({ ...world.account, isDefault: true, ...changes });
  if (account === undefined) throw new Error("the account is gone");
  const customer = { chatAccountId: account.id, customerKey: PHONE };
  const channels = { email: nobody, chat: chatIntake(deps) };
  const submit = (
    chat: unknown,
    {
      owner = OWNER,
      id = crypto.randomUUID(),
      recipient = PHONE,
      isRepeat = false,
      ...more
    }: {
      owner?: Owner;
      id?: string;
      recipient?: string;
      isRepeat?: boolean;
      chat_account_id?: string;
      send_at?: string;
    } = {},
  ) =>
    submitNotification(
      { ...deps, channels },
      { owner, id, isRepeat, caller: {} },
      notificationRequest.parse({ channel: "chat", recipient, chat, ...more }),
    );
  const aTemplate = async (more: Partial<ChatTemplate> = {}) => {
    const template = aChatTemplate({ owner: OWNER, chatAccountId: account.id, ...more });
    await deps.chatTemplates.add(template);
    return template;
  };
  const anUpload = async (more: Partial<MediaUpload> = {}): Promise<MediaUpload> => {
    const upload: MediaUpload = {
      ...{ owner: OWNER, id: crypto.randomUUID(), chatAccountId: account.id, conversationId: crypto.randomUUID() },
      ...{
        kind: "image",
        providerMediaId: "900",
        usableUntilMs: deps.clock.now() + HOUR,
        createdAtMs: deps.clock.now(),
      },
      ...{ objectKey: "outbound/x", contentType: "image/png", filename: "a.png", sizeBytes: 7 },
      ...more,
    };
    await deps.media.addUpload(upload);
    return upload;
  };
  const contentOf = async ({ owner, id }: Notification) => {
    const content = await deps.notifications.findContent(owner, id);
    if (content === undefined) throw new Error("no content");
    return chatIn(content);
  };
  const historyOf = async (owner = OWNER, phone = PHONE, accountId = account.id) => {
    const id = conversationId({ owner, chatAccountId: accountId, customerKey: phone }, deps.identifiers.sha1);
    return (await deps.conversations.messages(id, 100)).messages;
  };
  /** Gives the customer's message to the owner to whom the customer is assigned, as the worker of events does. */
  const writesTo = async (owner: Owner, agoMs = 0) => {
    await deps.conversations.replaceAssignment(customer, await deps.conversations.assignment(customer), { owner });
    return world.inbound({ phone: PHONE, owner, agoMs });
  };
  const holder = async () => (await deps.conversations.assignment(customer))?.owner;
  return { ...world, account, submit, aTemplate, anUpload, contentOf, historyOf, holder, writesTo };
}

const refused = (code: string, message: string) => ({ code, message });

describe("submitNotification() for chat that is to leave later (D42)", () => {
  const later = (deps: { clock: { now(): number } }, ms = HOUR) => new Date(deps.clock.now() + ms).toISOString();

  it("judges neither window nor assignment, and comes to the history when it is sent", async () => {
    const { deps, submit, historyOf, writesTo } = await aWorld({
      account: { ownershipType: "service_managed", owners: [OWNER, OTHER] },
    });
    await writesTo(OTHER);
    await expect(submit(TEXT)).rejects.toMatchObject({ code: "conversation_held" });
    const accepted = await submit(TEXT, { send_at: later(deps) });
    expect(accepted).toMatchObject({ status: "pending", sendAt: later(deps) });
    expect(await historyOf()).toEqual([]);
    await expect(submit(TEXT, { send_at: later(deps, -1) })).rejects.toMatchObject({ code: "conversation_held" });
  });

  it("keeps a fallback for the moment at which it is sent, and refuses a file that will have expired by then", async () => {
    const { deps, submit, aTemplate, anUpload, contentOf } = await aWorld();
    const template = await aTemplate();
    const fallback_template = { template_id: template.id, values: { parameter_1: "Ana" } };
    const content = await contentOf(await submit({ ...TEXT, fallback_template }, { send_at: later(deps) }));
    expect([content.message.type, content.fallback?.components.body]).toEqual(["text", ["Ana"]]);
    const upload = await anUpload();
    const image = { type: "image", image: { id: upload.id } };
    expect(await submit(image, { send_at: later(deps, HOUR - 1) })).toMatchObject({ status: "pending" });
    await expect(submit(image, { send_at: later(deps) })).rejects.toMatchObject({
      ...{ code: "invalid_request", message: expect.stringMatching(/ will have expired by send_at$/) },
    });
  });
});

describe("submitNotification() for chat", () => {
  it("stores, remembers and queues a text within the window", async () => {
    const { deps, inbound, submit, historyOf, contentOf, account } = await aWorld();
    const conversation = await inbound({ phone: PHONE });
    const accepted = await submit(TEXT);
    expect(accepted).toMatchObject({
      channel: "chat",
      status: "pending",
      attempts: 0,
      maxAttempts: 3,
      accountId: account.id,
      conversationId: conversation,
    });
    expect(await contentOf(accepted)).toEqual({
      ...{
        channel: "chat",
        recipient: PHONE,
        customer: { phone: PHONE },
        customerKey: PHONE,
        conversationId: conversation,
      },
      message: { type: "text", body: "Hi", previewUrl: false },
    });
    expect((await historyOf())[0]).toMatchObject({
      ...{ id: accepted.id, notificationId: accepted.id, direction: "outbound", messageType: "text" },
      payload: { body: "Hi", preview_url: false },
    });
    expect(deps.deliveryQueue.messages.map(({ message }) => message.id)).toEqual([accepted.id]);
    expect(deps.metrics.of("accepted")).toBe(1);
  });

  it("sends a template to a customer who never wrote, and remembers it before the conversation is visible", async () => {
    const { deps, submit, aTemplate, contentOf, historyOf } = await aWorld();
    const template = await aTemplate();
    const accepted = await submit({ template_id: template.id, values: { parameter_1: "Ana" } });
    const { name, language } = template.definition;
    expect((await contentOf(accepted)).message).toEqual({
      ...{ type: "template", templateId: template.id, name, language, values: { parameter_1: "Ana" } },
      components: { body: ["Ana"], buttons: [] },
      excerpt: "Hello Ana, good day.",
    });
    const [remembered] = await historyOf();
    expect(remembered?.payload).toEqual({ template_id: template.id, name, language, values: { parameter_1: "Ana" } });
    expect(await deps.conversations.get(OWNER, accepted.conversationId ?? "")).toBeUndefined();
  });

  describe("the account", () => {
    it("is the default one, or the one that is named", async () => {
      const { deps, account, submit, aTemplate } = await aWorld();
      const named = await deps.chatAccounts.create(aChatAccount({ owners: [OWNER] }));
      const [first, second] = [
        await aTemplate({ parameters: [] }),
        await aTemplate({ parameters: [], chatAccountId: named.id }),
      ];
      expect((await submit({ template_id: first.id })).accountId).toBe(account.id);
      expect((await submit({ template_id: second.id }, { chat_account_id: named.id })).accountId).toBe(named.id);
    });

    it("is refused in the same words when it is foreign and when there is none", async () => {
      const { deps, submit } = await aWorld();
      const foreign = await deps.chatAccounts.create(aChatAccount());
      for (const id of [foreign.id, crypto.randomUUID()])
        await expect(submit(TEXT, { chat_account_id: id })).rejects.toMatchObject(
          refused("invalid_request", "chat_account_id not found"),
        );
    });

    it("must be named by an owner without a default", async () => {
      const { submit } = await aWorld({ account: { isDefault: false } });
      await expect(submit(TEXT)).rejects.toMatchObject(
        refused("invalid_request", "there is no default chat account: name one in chat_account_id"),
      );
    });

    it("sends templates only while the platform's number is not set", async () => {
      const { inbound, submit, aTemplate } = await aWorld({ account: { providerPhoneNumberId: undefined } });
      await inbound({ phone: PHONE });
      await expect(submit(TEXT)).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining("provider_phone_number_id"),
      });
      expect(await submit({ template_id: (await aTemplate({ parameters: [] })).id })).toMatchObject({
        status: "pending",
      });
    });
  });

  describe("a template (C4, D27)", () => {
    it.each<[string, Partial<ChatTemplate>, string]>([
      ["of another account", { chatAccountId: "elsewhere" }, "chat.template_id belongs to another chat account"],
      ["of another owner", { owner: OTHER }, "chat.template_id not found"],
      ["that is not approved yet", { remoteStatus: "PENDING" }, "chat.template_id is not approved"],
      ["that is paused", { remoteStatus: "PAUSED" }, "chat.template_id is not approved"],
      ["that was deleted", { isDisabled: true }, "chat.template_id is disabled"],
    ])("is refused when it is one %s", async (_what, changes, message) => {
      const { deps, submit, aTemplate, historyOf } = await aWorld();
      const template = await aTemplate(changes);
      await expect(submit({ template_id: template.id, values: { parameter_1: "a" } })).rejects.toMatchObject(
        refused("invalid_request", message),
      );
      expect([await historyOf(), deps.deliveryQueue.messages]).toEqual([[], []]);
    });

    it("is refused when it does not exist", async () => {
      const { submit } = await aWorld();
      await expect(submit({ template_id: crypto.randomUUID() })).rejects.toMatchObject(
        refused("invalid_request", "chat.template_id not found"),
      );
    });

    it.each([
      ["missing", {}, "chat.values.parameter_1 is required"],
      ["empty", { parameter_1: " " }, "chat.values.parameter_1 must not be empty"],
      [
        "unknown",
        { parameter_1: "a", parameter_2: "b" },
        'chat.values has a name that is not a parameter of the template: "parameter_2"',
      ],
      [
        "the prototype",
        JSON.parse('{"parameter_1":"a","__proto__":"b"}'),
        'chat.values has a name that is not a parameter of the template: "__proto__"',
      ],
    ])("is refused when a value is %s", async (_what, values, message) => {
      const { submit, aTemplate } = await aWorld();
      const { id } = await aTemplate();
      await expect(submit({ template_id: id, values })).rejects.toMatchObject(refused("invalid_request", message));
    });

    it("takes values in any order, and is frozen when it is accepted", async () => {
      const { deps, submit, aTemplate, contentOf } = await aWorld();
      const body = (position: number) =>
        ({ component: "body", position, name: `parameter_${position}`, type: "text", required: true }) as const;
      const { id } = await aTemplate({ parameters: [body(1), body(2)] });
      const accepted = await submit({ template_id: id, values: { parameter_2: "b", parameter_1: "a" } });
      await deps.chatTemplates.change(OWNER, id, { remoteStatus: "PAUSED" }, deps.clock.now());
      expect((await contentOf(accepted)).message).toMatchObject({ components: { body: ["a", "b"] } });
    });
  });

  describe("the service window (D29, D30)", () => {
    it.each([
      ["never wrote", undefined],
      ["wrote 24 hours ago", 24 * HOUR],
      ["wrote long ago", 100 * HOUR],
    ])("is closed for a customer who %s: nothing is created", async (_what, agoMs) => {
      const { deps, writesTo, submit, historyOf, holder } = await aWorld();
      if (agoMs !== undefined) await writesTo(OWNER, agoMs);
      await expect(submit(TEXT)).rejects.toMatchObject(refused("window_closed", "service window is closed"));
      expect((await historyOf()).filter(({ direction }) => direction === "outbound")).toEqual([]);
      expect([deps.deliveryQueue.messages, deps.metrics.of("accepted")]).toEqual([[], 0]);
      expect(await holder()).toBe(agoMs === undefined ? undefined : OWNER);
    });

    it("is open until a moment before 24 hours are over", async () => {
      const { inbound, submit } = await aWorld();
      await inbound({ phone: PHONE, agoMs: 24 * HOUR - 1 });
      expect(await submit(TEXT)).toMatchObject({ status: "pending" });
    });

    it.each([
      ["+5511987654321", "+551187654321"],
      ["+5215512345678", "+525512345678"],
      ["+5491123456789", "+541123456789"],
    ])("is the same for both spellings of a number: %s and %s", async (wrote, dialled) => {
      const { inbound, submit } = await aWorld();
      const conversation = await inbound({ phone: wrote });
      expect(await submit(TEXT, { recipient: dialled })).toMatchObject({ conversationId: conversation });
      expect(await submit(TEXT, { recipient: wrote })).toMatchObject({ conversationId: conversation });
    });

    it("is each account's own", async () => {
      const { deps, inbound, submit } = await aWorld();
      await inbound({ phone: PHONE });
      const other = await deps.chatAccounts.create(aChatAccount({ owners: [OWNER] }));
      await expect(submit(TEXT, { chat_account_id: other.id })).rejects.toMatchObject({ code: "window_closed" });
    });
  });

  describe("a fallback template (C6, D33c)", () => {
    const withFallback = (template_id: string, values: object = { parameter_1: "Ana" }) => ({
      ...TEXT,
      fallback_template: { template_id, values },
    });

    it("takes the message's place when the window is closed", async () => {
      const { submit, aTemplate, contentOf, historyOf } = await aWorld();
      const accepted = await submit(withFallback((await aTemplate()).id));
      expect(await contentOf(accepted)).toMatchObject({
        message: { type: "template", values: { parameter_1: "Ana" } },
      });
      expect((await contentOf(accepted)).fallback).toBeUndefined();
      expect((await historyOf())[0]?.messageType).toBe("template");
    });

    it("is kept for later while the window is open", async () => {
      const { inbound, submit, aTemplate, contentOf } = await aWorld();
      await inbound({ phone: PHONE });
      const content = await contentOf(await submit(withFallback((await aTemplate()).id)));
      expect([content.message.type, content.fallback?.components.body]).toEqual(["text", ["Ana"]]);
    });

    it.each<[string, Partial<ChatTemplate> | undefined]>([
      ["unknown", undefined],
      ["another owner's", { owner: OTHER }],
      ["another account's", { chatAccountId: "elsewhere" }],
      ["not approved", { remoteStatus: "REJECTED" }],
      ["deleted", { isDisabled: true }],
    ])(
      "leads to 409, as without one, when it is %s, and is ignored while the window is open",
      async (_what, changes) => {
        const { inbound, submit, aTemplate, contentOf } = await aWorld();
        const id = changes === undefined ? crypto.randomUUID() : (await aTemplate(changes)).id;
        await expect(submit(withFallback(id))).rejects.toMatchObject({ code: "window_closed" });
        await inbound({ phone: PHONE });
        const content = await contentOf(await submit(withFallback(id)));
        expect([content.message.type, content.fallback]).toEqual(["text", undefined]);
      },
    );

    it.each([
      ["missing", {}, "chat.fallback_template.values.parameter_1 is required"],
      ["empty", { parameter_1: "" }, "chat.fallback_template.values.parameter_1 must not be empty"],
      [
        "too many",
        { parameter_1: "a", x: "b" },
        'chat.fallback_template.values has a name that is not a parameter of the template: "x"',
      ],
    ])("is malformed when a value is %s", async (_what, values, message) => {
      const { submit, aTemplate } = await aWorld();
      const { id } = await aTemplate();
      await expect(submit(withFallback(id, values))).rejects.toMatchObject(refused("invalid_request", message));
    });

    it("takes ordered values too, as replies bring them", async () => {
      const { deps, account, aTemplate, contentOf } = await aWorld();
      const { id } = await aTemplate();
      const fallback = (values: string[]) => ({
        templateId: id,
        values: { kind: "ordered", values, path: "fallback_parameters" } as const,
      });
      const content = { kind: "free_form", content: { type: "text", body: "Hi", previewUrl: false } } as const;
      const submit = (values: string[]) =>
        submitChatMessage(deps, { owner: OWNER, id: crypto.randomUUID() }, async () => ({
          account,
          customer: { phone: PHONE },
          content,
          fallback: fallback(values),
        }));
      expect((await contentOf(await submit(["Ana"]))).message).toMatchObject({ values: { parameter_1: "Ana" } });
      await expect(submit([])).rejects.toMatchObject(
        refused("invalid_request", "fallback_parameters must have one value per parameter of the template: 1 expected"),
      );
    });
  });

  describe("media by our own id (D33b)", () => {
    it("is frozen with the provider's id, and shown in the history", async () => {
      const { inbound, submit, anUpload, contentOf, historyOf } = await aWorld();
      await inbound({ phone: PHONE });
      const upload = await anUpload();
      const accepted = await submit({ type: "image", image: { id: upload.id, caption: "c" } });
      expect((await contentOf(accepted)).upload).toEqual({
        providerMediaId: "900",
        usableUntilMs: upload.usableUntilMs,
        contentType: "image/png",
        filename: "a.png",
        sizeBytes: 7,
      });
      expect((await historyOf())[0]?.payload).toEqual({
        id: upload.id,
        caption: "c",
        filename: "a.png",
        content_type: "image/png",
        size: 7,
      });
    });

    it.each<[string, Partial<MediaUpload>, string]>([
      ["of another owner", { owner: OTHER }, "chat.image.id not found"],
      ["of another account", { chatAccountId: "elsewhere" }, "chat.image.id was uploaded for another chat account"],
      ["of another kind", { kind: "video" }, "chat.image.id is not the id of a file of type image"],
      ["that has expired", { usableUntilMs: 1 }, "chat.image.id has expired: upload the file again"],
    ])("is refused when it is one %s", async (_what, changes, message) => {
      const { inbound, submit, anUpload } = await aWorld();
      await inbound({ phone: PHONE });
      const { id } = await anUpload(changes);
      await expect(submit({ type: "image", image: { id } })).rejects.toMatchObject(refused("invalid_request", message));
    });

    it("is refused before the window is, and when nobody knows it", async () => {
      const { submit } = await aWorld();
      await expect(submit({ type: "video", video: { id: "900" } })).rejects.toMatchObject(
        refused("invalid_request", "chat.video.id not found"),
      );
    });
  });

  describe("a reaction (D33b)", () => {
    const reactTo = (message_id: string) => ({ type: "reaction", reaction: { message_id, emoji: "👍" } });

    it("is to a message by our id or the provider's, inbound or our own", async () => {
      const { deps, inbound, submit, historyOf, contentOf } = await aWorld();
      await inbound({ phone: PHONE });
      const [theirs] = await historyOf();
      const ours = await submit(TEXT);
      await deps.notifications.applyProviderEvent(
        { callbackId: ours.id },
        { event: "sent", atMs: 1, providerMessageId: "wamid.ours" },
      );
      for (const id of [
        theirs?.id ?? "",
        theirs?.id.toUpperCase() ?? "",
        theirs?.providerMessageId ?? "",
        "wamid.ours",
      ])
        expect((await contentOf(await submit(reactTo(id)))).message).toEqual({
          type: "reaction",
          messageId: id,
          emoji: "👍",
        });
    });

    it("is refused when the message is unknown or of another conversation", async () => {
      const { inbound, submit, historyOf } = await aWorld();
      await inbound({ phone: PHONE });
      await inbound({ phone: "+15559999999" });
      const [elsewhere] = await historyOf(OWNER, "+15559999999");
      for (const id of ["wamid.unknown", crypto.randomUUID(), elsewhere?.id ?? "", elsewhere?.providerMessageId ?? ""])
        await expect(submit(reactTo(id))).rejects.toMatchObject(
          refused("invalid_request", "chat.reaction.message_id not found"),
        );
    });
  });

  describe("the assignment of a customer (D28)", () => {
    it("does not move by an acceptance: the message has not left yet", async () => {
      const { deps, writesTo, submit, aTemplate, holder } = await aWorld();
      const { id } = await aTemplate({ parameters: [] });
      await submit({ template_id: id });
      expect(await holder()).toBeUndefined();
      await writesTo(OTHER);
      deps.clock.advance(24 * HOUR);
      await submit({ template_id: id });
      expect(await holder()).toBe(OTHER);
    });

    it("keeps others from writing freely while the holder's window is open, fallback or not, and lets templates pass", async () => {
      const { writesTo, submit, aTemplate, holder, historyOf } = await aWorld();
      await writesTo(OTHER);
      const held = refused("conversation_held", "conversation is owned by another tenant");
      const { id } = await aTemplate({ parameters: [] });
      await expect(submit(TEXT)).rejects.toMatchObject(held);
      await expect(submit({ ...TEXT, fallback_template: { template_id: id } })).rejects.toMatchObject(held);
      expect(await historyOf()).toEqual([]);
      expect(await submit({ template_id: id })).toMatchObject({ status: "pending" });
      expect(await holder()).toBe(OTHER);
    });

    it("keeps nobody back once the holder's window is closed", async () => {
      const { deps, writesTo, inbound, submit } = await aWorld();
      await writesTo(OTHER);
      deps.clock.advance(24 * HOUR - 1);
      await inbound({ phone: PHONE });
      await expect(submit(TEXT)).rejects.toMatchObject({ code: "conversation_held" });
      deps.clock.advance(1);
      expect(await submit(TEXT)).toMatchObject({ status: "pending" });
    });

    it("does not matter on an account of one customer's", async () => {
      const { inbound, writesTo, submit } = await aWorld({
        account: { ownershipType: "customer_owned", owners: [OWNER] },
      });
      await writesTo(OTHER);
      await inbound({ phone: PHONE });
      expect(await submit(TEXT)).toMatchObject({ status: "pending" });
    });

    it("is nothing in the hands of an owner who left the account", async () => {
      const { deps, account, writesTo, inbound, submit } = await aWorld();
      await writesTo(OTHER);
      await inbound({ phone: PHONE });
      await expect(submit(TEXT)).rejects.toMatchObject({ code: "conversation_held" });
      await deps.chatAccounts.replace({ ...account, owners: [OWNER] });
      expect(await submit(TEXT)).toMatchObject({ status: "pending" });
    });
  });

  describe("carried out again under the same id", () => {
    it("creates nothing twice", async () => {
      const { deps, inbound, submit, historyOf } = await aWorld();
      await inbound({ phone: PHONE });
      const first = await submit(TEXT, { id: "same" });
      deps.clock.advance(1000);
      for (const isRepeat of [true, false]) {
        const repeated = await submit(TEXT, { id: "same", isRepeat });
        expect(toNotificationView(repeated)).toEqual(toNotificationView(first));
      }
      expect((await historyOf()).filter(({ id }) => id === "same")).toHaveLength(1);
      expect(deps.metrics.of("accepted")).toBe(1);
    });

    it.each(["addOutbound"] as const)(
      "mends what an interruption before %s left undone, though the window has closed meanwhile",
      async (effect) => {
        const { deps, inbound, submit, historyOf } = await aWorld();
        await inbound({ phone: PHONE });
        const original = deps.conversations[effect];
        deps.conversations[effect] = () => Promise.reject(new Error("crash"));
        await expect(submit(TEXT, { id: "same" })).rejects.toThrow("crash");
        deps.conversations[effect] = original;
        deps.clock.advance(25 * HOUR);
        expect(await submit(TEXT, { id: "same", isRepeat: true })).toMatchObject({ id: "same", status: "pending" });
        expect((await historyOf()).filter(({ id }) => id === "same")).toHaveLength(1);
        expect(deps.deliveryQueue.messages.map(({ message }) => message.id)).toEqual(["same"]);
      },
    );

    it("is accepted although the queue refuses, and the sweep finds it (D22)", async () => {
      const { deps, inbound, submit, historyOf } = await aWorld();
      await inbound({ phone: PHONE });
      deps.deliveryQueue.refuses = true;
      const { id } = await submit(TEXT);
      deps.deliveryQueue.refuses = false;
      deps.clock.advance(90_000);
      expect(await sweepNotifications(deps)).toBe(1);
      expect(deps.deliveryQueue.messages.map(({ message }) => message.id)).toEqual([id]);
      expect((await historyOf())[0]?.id).toBe(id);
    });
  });

  it("logs neither content nor numbers", async () => {
    const { deps, inbound, submit } = await aWorld();
    await inbound({ phone: PHONE });
    deps.deliveryQueue.refuses = true;
    await submit({ type: "text", text: { body: "a secret word" } });
    const lines = JSON.stringify(deps.log.lines);
    expect(lines).toContain("delivery_queue.refused");
    expect(lines).not.toMatch(/secret word|5551230001/);
  });
});
