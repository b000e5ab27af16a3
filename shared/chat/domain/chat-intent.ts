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
  /** The name by which a refusal calls the id of the media, or the id of the message that the reaction is for; `media_id` when absent. */
  readonly idField?: string | undefined;
}

/** A message from `POST /notifications` or a reply. Its shape has been checked; the ids in it are not checked yet. */
export interface ChatIntent {
  /** The account belongs to the sender. */
  readonly account: ChatAccount;
  readonly customer: ChatCustomer;
  /** Set for a reply. The conversation keeps its key even if the customer's number became known after it began. */
  readonly conversation?: { readonly id: string; readonly customerKey: string } | undefined;
  /** True when a person wrote the message, in a conversation or to begin one. */
  readonly isFromPerson?: boolean | undefined;
  readonly content: ({ readonly kind: "template" } & TemplateChoice) | FreeFormIntent;
  /** This template is sent instead of a free-form message when the service window is closed. */
  readonly fallback?: TemplateChoice | undefined;
  /** The message leaves at this epoch millisecond; undefined or past means at once. */
  readonly leavesAtMs?: number | undefined;
  /** The message waits for a person, so service window and assignment are judged when it leaves (D47e). */
  readonly awaitsApproval?: boolean | undefined;
}
