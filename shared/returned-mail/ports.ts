import type { Owner } from "../kernel/owner.ts";
import type { NotUnderstood, ReturnedMail } from "./domain/returned-mail.ts";

/** The key that authenticates the envelope senders of an owner's mails (D45f). `id` is four random bytes, in hexadecimal. */
export interface ReturnKey {
  readonly id: string;
  readonly owner: Owner;
  readonly key: Uint8Array;
}

/**
 * Stores one key for each owner who has an account with a return path. Erasing the owner erases the key, so that no token of theirs can be
 * read again (D45i).
 */
export interface ReturnKeyStore {
  /** Returns the owner's key; it makes one when there is none. */
  ofOwner(owner: Owner): Promise<ReturnKey>;
  find(id: string): Promise<ReturnKey | undefined>;
}

/** A stored mail that came back. */
export interface StoredMail {
  /** At most the first `READ_BYTES` of the mail. */
  readonly head: Uint8Array;
  /** The size of the whole mail. */
  readonly sizeBytes: number;
}

/** The mails that came back, as they were taken. They are kept for seven days (D45i). */
export interface ReturnedMails {
  /** Undefined when the mail is not kept any more. */
  read(key: string): Promise<StoredMail | undefined>;
}

/** Reads a mail that came back. `envelopeTo` has the addresses that it came to. Any bytes have an answer. */
export type ReadReturnedMail = (
  raw: Uint8Array,
  envelopeTo: readonly string[],
) => Promise<ReturnedMail | NotUnderstood>;
