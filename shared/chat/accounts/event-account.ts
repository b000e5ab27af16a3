import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";

export interface EventOrigin {
  readonly providerBusinessAccountId?: string | undefined;
  readonly providerPhoneNumberId?: string | undefined;
}

/** Finds the account by the event's phone number id, or else the only account of its business account if that has no other number. */
export async function eventAccount(
  accounts: Pick<ChatAccountStore, "findByProviderNumber" | "findByProviderBusiness">,
  { providerBusinessAccountId, providerPhoneNumberId: number }: EventOrigin,
): Promise<ChatAccount | undefined> {
  const found = number === undefined ? undefined : await accounts.findByProviderNumber(number);
  if (found !== undefined || providerBusinessAccountId === undefined) return found;
  const [only, ...others] = await accounts.findByProviderBusiness(providerBusinessAccountId);
  if (only === undefined || others.length > 0) return undefined;
  return number === undefined || only.providerPhoneNumberId === undefined ? only : undefined;
}
