import type { EmailAttachment } from "./attachment.ts";

export const BODY_TYPES = ["text", "html"] as const;
export type BodyType = (typeof BODY_TYPES)[number];

/** One email as it leaves: rendered and frozen, with addresses that are validated and de-duplicated (D13). */
export interface Mail {
  /** `messageId` is `<notification id@from domain>` with angle brackets, and the same at every attempt (D17). */
  readonly messageId: string;
  readonly date: Date;
  readonly from: { readonly name: string; readonly address: string };
  /** The mail comes back to this address; without it, to the address of `from`. */
  readonly envelopeSender?: string | undefined;
  readonly to: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** The recipients of this attempt: at first all of to, cc and bcc, later only the deferred ones (D21). */
  readonly envelope: readonly string[];
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  /** `text` replaces the plain part that would be derived from an html body. */
  readonly text?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly EmailAttachment[] | undefined;
}

/** The stages of an attempt, in their order. */
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
  /** `refused` is final (5xx), and `deferred` may be tried again (4xx). */
  readonly result: "accepted" | "refused" | "deferred";
  readonly code?: number | undefined;
  readonly text?: string | undefined;
}

/** The outcome of one attempt. `cause` and `text` quote the provider without credentials, in at most 4096 bytes. */
export type MailOutcome =
  | {
      readonly kind: "answered";
      readonly recipients: readonly RecipientOutcome[];
      /** The server answered with this text when it took the mail. */
      readonly reply?: string | undefined;
    }
  /** No server was asked, because the owner's other connections use all of the owner's turns. */
  | { readonly kind: "postponed"; readonly retryInSeconds: number; readonly cause: string }
  | {
      readonly kind: "failed";
      readonly isTerminal: boolean;
      /** The whole content left and no answer came, so the server may have taken the mail. */
      readonly isInDoubt?: boolean | undefined;
      readonly stage: MailStage;
      readonly code?: number | undefined;
      readonly cause: string;
      /** The recipients that the server had refused permanently before the attempt failed. */
      readonly refused?: readonly RecipientOutcome[] | undefined;
    };
