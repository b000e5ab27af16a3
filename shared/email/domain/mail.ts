import type { EmailAttachment } from "./attachment.ts";

export const BODY_TYPES = ["text", "html"] as const;
export type BodyType = (typeof BODY_TYPES)[number];

/** One email as it leaves: rendered, frozen, its addresses validated and de-duplicated (D13). */
export interface Mail {
  /** `<notification id@from domain>`, angle brackets included; the same at every attempt (D17). */
  readonly messageId: string;
  readonly date: Date;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** The recipients that are still owed the mail: all of to, cc and bcc at first, only the deferred ones later (D21). */
  readonly envelope: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  /** In place of the plain part that an html body would have. */
  readonly text?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly EmailAttachment[] | undefined;
}

/** Where in the conversation an attempt stopped. */
export const MAIL_STAGES = [
  "resolve",
  "connect",
  "tls",
  "authentication",
  "sender",
  "recipients",
  "content",
  "request",
] as const;
export type MailStage = (typeof MAIL_STAGES)[number];

export interface RecipientOutcome {
  readonly address: string;
  /** `refused` is final (5xx), `deferred` may be tried again (4xx). */
  readonly result: "accepted" | "refused" | "deferred";
  readonly code?: number | undefined;
  readonly text?: string | undefined;
}

/** The provider's response to one attempt. `cause` and `text` quote it without credentials, at most 4096 bytes. */
export type MailOutcome =
  | {
      readonly kind: "answered";
      readonly recipients: readonly RecipientOutcome[];
      /** The server's last words, when it took the mail. */
      readonly reply?: string | undefined;
    }
  /** Nobody was asked: it is not the owner's turn yet. */
  | { readonly kind: "postponed"; readonly retryInSeconds: number; readonly cause: string }
  | {
      readonly kind: "failed";
      readonly isTerminal: boolean;
      /** The whole content left, and no answer came: the server may have taken the mail. */
      readonly isInDoubt?: boolean | undefined;
      readonly stage: MailStage;
      readonly code?: number | undefined;
      readonly cause: string;
    };
