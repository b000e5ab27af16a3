import type { Owner } from "../../kernel/owner.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";

/** D40c: per owner. */
export const MAX_WEBHOOKS = 20;

/** Signs beside the current one until its time is over. */
export interface PreviousSecret {
  readonly secret: Sealed;
  readonly untilMs: number;
}

/** An address of an owner that events are posted to. */
export interface Webhook {
  readonly owner: Owner;
  readonly id: string;
  readonly url: string;
  /** Empty: all of them. */
  readonly eventTypes: readonly string[];
  readonly description: string;
  readonly isEnabled: boolean;
  /** Why the service disabled it; absent for one that its owner disabled, and for an enabled one. */
  readonly disabledReason?: string | undefined;
  /** `whsec_` and base64 of 32 bytes, sealed with the webhook's id as its account. */
  readonly secret: Sealed;
  /** The reserved id of the request that made the secret, where a repeat of that request has to know it again. */
  readonly rotation?: string | undefined;
  readonly previousSecret?: PreviousSecret | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Another one at every write. */
  readonly revision: string;
}

/** What is written of a webhook; the store gives it its revision. */
export type WebhookWrite = Omit<Webhook, "revision">;

export const wantsEvent = ({ eventTypes }: Pick<Webhook, "eventTypes">, type: string): boolean =>
  eventTypes.length === 0 || eventTypes.includes(type);
