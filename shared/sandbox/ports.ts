import type { Owner } from "../kernel/owner.ts";
import type { SandboxEffect } from "./contract/effects.ts";
import type { ReadMail, SandboxMail } from "./domain/sandbox-mail.ts";
import type { SentToCustomer } from "./domain/sent-to-customer.ts";

export interface SandboxQueue {
  enqueue(effect: SandboxEffect, delaySeconds?: number): Promise<void>;
}

export interface SandboxPage {
  readonly limit: number;
  /** The page begins after this place, which an earlier page named as `next`. */
  readonly after?: string | undefined;
}

export interface SandboxMailPage {
  readonly mails: readonly SandboxMail[];
  /** Absent on the last page. */
  readonly next?: string | undefined;
}

export interface NewSandboxMail extends SandboxMail {
  /** Of the mails that are kept, at most one has this key. */
  readonly idempotencyKey?: string | undefined;
}

/** The mails of test mode. They are kept for seven real days, the last 1,000 of each owner. */
export interface SandboxMails {
  /** Adding a mail of the same id or idempotency key again changes nothing. */
  add(owner: Owner, mail: NewSandboxMail, source: Uint8Array): Promise<void>;
  /** Lists the newest first; with `to`, only mails with this recipient in the envelope, in any case and with either form of the domain. */
  list(owner: Owner, page: SandboxPage & { readonly to?: string | undefined }): Promise<SandboxMailPage>;
  find(owner: Owner, id: string): Promise<SandboxMail | undefined>;
  source(owner: Owner, id: string): Promise<Uint8Array | undefined>;
  clear(owner: Owner): Promise<void>;
  /** Counts an attempt to hand a mail to a recipient, and returns how many there were before it. */
  countAttempt(owner: Owner, messageId: string, recipient: string): Promise<number>;
}

export interface SentPage {
  readonly messages: readonly SentToCustomer[];
  readonly next?: string | undefined;
}

/** What the chat provider would have got in test mode, by the customer's number. It is kept for seven real days. */
export interface SentMessages {
  /** Adding a message of the same id again changes nothing. */
  add(owner: Owner, phone: string, message: SentToCustomer): Promise<void>;
  /** Lists the newest first. */
  list(owner: Owner, phone: string, page: SandboxPage): Promise<SentPage>;
}

/** Reads what a person sees of a mail. */
export interface MailReader {
  read(source: Uint8Array): Promise<Omit<ReadMail, "mail">>;
}
