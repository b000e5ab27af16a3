import type { Owner } from "../../kernel/owner.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";

/** An owner may have at most this many webhooks (D40c). */
export const MAX_WEBHOOKS = 20;

/** The secret before the last rotation; it signs beside the current one until its time is over. */
export interface PreviousSecret {
  readonly secret: Sealed;
  readonly untilMs: number;
}

/** An address to which an owner's events are posted, with its settings. */
export interface Webhook {
  readonly owner: Owner;
  readonly id: string;
  readonly url: string;
  /** An empty list means all types. */
  readonly eventTypes: readonly string[];
  readonly description: string;
  readonly isEnabled: boolean;
  /** The reason why Herald disabled the webhook; absent when the owner disabled it, and while it is enabled. */
  readonly disabledReason?: string | undefined;
  /** The text is `whsec_` and base64 of 32 bytes, sealed with the webhook's id as its account. */
  readonly secret: Sealed;
  /** The reserved id of the request that rotated the secret. By it, a repeat of this request returns the same secret. */
  readonly rotation?: string | undefined;
  readonly previousSecret?: PreviousSecret | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The revision changes with every write. */
  readonly revision: string;
}

/** A webhook as it is given to the store, which adds the revision. */
export type WebhookWrite = Omit<Webhook, "revision">;

export const wantsEvent = ({ eventTypes }: Pick<Webhook, "eventTypes">, type: string): boolean =>
  eventTypes.length === 0 || eventTypes.includes(type);
