import type { ChatAccount } from "./chat-account.ts";
import type { ChatCustomer } from "./chat-content.ts";
import type { FreeFormContent } from "./chat-message.ts";
import type { FallbackValues } from "./fallback.ts";

/** A caller chooses one of the owner's templates and brings values for it. */
export interface TemplateChoice {
  readonly templateId: string;
  readonly values: FallbackValues;
}

export interface FreeFormIntent {
  readonly kind: "free_form";
  readonly content: FreeFormContent;
  /** The field's name in a refusal about the id of the media or of the message reacted to; `media_id` when left out. */
  readonly idField?: string | undefined;
}

/** A message from `POST /notifications` or a reply. Its shape has been checked, but what it refers to has not. */
export interface ChatIntent {
  /** The account belongs to the sender. */
  readonly account: ChatAccount;
  readonly customer: ChatCustomer;
  /** Set for a reply. The conversation keeps its key even if the customer's number became known after it began. */
  readonly conversation?: { readonly id: string; readonly customerKey: string } | undefined;
  readonly content: ({ readonly kind: "template" } & TemplateChoice) | FreeFormIntent;
  /** This template is sent instead of a free-form message when the service window is closed. */
  readonly fallback?: TemplateChoice | undefined;
  /** The message leaves at this epoch millisecond; undefined or past means at once. */
  readonly leavesAtMs?: number | undefined;
}
