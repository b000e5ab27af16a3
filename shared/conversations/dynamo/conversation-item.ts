import { createHash } from "node:crypto";
import * as z from "zod";
import { pack, unpack } from "../../aws/dynamo/content-codec.ts";
import { asLoose } from "../../chat/domain/lenient-json.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import {
  type ConversationMessage,
  type KnownConversation,
  MEDIA_STATES,
  type MessagePlace,
} from "../domain/conversation.ts";
import { paddedMs, positionOf, waitingPositionOf } from "./list-positions.ts";

/**
 * A payload of this size, with its keys, stays under the table's limit of 400 KB for an item. Events are below 256 KB (the topic's limit), so
 * only our own messages can exceed this, and their notification keeps the full content.
 */
const MAX_PAYLOAD_BYTES = 300_000;

const text = z.string().optional();
const ms = z.number().optional();

const place = z.object({ id: z.string(), occurredAtMs: z.number(), arrivedAtMs: ms });

/** Items of older conversations lack these fields. */
const attention = {
  last: place
    .extend({ direction: z.enum(["inbound", "outbound"]), messageType: z.string(), text: z.string() })
    .optional(),
  firstWroteAtMs: ms,
  lastCustomer: place.optional(),
  waitingSinceMs: ms,
  unread: ms,
  readUpTo: place.optional(),
  isDone: z.literal(true).optional(),
};

const conversationItem = z.object({
  owner: ownerSub,
  id: z.string(),
  chatAccountId: z.string(),
  customerKey: z.string(),
  customerPhone: text,
  providerUserId: text,
  profileName: text,
  latestInboundAtMs: ms,
  begunAtMs: ms,
  updatedAtMs: z.number(),
  ...attention,
});
const messageItem = z.object({
  id: z.string(),
  conversationId: z.string(),
  direction: z.enum(["inbound", "outbound"]),
  messageType: z.string(),
  payload: z.instanceof(Uint8Array),
  occurredAtMs: z.number(),
  arrivedAtMs: ms,
  providerMessageId: text,
  notificationId: text,
  media: z.object({ mediaId: z.string(), mimeType: text, filename: text, state: z.enum(MEDIA_STATES) }).optional(),
});
export const assignmentItem = z.object({ owner: ownerSub, latestInboundAtMs: ms });
/** A pointer finds a message by its id. A message whose pointer exists already is not written again. */
export const pointerItem = z.object({ conversationId: z.string(), messageSk: z.string() });
/** This pointer finds a message by the platform's id, of any length. */
export const providerPointerItem = pointerItem.pick({ messageSk: true });
export const versionOf = (item: unknown): number => z.object({ version: z.number() }).parse(item).version;

export const conversationKey = (owner: Owner, id: string) => ({ pk: `O#${owner}`, sk: `CONV#${id}` });
export const assignmentKey = ({ chatAccountId, customerKey }: { chatAccountId: string; customerKey: string }) => ({
  pk: `HOLD#${chatAccountId}#${customerKey}`,
  sk: "H",
});
export const messagesOf = (conversationId: string): string => `C#${conversationId}`;
export const messageSortPrefix = "M#";
export const messageSortKey = ({ occurredAtMs, arrivedAtMs = occurredAtMs, id }: MessagePlace): string =>
  `${messageSortPrefix}${paddedMs(occurredAtMs)}#${paddedMs(arrivedAtMs)}#${id}`;
export const messageKey = (message: ConversationMessage) => ({
  pk: messagesOf(message.conversationId),
  sk: messageSortKey(message),
});
export const pointerKey = (messageId: string) => ({ pk: `MSG#${messageId}`, sk: "M" });
export const providerPointerKey = (conversationId: string, providerMessageId: string) => ({
  pk: messagesOf(conversationId),
  sk: `P#${createHash("sha256").update(providerMessageId).digest("hex")}`,
});

export const fromConversationItem = (item: unknown): KnownConversation => conversationItem.parse(item);

/** Makes the item. It has a position in the index `recent` once people may see it, and in the index `waiting` while somebody waits. */
export function toConversationItem(conversation: KnownConversation, version: number): Record<string, unknown> {
  const { owner, id } = conversation;
  const position = positionOf(conversation);
  const listed = position === undefined ? {} : { recent: owner, position };
  const waitingPosition = waitingPositionOf(conversation);
  const waiting = waitingPosition === undefined ? {} : { waiting: owner, waitingPosition };
  return { ...conversationKey(owner, id), ...conversation, ...listed, ...waiting, version };
}

export async function toMessageItem(message: ConversationMessage): Promise<Record<string, unknown>> {
  const payload = await pack(message.payload);
  const isFitting = payload.length <= MAX_PAYLOAD_BYTES;
  const kept = isFitting ? payload : await pack({ omitted: `a payload of ${payload.length} bytes` });
  return { ...messageKey(message), ...message, payload: kept };
}

export async function fromMessageItem(item: unknown): Promise<ConversationMessage> {
  const { payload, ...message } = messageItem.parse(item);
  return { ...message, payload: asLoose(await unpack(payload)) };
}

const messageKeys = z.object({ pk: z.string(), sk: z.string().startsWith(messageSortPrefix) });
const owned = z.object({ owner: ownerSub });

/** Reads the message from a stream's image of an item; undefined for an item of another kind. Throws when the item is unreadable. */
export async function readMessageImage(image: Readonly<Record<string, unknown>>) {
  if (!messageKeys.safeParse(image).success) return undefined;
  return { ...owned.parse(image), message: await fromMessageItem(image) };
}
