import type { ProviderEvent } from "../../notifications/domain/provider-status.ts";
import type { EventCustomer, InboundMedia, InboundMessage, ProviderError, StatusEvent } from "./chat-event.ts";
import { asList, asLoose, asText, asTimeMs, type Loose } from "./lenient-json.ts";
import { phoneFromDigits } from "./phone-number.ts";

const MEDIA_TYPES = new Set(["image", "video", "audio", "document", "sticker"]);

/** Finds the contact that the message names, or the only contact when the message names none. */
function contactOf(contacts: readonly unknown[], phone: unknown, userId: unknown): Loose {
  const all = contacts.map(asLoose);
  const named = all.find(
    (one) => (phone !== undefined && one.wa_id === phone) || (userId !== undefined && one.user_id === userId),
  );
  return named ?? (all.length === 1 ? asLoose(all[0]) : {});
}

function customerOf(value: Loose, from: unknown, userId: unknown): EventCustomer {
  const contact = contactOf(asList(value.contacts), from, userId);
  return {
    phone: phoneFromDigits(asText(from) ?? asText(contact.wa_id)),
    providerUserId: asText(userId) ?? asText(contact.user_id),
    name: asText(asLoose(contact.profile).name),
  };
}

export const errorsOf = (value: Loose): ProviderError[] =>
  asList(value.errors)
    .map(asLoose)
    .map((error) => ({
      code: typeof error.code === "number" ? error.code : undefined,
      title: asText(error.title) ?? asText(error.message) ?? "unknown error",
      details: asText(asLoose(error.error_data).details),
    }));

function mediaOf(type: string, part: Loose): InboundMedia | undefined {
  const mediaId = asText(part.id);
  if (!MEDIA_TYPES.has(type) || mediaId === undefined) return undefined;
  return { mediaId, mimeType: asText(part.mime_type), filename: asText(part.filename) };
}

/** Returns the part of the message that has the name of its type. Contact cards are a list; an unsupported message has errors instead. */
function payloadOf(message: Loose, type: string): Loose {
  const part = Object.hasOwn(message, type) ? message[type] : undefined;
  if (Array.isArray(part)) return { [type]: part };
  return part === undefined && message.errors !== undefined ? { errors: message.errors } : asLoose(part);
}

/** Reads a customer's message; undefined when it has no id, because a repetition could not be recognised then. */
export function inboundMessage(value: Loose, raw: unknown, arrivedAtMs: number): InboundMessage | undefined {
  const message = asLoose(raw);
  const providerMessageId = asText(message.id);
  if (providerMessageId === undefined) return undefined;
  const messageType = asText(message.type) ?? "unknown";
  const payload = payloadOf(message, messageType);
  // A reaction and its removal have the same message id.
  const detail = messageType === "reaction" ? `:${asText(payload.emoji) ?? ""}:${asText(message.timestamp) ?? ""}` : "";
  return {
    kind: "message",
    key: `message:${providerMessageId}${detail}`,
    providerMessageId,
    messageType,
    customer: customerOf(value, message.from, message.from_user_id),
    sentAtMs: asTimeMs(message.timestamp) ?? arrivedAtMs,
    payload,
    media: mediaOf(messageType, payload),
    repliesTo: asText(asLoose(message.context).id),
    isFromCustomer: messageType !== "system",
  };
}

const EVENT_OF_WORD: Readonly<Record<string, ProviderEvent>> = {
  accepted: "accepted",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
  // The cloud provider's documentation has both `failed` and `fail`, and the sentence below as the status of a message given up.
  fail: "failed",
  "message retries exhausted, dropping message.": "failed",
};

export function statusEvent(
  value: Loose,
  raw: unknown,
  { arrivedAtMs, cloudMessageId }: { readonly arrivedAtMs: number; readonly cloudMessageId: string | undefined },
): StatusEvent {
  const status = asLoose(raw);
  const word = asText(status.status) ?? "unknown";
  const lower = word.toLowerCase();
  const event = Object.hasOwn(EVENT_OF_WORD, lower) ? EVENT_OF_WORD[lower] : undefined;
  const callbackId = asText(status.biz_opaque_callback_data);
  const providerMessageId = asText(status.id);
  const errors = errorsOf(status);
  return {
    kind: "status",
    event,
    word,
    atMs: asTimeMs(status.timestamp) ?? arrivedAtMs,
    callbackId,
    cloudMessageId,
    providerMessageId,
    customer: customerOf(value, status.recipient_id, status.recipient_user_id),
    errors: event === "failed" && errors.length === 0 ? [{ title: word }] : errors,
  };
}
