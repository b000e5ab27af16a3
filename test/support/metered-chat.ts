import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { DynamoChatAccountStore } from "../../shared/chat/dynamo/chat-account-store.ts";
import { DynamoChatTemplateStore } from "../../shared/chat/dynamo/chat-template-store.ts";
import { DynamoChatThrottle } from "../../shared/chat/dynamo/chat-throttle.ts";
import { chatIntake, chatOutlet } from "../../shared/conversations/chat-channel.ts";
import { conversationId } from "../../shared/conversations/domain/conversation-id.ts";
import { DynamoConversationStore } from "../../shared/conversations/dynamo/conversation-store.ts";
import { DynamoMediaStore } from "../../shared/conversations/dynamo/media-store.ts";
import { receiveMessage } from "../../shared/conversations/receive-messages.ts";
import type { Clock } from "../../shared/kernel/clock.ts";
import type { Identifiers } from "../../shared/kernel/identifiers.ts";
import type { Log } from "../../shared/kernel/log.ts";
import type { Metrics } from "../../shared/kernel/metrics.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import type { NotificationStore } from "../../shared/notifications/ports.ts";
import { DynamoSettingsStore } from "../../shared/suppressions/dynamo/settings-store.ts";
import { DynamoSuppressionStore } from "../../shared/suppressions/dynamo/suppression-store.ts";
import { DynamoUsedKeywords } from "../../shared/suppressions/dynamo/used-keywords.ts";
import { heedKeyword, type WrittenText } from "../../shared/suppressions/heed-keyword.ts";
import { anOwner } from "./an-owner.ts";
import { aChatAccount, aChatTemplate } from "./chat-builders.ts";
import { recordingChatSender } from "./recording-chat-sender.ts";

export interface MeteredChatDeps {
  readonly client: DynamoDBDocumentClient;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly notifications: NotificationStore;
  readonly owner: Owner;
}

/** Builds the chat channel with real stores, one account, one approved template and one customer who wrote. Only the provider is a double. */
export async function meteredChat({ client, notifications, owner, ...basics }: MeteredChatDeps) {
  const conversations = new DynamoConversationStore(client, "Chat");
  const chatAccounts = new DynamoChatAccountStore(client, "Config", basics);
  const chatTemplates = new DynamoChatTemplateStore(client, "Config");
  const account = await chatAccounts.create(aChatAccount({ owners: [owner, anOwner("another")], isDefault: true }));
  const template = aChatTemplate({ owner, chatAccountId: account.id });
  await chatTemplates.add(template);
  const sender = recordingChatSender();
  const stores = { ...basics, chatAccounts, chatTemplates, conversations, notifications };
  const throttle = new DynamoChatThrottle(client, { table: "Ephemeral", ...basics });
  const writes = async (phone: string): Promise<void> => {
    const customer = { chatAccountId: account.id, customerKey: phone };
    await conversations.replaceAssignment(customer, await conversations.assignment(customer), { owner });
    const id = conversationId({ owner, ...customer }, basics.identifiers.sha1);
    const atMs = basics.clock.now();
    const messageId = crypto.randomUUID();
    const about = { conversationId: id, direction: "inbound", messageType: "text", payload: { body: "Hi" } } as const;
    await conversations.addInbound({
      conversation: { owner, id, ...customer, customerPhone: phone, updatedAtMs: atMs },
      message: { id: messageId, ...about, occurredAtMs: atMs, providerMessageId: `wamid.${messageId}` },
      opensWindow: true,
    });
  };
  /** Applies the provider's reports of every message that was sent so far, as the worker of events does. */
  const report = async (): Promise<void> => {
    for (const { callbackId } of sender.sent.splice(0)) {
      const providerMessageId = `wamid.${callbackId}`;
      for (const event of ["sent", "delivered", "read"] as const) {
        const found = await notifications.applyProviderEvent(
          { callbackId },
          { event, atMs: basics.clock.now(), providerMessageId },
        );
        if (found) await conversations.learnProviderMessageId(found.conversationId, found.id, providerMessageId);
      }
    }
  };
  /** Lets a customer's text arrive through the worker of events. */
  const receive = async (phone: string): Promise<string> => {
    const id = crypto.randomUUID();
    const { providerPhoneNumberId, providerBusinessAccountId } = account;
    const from = { providerPhoneNumberId, providerBusinessAccountId, customer: { phone, name: "Ana" } };
    const text = { messageType: "text", payload: { body: "Hi" }, isFromCustomer: true } as const;
    const atMs = basics.clock.now();
    const event = {
      kind: "message",
      key: id,
      providerMessageId: `wamid.${id}`,
      sentAtMs: atMs,
      ...from,
      ...text,
    } as const;
    const suppressionSettings = new DynamoSettingsStore(client, "Config");
    const heeding = {
      ...basics,
      suppressions: new DynamoSuppressionStore(client, "Config"),
      suppressionSettings,
      usedKeywords: new DynamoUsedKeywords(client, "Config"),
    };
    const deps = { ...stores, heedKeyword: (written: WrittenText) => heedKeyword(heeding, written) };
    return receiveMessage(deps, event, { arrivedAtMs: atMs, mayWait: true });
  };
  const media = new DynamoMediaStore(client, "Chat");
  return {
    account,
    template,
    sender,
    conversations,
    writes,
    report,
    receive,
    intake: chatIntake({ ...stores, media }),
    outlet: chatOutlet({
      ...{ ...stores, throttle, sender, leaseMs: 90_000 },
      suppressions: new DynamoSuppressionStore(client, "Config"),
    }),
  };
}
