import type { ChatEvent, TemplateEvent, UnknownEvent } from "./chat-event.ts";
import { asList, asLoose, asText, type Loose, parseLenientJson } from "./lenient-json.ts";
import { errorsOf, inboundMessage, statusEvent } from "./message-events.ts";
import { MAX_REASON_CHARACTERS } from "./templates/chat-template.ts";

/** Facts of the envelope that the platform's entry lacks, and that the entry's events need. */
interface Context {
  /** The epoch millisecond of arrival, which replaces a timestamp that the platform left out. */
  readonly arrivedAtMs: number;
  /** Only status events have the cloud provider's id of the sent message. */
  readonly cloudMessageId: string | undefined;
  readonly providerBusinessAccountId: string | undefined;
  readonly providerPhoneNumberId: string | undefined;
}

/** The kind of each template event, and the field that holds its new value. */
const TEMPLATE_FIELDS: Readonly<Record<string, readonly [TemplateEvent["kind"], string]>> = {
  message_template_status_update: ["template_status", "event"],
  message_template_quality_update: ["template_quality", "new_quality_score"],
  template_category_update: ["template_category", "new_category"],
};

function templateEvent(field: string, value: Loose): TemplateEvent | undefined {
  const known = Object.hasOwn(TEMPLATE_FIELDS, field) ? TEMPLATE_FIELDS[field] : undefined;
  const news = known === undefined ? undefined : asText(value[known[1]]);
  if (known === undefined || news === undefined) return undefined;
  const reason = asText(value.reason) ?? asText(asLoose(value.rejection_info).reason);
  return {
    kind: known[0],
    providerTemplateId: asText(value.message_template_id),
    name: asText(value.message_template_name),
    language: asText(value.message_template_language)?.replaceAll("-", "_"),
    value: news,
    reason: reason === "NONE" ? undefined : reason?.slice(0, MAX_REASON_CHARACTERS),
  };
}

const unknownEvent = (field: string, value: unknown): UnknownEvent => ({ kind: "unknown", field, value });

function messageEvents(value: Loose, context: Context) {
  const messages = asList(value.messages).map(
    (raw) => inboundMessage(value, raw, context.arrivedAtMs) ?? unknownEvent("messages", raw),
  );
  const statuses = asList(value.statuses).map((raw) => statusEvent(value, raw, context));
  const errors = errorsOf(value);
  const accountError = errors.length > 0 ? [{ kind: "account_error" as const, errors }] : [];
  const found = [...messages, ...statuses, ...accountError];
  return found.length > 0 ? found : [unknownEvent("messages", value)];
}

function eventsOfChange(raw: unknown, context: Context): ChatEvent[] {
  const change = asLoose(raw);
  const field = asText(change.field) ?? "";
  const value = asLoose(change.value);
  const providerPhoneNumberId = asText(asLoose(value.metadata).phone_number_id) ?? context.providerPhoneNumberId;
  const found =
    field === "messages"
      ? messageEvents(value, { ...context, providerPhoneNumberId })
      : [templateEvent(field, value) ?? unknownEvent(field, change.value)];
  const { providerBusinessAccountId } = context;
  return found.map((event) => ({ ...event, providerBusinessAccountId, providerPhoneNumberId }));
}

function eventsOfEntry(entryText: string, context: Context): ChatEvent[] {
  const parsed = parseLenientJson(entryText);
  const entry = asLoose(parsed);
  const changes = asList(entry.changes);
  const { providerPhoneNumberId } = context;
  const providerBusinessAccountId = asText(entry.id) ?? context.providerBusinessAccountId;
  if (changes.length === 0) {
    return [{ ...unknownEvent("", parsed ?? entryText), providerBusinessAccountId, providerPhoneNumberId }];
  }
  return changes.flatMap((change) => eventsOfChange(change, { ...context, providerBusinessAccountId }));
}

const firstId = (list: unknown, name: string): string | undefined => asText(asLoose(asList(list)[0])[name]);

/**
 * Parses the cloud provider's envelope, a JSON text that contains the platform's entry as text once more. An entry that is not
 * understood becomes an `unknown` event, never an error.
 */
export function parseEventEnvelope(envelopeText: string, arrivedAtMs: number): ChatEvent[] {
  const envelope = asLoose(parseLenientJson(envelopeText));
  const context = asLoose(envelope.context);
  const entry = envelope.whatsAppWebhookEntry;
  const entryText = typeof entry === "string" ? entry : JSON.stringify(entry ?? null);
  return eventsOfEntry(entryText, {
    arrivedAtMs,
    cloudMessageId: asText(envelope.messageId),
    providerBusinessAccountId: firstId(context.MetaWabaIds, "wabaId"),
    providerPhoneNumberId: firstId(context.MetaPhoneNumberIds, "metaPhoneNumberId"),
  });
}
