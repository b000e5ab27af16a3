import type { ChatAccount } from "../domain/chat-account.ts";

/** The linked business account as the cloud provider has it. */
export interface LinkedBusiness {
  readonly businessAccountId: string;
  readonly providerBusinessAccountId: string;
  readonly registrationStatus: string;
  /** Where its events go. */
  readonly eventDestinations: readonly string[];
}

export interface LinkedNumber {
  readonly originationPhoneNumberId: string;
  readonly providerPhoneNumberId: string;
  readonly businessAccountId: string;
  /** As its receivers see it. */
  readonly displayNumber?: string | undefined;
  readonly displayName?: string | undefined;
  /** In the provider's word: GREEN, YELLOW, RED, or another. */
  readonly quality?: string | undefined;
}

/** Both methods answer undefined for what is not linked, and throw ChatProviderRefusedError and ChatProviderUnavailableError. */
export interface ChatAccountProvider {
  business(account: Pick<ChatAccount, "cloudRegion" | "businessAccountId">): Promise<LinkedBusiness | undefined>;
  number(account: Pick<ChatAccount, "cloudRegion" | "originationPhoneNumberId">): Promise<LinkedNumber | undefined>;
}
