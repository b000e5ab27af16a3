import type { ChatAccount } from "../domain/chat-account.ts";

/** A linked business account as the cloud provider describes it. */
export interface LinkedBusiness {
  readonly businessAccountId: string;
  readonly providerBusinessAccountId: string;
  readonly registrationStatus: string;
  /** The provider sends the account's events to these destinations. */
  readonly eventDestinations: readonly string[];
}

export interface LinkedNumber {
  readonly originationPhoneNumberId: string;
  readonly providerPhoneNumberId: string;
  readonly businessAccountId: string;
  /** Customers see this number. */
  readonly displayNumber?: string | undefined;
  readonly displayName?: string | undefined;
  /** The provider rates the number GREEN, YELLOW, RED, or otherwise. */
  readonly quality?: string | undefined;
}

/** Both methods return undefined for an account or number that is not linked. They throw the errors of `chat-provider-failures.ts`. */
export interface ChatAccountProvider {
  business(account: Pick<ChatAccount, "cloudRegion" | "businessAccountId">): Promise<LinkedBusiness | undefined>;
  number(account: Pick<ChatAccount, "cloudRegion" | "originationPhoneNumberId">): Promise<LinkedNumber | undefined>;
}
