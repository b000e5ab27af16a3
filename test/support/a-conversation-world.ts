import type { Loose } from "../../shared/chat/domain/lenient-json.ts";
import type { ConversationMessage } from "../../shared/conversations/domain/conversation.ts";
import { conversationId, customerKey } from "../../shared/conversations/domain/conversation-id.ts";
import { HmacCursors } from "../../shared/kernel/hmac-cursors.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { anOwner } from "./an-owner.ts";
import { aChatAccount } from "./chat-builders.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { inMemoryChatAccountStore } from "./in-memory-chat-account-store.ts";
import { inMemoryChatTemplateStore } from "./in-memory-chat-template-store.ts";
import { inMemoryConversationStore } from "./in-memory-conversation-store.ts";
import { inMemoryDeadLetterStore } from "./in-memory-dead-letter-store.ts";
import { inMemoryDeliveryQueue } from "./in-memory-delivery-queue.ts";
import { inMemoryMediaStore } from "./in-memory-media-store.ts";
import { inMemoryNotificationStore } from "./in-memory-notification-store.ts";
import { sequentialIdentifiers } from "./sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "./silent-telemetry.ts";
import { OWNER } from "./some-edge-services.ts";

export interface Inbound {
  readonly phone?: string | undefined;
  readonly providerUserId?: string;
  readonly profileName?: string;
  readonly owner?: Owner;
  readonly messageType?: string;
  readonly payload?: Loose;
  readonly media?: ConversationMessage["media"];
  readonly agoMs?: number;
}

/** Contains doubles of everything that reading and answering conversations needs, with one account of `OWNER` and `owner-2`. */
export function aConversationWorld(clock: FakeClock = fakeClock()) {
  const identifiers = sequentialIdentifiers();
  const account = aChatAccount({ owners: [OWNER, anOwner("owner-2")] });
  const notifications = inMemoryNotificationStore({ clock });
  const conversations = inMemoryConversationStore();
  const deps = {
    clock,
    identifiers,
    log: recordingLog(),
    metrics: countingMetrics(),
    cursors: new HmacCursors("k".repeat(32)),
    conversations,
    inbox: conversations,
    chatAccounts: inMemoryChatAccountStore([account]),
    chatTemplates: inMemoryChatTemplateStore(),
    media: inMemoryMediaStore(),
    notifications,
    notificationStatuses: {
      async statusesOf(owner: Owner, ids: readonly string[]) {
        const found = await Promise.all(ids.map((id) => notifications.get(owner, id)));
        return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.id, one.status] as const])));
      },
      async notificationsOf(owner: Owner, ids: readonly string[]) {
        const found = await Promise.all(ids.map((id) => notifications.get(owner, id)));
        return new Map(found.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])));
      },
    },
    deliveryQueue: inMemoryDeliveryQueue(),
    deadLetters: inMemoryDeadLetterStore(),
  };
  /** Lets a customer write, and returns the conversation's id. */
  const inbound = async (given: Inbound = {}): Promise<string> => {
    const {
      providerUserId,
      profileName,
      owner = OWNER,
      messageType = "text",
      payload = { body: "Hi" },
      media,
      agoMs = 0,
    } = given;
    const phone = "phone" in given ? given.phone : "+5511987654321";
    const key = customerKey({ phone, providerUserId });
    if (key === undefined) throw new Error("a customer needs a number or an id");
    const id = conversationId({ owner, chatAccountId: account.id, customerKey: key }, identifiers.sha1);
    const occurredAtMs = clock.now() - agoMs;
    const messageId = identifiers.newId();
    const about = { conversationId: id, direction: "inbound", messageType, payload, occurredAtMs } as const;
    await deps.conversations.addInbound({
      conversation: {
        owner,
        id,
        chatAccountId: account.id,
        customerKey: key,
        customerPhone: phone,
        providerUserId,
        profileName,
        updatedAtMs: occurredAtMs,
      },
      message: { id: messageId, ...about, media, providerMessageId: `wamid.${messageId}` },
      opensWindow: true,
    });
    return id;
  };
  return { deps, account, clock, inbound };
}
