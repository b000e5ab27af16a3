import type { NotificationRequest } from "../../contract/notifications.ts";
import { type CallerOrigin, isOriginAllowed, untrustedAddress } from "../../domain/allowed-domains.ts";
import { invalid, Refusal } from "../../domain/errors.ts";
import { allRecipients, recipientsOf } from "../../domain/recipients.ts";
import type { SendingAccount } from "../../domain/sending-account.ts";
import type { SendingAccountStore } from "../../ports/sending-account-store.ts";
import type { AcceptedRequest } from "../channel.ts";

export interface CheckEmailDeps {
  readonly sendingAccounts: SendingAccountStore;
}

/** Email rules 1 to 8 of the specification, cheapest refusal last: the origin stands before the body (D1). */
export async function checkEmail(
  { sendingAccounts }: CheckEmailDeps,
  { owner, request, caller }: { owner: string; request: NotificationRequest; caller: CallerOrigin },
): Promise<AcceptedRequest> {
  const account = await accountFor(sendingAccounts, owner, request.smtp_account_id);
  refuseOrigin(account, caller);
  const recipients = recipientsOf(request);
  if (untrustedAddress(account.trustedDomains, allRecipients(recipients)) !== undefined)
    throw invalid("every recipient's domain must be one of the account's trusted_domains");
  const { subject = "", body = "", body_type: bodyType, from_name: fromName } = request;
  return {
    accountId: account.id,
    content: { ...recipients, subject, body, bodyType, fromName: fromName || undefined },
  };
}

/** A foreign id is refused in the same words as one that does not exist (email rule 7). */
async function accountFor(store: SendingAccountStore, owner: string, id: string | undefined): Promise<SendingAccount> {
  const account = id === undefined ? await store.findDefault(owner) : await store.find(owner, id);
  if (account !== undefined) return account;
  throw invalid(
    id === undefined ? "there is no default sending account: name one in smtp_account_id" : "smtp_account_id not found",
  );
}

/** Email rule 5. */
export function refuseOrigin(account: SendingAccount, caller: CallerOrigin): void {
  if (!isOriginAllowed(account.apiAllowedDomains, caller))
    throw new Refusal("origin_not_allowed", "origin not allowed");
}
