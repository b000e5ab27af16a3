import type { Owner } from "../../kernel/owner.ts";
export const OWNERSHIP_TYPES = ["service_managed", "customer_owned"] as const;
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number];

export interface Verification {
  readonly at: string;
  /** Names of the checks that did not agree; empty for an account as the provider has it. */
  readonly problems: readonly string[];
  /** Of the number, in the provider's word: GREEN, YELLOW, RED, or another. */
  readonly quality?: string | undefined;
}

/** The cloud provider knows nothing of an account's identifiers, or lets nobody use them: its administrator mends that. */
export interface ProviderRefusal {
  /** Epoch milliseconds, here and below: the first one in a row. */
  readonly sinceMs: number;
  readonly tries: number;
  readonly nextTryAtMs: number;
  /** The provider's error. */
  readonly reason: string;
}

/** A number of the chat platform, linked at the cloud provider, and the owners who may send through it (D11). */
export interface ChatAccount {
  readonly id: string;
  readonly label: string;
  readonly ownershipType: OwnershipType;
  readonly cloudRegion: string;
  /** The linked business account at the cloud provider. */
  readonly businessAccountId: string;
  /** The number at the cloud provider: `phone-number-id-…`. */
  readonly originationPhoneNumberId: string;
  /** The platform's own numbers, by which events find the account; text, since they may be beyond 2^53. */
  readonly providerBusinessAccountId: string;
  /** Without it the account sends templates only. */
  readonly providerPhoneNumberId?: string | undefined;
  /** It is the default of each of its owners. */
  readonly isDefault: boolean;
  /** In the order in which the administrator named them: the first one gets what nobody holds (D28). */
  readonly owners: readonly Owner[];
  /** `owners` names the first ones only: the store says who else is one. Never so where administrators read or write an account. */
  readonly hasMoreOwners?: true;
  /** The last comparison with the cloud provider; absent before the first one, and after what it compares was changed. */
  readonly verification?: Verification | undefined;
  /** Of the reconciliation of templates; absent after its identifiers were changed. */
  readonly refusal?: ProviderRefusal | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An account as it was read whole. */
export interface RevisedChatAccount extends ChatAccount {
  /** Another one each time that it is saved; not by what is noted of it. */
  readonly revision: string;
}

const VERIFIED = [
  "cloudRegion",
  "businessAccountId",
  "originationPhoneNumberId",
  "providerBusinessAccountId",
  "providerPhoneNumberId",
] as const;

/** Whether a comparison of one with the provider is one of the other, too. */
export const isVerifiedAlike = (
  one: Pick<ChatAccount, (typeof VERIFIED)[number]>,
  other: Pick<ChatAccount, (typeof VERIFIED)[number]>,
): boolean => VERIFIED.every((field) => one[field] === other[field]);

const FIRST_PAUSE_MS = 60_000;
/** A deployment asks once an hour: what was mended at the provider is noticed by then. */
const LONGEST_PAUSE_MS = 3_600_000;
const MAX_REASON_CHARACTERS = 200;

/** One more refusal in a row: the next try comes after twice the pause. */
export function refusedAgain(before: ProviderRefusal | undefined, message: string, nowMs: number): ProviderRefusal {
  const reason = message.slice(0, MAX_REASON_CHARACTERS).toWellFormed();
  const tries = (before?.tries ?? 0) + 1;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return { sinceMs: before?.sinceMs ?? nowMs, tries, nextTryAtMs: nowMs + pauseMs, reason };
}
