import type { Owner } from "../../kernel/owner.ts";
import type { NotificationStore } from "../../notifications/ports.ts";
import type { ConversationStore } from "../ports.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export interface ReactionTargetDeps {
  readonly conversations: Pick<ConversationStore, "message" | "findByProviderId">;
  readonly notifications: Pick<NotificationStore, "findByProviderReference">;
}

/** The message that a reaction is for. A message of ours has no platform id before the provider's first event. */
export interface ReactionTarget {
  readonly providerMessageId?: string | undefined;
}

/** Finds the message by our id or by the provider's id (D33b); undefined for a message of another conversation. */
export async function reactionTarget(
  { conversations, notifications }: ReactionTargetDeps,
  messageId: string,
  { owner, conversationId }: { readonly owner: Owner; readonly conversationId: string },
): Promise<ReactionTarget | undefined> {
  const ownId = UUID.test(messageId) ? await conversations.message(conversationId, messageId.toLowerCase()) : undefined;
  const found = ownId ?? (await conversations.findByProviderId(conversationId, messageId));
  if (found !== undefined) return { providerMessageId: found.providerMessageId };
  // For a message that we sent, the platform's id leads to its notification first.
  const ours = await notifications.findByProviderReference({ providerMessageId: messageId });
  const isOfThisConversation = ours?.owner === owner && ours.conversationId === conversationId;
  return isOfThisConversation ? { providerMessageId: messageId } : undefined;
}
