import type { ProviderEvent } from "../../notifications/domain/provider-status.ts";
import type { Loose } from "./lenient-json.ts";

/** How to find the account: R-chat-account's `provider_business_account_id` and `provider_phone_number_id`. */
interface Origin {
  readonly providerBusinessAccountId?: string | undefined;
  readonly providerPhoneNumberId?: string | undefined;
}

/** A customer may have hidden the number: then only the business-scoped id is there (D30). */
export interface EventCustomer {
  /** E.164. */
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
  /** A message that is reported twice has the same key each time. */
  readonly key: string;
  readonly providerMessageId: string;
  /** The platform's word; `unknown` when it wrote none. */
  readonly messageType: string;
  readonly customer: EventCustomer;
  readonly sentAtMs: number;
  /** The part that the type names, as it came. */
  readonly payload: Loose;
  readonly media?: InboundMedia | undefined;
  /** The provider's id of our message that the customer answers. */
  readonly repliesTo?: string | undefined;
  /** System notices are no words of the customer: they open no window. */
  readonly isFromCustomer: boolean;
}

export interface ProviderError {
  readonly code?: number | undefined;
  readonly title: string;
  readonly details?: string | undefined;
}

export interface StatusEvent {
  readonly kind: "status";
  /** Undefined for what is only to be recorded (warning, deleted, words of tomorrow). */
  readonly event?: ProviderEvent | undefined;
  readonly word: string;
  readonly atMs: number;
  /** Looked up in this order: our own id, the cloud provider's, the platform's. */
  readonly callbackId?: string | undefined;
  readonly cloudMessageId?: string | undefined;
  readonly providerMessageId?: string | undefined;
  readonly customer: EventCustomer;
  readonly errors: readonly ProviderError[];
}

export interface TemplateEvent {
  readonly kind: "template_status" | "template_quality" | "template_category";
  /** Always text: it may be beyond 2^53. */
  readonly providerTemplateId?: string | undefined;
  readonly name?: string | undefined;
  /** With an underscore, whatever the platform wrote. */
  readonly language?: string | undefined;
  /** The event's word, the new quality or the new category. */
  readonly value: string;
  readonly reason?: string | undefined;
}

export interface AccountErrorEvent {
  readonly kind: "account_error";
  readonly errors: readonly ProviderError[];
}

/** Something that we do not know (yet), kept as it came. */
export interface UnknownEvent {
  readonly kind: "unknown";
  readonly field: string;
  readonly value: unknown;
}

export type InboundEvent = Origin & InboundMessage;

/** The provider's reports: of our messages, templates and accounts, and of what we do not know. */
export type ProviderReport = Origin & (StatusEvent | TemplateEvent | AccountErrorEvent | UnknownEvent);

export type ChatEvent = InboundEvent | ProviderReport;

/** Customers' messages have a queue and a worker of their own: none of them waits behind reports. */
export const isInbound = (event: ChatEvent): event is InboundEvent => event.kind === "message";
export const isReport = (event: ChatEvent): event is ProviderReport => !isInbound(event);
