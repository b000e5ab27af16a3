import type { ProviderEvent } from "../../notifications/domain/provider-status.ts";
import type { Loose } from "./lenient-json.ts";

/** An event's account is found by these ids: `provider_business_account_id` and `provider_phone_number_id` (R-chat-account). */
interface Origin {
  readonly providerBusinessAccountId?: string | undefined;
  readonly providerPhoneNumberId?: string | undefined;
}

/** A customer may hide the number; then there is only the business-scoped id (D30). */
export interface EventCustomer {
  /** The phone number has the form of E.164. */
  readonly phone?: string | undefined;
  readonly providerUserId?: string | undefined;
  readonly name?: string | undefined;
}

export interface InboundMedia {
  readonly mediaId: string;
  readonly mimeType?: string | undefined;
  readonly filename?: string | undefined;
}

export interface InboundMessage {
  readonly kind: "message";
  /** The key identifies a message: it is the same when the message is reported twice. */
  readonly key: string;
  readonly providerMessageId: string;
  /** `messageType` is the platform's word for the type, or `unknown` when the platform wrote none. */
  readonly messageType: string;
  readonly customer: EventCustomer;
  readonly sentAtMs: number;
  /** The part of the message that has the name of its type, as the platform sent it. */
  readonly payload: Loose;
  readonly media?: InboundMedia | undefined;
  /** The provider's id of our message that the customer answers. */
  readonly repliesTo?: string | undefined;
  /** `isFromCustomer` is false for notices of the system: they open no service window. */
  readonly isFromCustomer: boolean;
}

export interface ProviderError {
  readonly code?: number | undefined;
  readonly title: string;
  readonly details?: string | undefined;
}

export interface StatusEvent {
  readonly kind: "status";
  /** `event` is undefined for a status that is only recorded (warning, deleted, or one that is not known yet). */
  readonly event?: ProviderEvent | undefined;
  readonly word: string;
  readonly atMs: number;
  /** The ids are looked up in this order: our own, the cloud provider's, the platform's. */
  readonly callbackId?: string | undefined;
  readonly cloudMessageId?: string | undefined;
  readonly providerMessageId?: string | undefined;
  readonly customer: EventCustomer;
  readonly errors: readonly ProviderError[];
}

export interface TemplateEvent {
  readonly kind: "template_status" | "template_quality" | "template_category";
  /** `providerTemplateId` is text, because the id may be beyond 2^53. */
  readonly providerTemplateId?: string | undefined;
  readonly name?: string | undefined;
  /** `language` has an underscore, however the platform wrote it. */
  readonly language?: string | undefined;
  /** `value` is the event's word, the new quality or the new category. */
  readonly value: string;
  readonly reason?: string | undefined;
}

export interface AccountErrorEvent {
  readonly kind: "account_error";
  readonly errors: readonly ProviderError[];
}

/** An event of a kind that this version does not know, as the platform sent it. */
export interface UnknownEvent {
  readonly kind: "unknown";
  readonly field: string;
  readonly value: unknown;
}

export type InboundEvent = Origin & InboundMessage;

/** Every event that is no customer's message: about our messages, templates and accounts, or of an unknown kind. */
export type ProviderReport = Origin & (StatusEvent | TemplateEvent | AccountErrorEvent | UnknownEvent);

export type ChatEvent = InboundEvent | ProviderReport;

/** True for a customer's message. Customers' messages have a queue and a worker of their own, so that they never wait behind reports. */
export const isInbound = (event: ChatEvent): event is InboundEvent => event.kind === "message";
export const isReport = (event: ChatEvent): event is ProviderReport => !isInbound(event);
