import type { Owner } from "../kernel/owner.ts";
import type { SuppressionSettings } from "./domain/settings.ts";
import type { Reason, Standing, Suppression } from "./domain/suppression.ts";

export interface SuppressionQuery {
  /** Only suppressions of this recipient, in any spelling. The text must be an address or number that `readRecipient` reads. */
  readonly recipient?: string | undefined;
  readonly reason?: Reason | undefined;
  readonly limit: number;
  /** The page begins after the suppression with this id. */
  readonly after?: string | undefined;
}

export interface SuppressionPage {
  /** The newest come first. */
  readonly suppressions: readonly Suppression[];
  /** The next page begins after the suppression with this id; absent at the end. A page may be short although there is a next one. */
  readonly next?: string | undefined;
}

export interface AddedSuppression {
  /** The suppression that stands now for its recipient, reason and topic. */
  readonly suppression: Suppression;
  /** False when one stood already, which stays as it is. */
  readonly isNew: boolean;
}

export type SettingsWrite = Omit<SuppressionSettings, "revision">;

/** Holds each owner's words. An owner who has never chosen has the default. */
export interface SettingsStore {
  get(owner: Owner): Promise<SuppressionSettings>;
  /** Reads like `get`, but eventually consistent and in one request with others of the same moment. */
  glance(owner: Owner): Promise<SuppressionSettings>;
  /** Writes nothing and returns `changed` when the settings have another revision than `known`. */
  replace(write: SettingsWrite, known: string): Promise<SuppressionSettings | "changed">;
}

/** The message by which a customer used a keyword. */
export interface UsedKeyword {
  readonly owner: Owner;
  readonly phone: string;
  /** The epoch millisecond at which the customer wrote the message; the platform tells full seconds. */
  readonly writtenAtMs: number;
  /** The platform's id of the message. */
  readonly messageId: string;
}

/** Remembers the last keyword of each customer, so that a message that comes late or twice does not undo a later one (D45h). */
export interface UsedKeywords {
  /** True when the customer used no keyword after this one, and this message was not heeded before. */
  isNews(used: UsedKeyword): Promise<boolean>;
  note(used: UsedKeyword): Promise<void>;
}

/** The key that seals an owner's links to unsubscribe (D45a). `id` is eight random bytes, in hexadecimal. */
export interface LinkKey {
  readonly id: string;
  readonly owner: Owner;
  readonly key: Uint8Array;
}

/**
 * Stores one key for each owner who has sent a link. Erasing the owner erases the key, so that no link of theirs can be
 * read again.
 */
export interface LinkKeyStore {
  /** Returns the owner's key; it makes one when there is none. */
  ofOwner(owner: Owner): Promise<LinkKey>;
  find(id: string): Promise<LinkKey | undefined>;
}

/** Stores the suppressions of all owners. There is at most one for a recipient, a reason and a topic. */
export interface SuppressionStore {
  /**
   * Of any number of calls at the same time for the same recipient, reason and topic, one makes a suppression. Returns `full`, with nothing
   * written, when the recipient has as many suppressions as it may have beside one with a topic (`MOST_WITH_TOPIC`).
   */
  add(suppression: Suppression): Promise<AddedSuppression | "full">;
  /** Returns false when the owner has no suppression with this id. */
  remove(owner: Owner, id: string): Promise<boolean>;
  list(owner: Owner, query: SuppressionQuery): Promise<SuppressionPage>;
  /**
   * Reads the suppressions of these recipients, at most 50, by the text that was asked for; recipients without any are left out.
   * The read is eventually consistent, and shares a request with others of the same moment.
   */
  standing(owner: Owner, recipients: readonly string[]): Promise<ReadonlyMap<string, readonly Standing[]>>;
}
