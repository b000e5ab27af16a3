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
  readonly createdAt: string;
  readonly updatedAt: string;
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
