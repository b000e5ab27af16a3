import type { Owner } from "../../kernel/owner.ts";
export const OWNERSHIP_TYPES = ["service_managed", "customer_owned"] as const;
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number];

export interface Verification {
  readonly at: string;
  /** `problems` names the checks that did not agree; empty for an account that matches the provider's. */
  readonly problems: readonly string[];
  /** The provider rates the number GREEN, YELLOW, RED, or otherwise. */
  readonly quality?: string | undefined;
}

/** The cloud provider does not know the account's identifiers, or forbids their use. The administrator can mend that. */
export interface ProviderRefusal {
  /** The epoch millisecond of the first refusal in a row. */
  readonly sinceMs: number;
  readonly tries: number;
  readonly nextTryAtMs: number;
  /** The provider's error, by which it refuses the account. */
  readonly reason: string;
}

/** A chat account is a number of the chat platform, linked at the cloud provider, and the owners who may send through it (D11). */
export interface ChatAccount {
  readonly id: string;
  readonly label: string;
  readonly ownershipType: OwnershipType;
  readonly cloudRegion: string;
  /** The business account is linked under this id at the cloud provider. */
  readonly businessAccountId: string;
  /** The cloud provider names the number `phone-number-id-…`. */
  readonly originationPhoneNumberId: string;
  /** Events find the account by the platform's numbers; they are text, because they may be beyond 2^53. */
  readonly providerBusinessAccountId: string;
  /** An account without this id sends only templates. */
  readonly providerPhoneNumberId?: string | undefined;
  /** `isDefault` is true when the account is the default of each of its owners. */
  readonly isDefault: boolean;
  /** `owners` are in the administrator's order: the first one gets the customers that nobody holds (D28). */
  readonly owners: readonly Owner[];
  /** Set when `owners` has only the first owners, and the store has the others. Administrators always read and write all owners. */
  readonly hasMoreOwners?: true;
  /** The last comparison with the cloud provider; absent before the first comparison, and after a change of the compared fields. */
  readonly verification?: Verification | undefined;
  /** The provider's last refusal, as the reconciliation of templates met it; absent after a change of the account's identifiers. */
  readonly refusal?: ProviderRefusal | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An account that was read with all its owners and its revision. */
export interface RevisedChatAccount extends ChatAccount {
  /** Changes at each save, and when the account becomes the default or stops being it. A noted verification or refusal leaves it. */
  readonly revision: string;
}

const VERIFIED = [
  "cloudRegion",
  "businessAccountId",
  "originationPhoneNumberId",
  "providerBusinessAccountId",
  "providerPhoneNumberId",
] as const;

/** True when two versions of an account have the same identifiers, so that the verification of one holds for the other. */
export const isVerifiedAlike = (
  one: Pick<ChatAccount, (typeof VERIFIED)[number]>,
  other: Pick<ChatAccount, (typeof VERIFIED)[number]>,
): boolean => VERIFIED.every((field) => one[field] === other[field]);

const FIRST_PAUSE_MS = 60_000;
/** A refused account is asked for at least once an hour, so that a repair at the provider is noticed. */
const LONGEST_PAUSE_MS = 3_600_000;
const MAX_REASON_CHARACTERS = 200;

/** Each refusal in a row doubles the wait before the next try. */
export function refusedAgain(before: ProviderRefusal | undefined, message: string, nowMs: number): ProviderRefusal {
  const reason = message.slice(0, MAX_REASON_CHARACTERS).toWellFormed();
  const tries = (before?.tries ?? 0) + 1;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return { sinceMs: before?.sinceMs ?? nowMs, tries, nextTryAtMs: nowMs + pauseMs, reason };
}
