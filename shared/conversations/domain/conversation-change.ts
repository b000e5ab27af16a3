import { afterOurMessage, afterTheirMessage, rewrittenLast } from "./attention.ts";
import type { Attention, Conversation, KnownConversation, NewInbound, NewOutbound } from "./conversation.ts";
import { latestInboundMs, SERVICE_WINDOW_MS } from "./service-window.ts";

/** Returns the conversation as people may see it: undefined until the customer has written, or a person to the customer. */
export function visibleConversation(known: KnownConversation | undefined): Conversation | undefined {
  if (known === undefined) return undefined;
  const { begunAtMs, latestInboundAtMs = begunAtMs && begunAtMs - SERVICE_WINDOW_MS, ...same } = known;
  return latestInboundAtMs === undefined ? undefined : { ...same, latestInboundAtMs };
}

/** Returns the conversation after a customer's message. The conversation's times never move back, in whatever order messages are added. */
export function afterInbound(known: KnownConversation | undefined, inbound: NewInbound): KnownConversation {
  const { conversation, message, opensWindow } = inbound;
  const latestInboundAtMs = opensWindow
    ? latestInboundMs(known?.latestInboundAtMs, inboundAtMs(inbound))
    : known?.latestInboundAtMs;
  const isNewest = latestInboundAtMs !== known?.latestInboundAtMs;
  const [first, second] = isNewest || known === undefined ? [conversation, known] : [known, conversation];
  const isOldCustomer = known?.latestInboundAtMs !== undefined;
  const theirs = { message, atMs: inboundAtMs(inbound), isFromCustomer: opensWindow, isOldCustomer };
  return {
    ...conversation,
    ...afterTheirMessage(attentionOf(known), theirs),
    customerPhone: first.customerPhone ?? second?.customerPhone,
    providerUserId: first.providerUserId ?? second?.providerUserId,
    profileName: first.profileName ?? second?.profileName,
    updatedAtMs: Math.max(known?.updatedAtMs ?? 0, conversation.updatedAtMs),
    latestInboundAtMs,
    begunAtMs: known?.begunAtMs,
  };
}

const attentionOf = (known: Attention = {}): Attention => {
  const { last, firstWroteAtMs, lastCustomer, waitingSinceMs, unread, readUpTo, isDone } = known;
  return { last, firstWroteAtMs, lastCustomer, waitingSinceMs, unread, readUpTo, isDone };
};

/** A message's time is never in the future: a clock that is ahead must not keep the service window open longer. */
export const inboundAtMs = ({ conversation, message }: NewInbound): number =>
  Math.min(message.occurredAtMs, conversation.updatedAtMs);

/** Returns the conversation after our message. The caller's spelling of the phone number is kept only until the customer has written. */
export function afterOutbound(known: KnownConversation | undefined, outbound: NewOutbound): KnownConversation {
  const { conversation } = outbound;
  const { owner, id, chatAccountId, customerKey, updatedAtMs } = conversation;
  return {
    ...afterOurMessage(attentionOf(known), outbound),
    owner,
    id,
    chatAccountId,
    customerKey,
    customerPhone: known?.customerPhone ?? conversation.customerPhone,
    providerUserId: known?.providerUserId ?? conversation.providerUserId,
    profileName: known?.profileName ?? conversation.profileName,
    updatedAtMs: Math.max(known?.updatedAtMs ?? 0, updatedAtMs),
    latestInboundAtMs: known?.latestInboundAtMs,
    begunAtMs: known?.begunAtMs ?? begunBy(known, outbound),
  };
}

/** Returns the conversation after our message got other words; undefined when the list shows a newer message. */
export function afterRewrite(known: KnownConversation, { message, text }: NewOutbound): KnownConversation | undefined {
  const last = rewrittenLast(known, { message, text });
  return last && { ...known, last };
}

/** A person who writes to a customer who has not written begins the conversation; an automatic notification does not. */
const begunBy = (
  known: KnownConversation | undefined,
  { isReply = false, message }: NewOutbound,
): number | undefined => (isReply && known?.latestInboundAtMs === undefined ? message.occurredAtMs : undefined);
