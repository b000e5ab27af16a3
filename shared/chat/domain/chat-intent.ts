import type { ChatAccount } from "./chat-account.ts";
import type { ChatCustomer } from "./chat-content.ts";
import type { FreeFormContent } from "./chat-message.ts";
import type { FallbackValues } from "./fallback.ts";

/** A template of the owner's, with the values that the caller brought for it. */
export interface TemplateChoice {
  readonly templateId: string;
  readonly values: FallbackValues;
}

export interface FreeFormIntent {
  readonly kind: "free_form";
  readonly content: FreeFormContent;
  /** How the caller knows the media's id or the id of the message reacted to, for a refusal's words; `media_id` when left out. */
  readonly idField?: string | undefined;
}

/**
 * The message that somebody wants to send to a customer, from `POST /notifications` or as a reply; its shape is checked, its references are
 * not.
 */
export interface ChatIntent {
  /** One of the owner's. */
  readonly account: ChatAccount;
  readonly customer: ChatCustomer;
  /** For an answer: the conversation itself, since a customer may have become known by a number after it began. */
  readonly conversation?: { readonly id: string; readonly customerKey: string } | undefined;
  readonly content: ({ readonly kind: "template" } & TemplateChoice) | FreeFormIntent;
  /** For a free-form message when the window is closed. */
  readonly fallback?: TemplateChoice | undefined;
  /** When it is to leave, in epoch milliseconds; undefined, or past, means at once. */
  readonly leavesAtMs?: number | undefined;
}
