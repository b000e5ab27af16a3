import type { Clock } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/refusal.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatAccountProvider, LinkedBusiness, LinkedNumber } from "../ports/chat-account-provider.ts";
import type { ChatAccountStore } from "../ports/chat-account-store.ts";
import { askProvider } from "./ask-provider.ts";

export interface VerifyChatAccountDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "find" | "noteVerification">;
  readonly chatAccountProvider: ChatAccountProvider;
  /** The ARN of the only topic whose events Herald takes; undefined when Herald takes no events. */
  readonly chatTopicArn: string | undefined;
  readonly clock: Clock;
}

export interface AccountCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** Compares the administrator's entries with the cloud provider's (D11), and stores the result with the account. */
export async function verifyChatAccount(
  { chatAccounts, chatAccountProvider, chatTopicArn, clock }: VerifyChatAccountDeps,
  id: string,
): Promise<{ ok: boolean; checks: AccountCheck[] }> {
  const account = await chatAccounts.find(id);
  if (account === undefined) throw notFound();
  const [business, number] = await askProvider(
    Promise.all([chatAccountProvider.business(account), chatAccountProvider.number(account)]),
  );
  const checks = [...businessChecks(account, business, chatTopicArn), ...numberChecks(account, number)];
  const problems = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const quality = number?.quality ? { quality: number.quality } : {};
  await chatAccounts.noteVerification(account, { at: new Date(clock.now()).toISOString(), problems, ...quality });
  return { ok: problems.length === 0, checks };
}

const check = (name: string, expected: string, actual: string | undefined): AccountCheck => ({
  name,
  ok: actual === expected,
  expected,
  actual: actual ?? "not found",
});

function businessChecks(account: ChatAccount, linked: LinkedBusiness | undefined, topic: string | undefined) {
  const destinations = linked?.eventDestinations ?? [];
  const heard = destinations.find((destination) => destination === topic) ?? destinations.join(", ");
  return [
    check("business_account_id", account.businessAccountId, linked?.businessAccountId),
    check("registration_status", "COMPLETE", linked?.registrationStatus),
    check("provider_business_account_id", account.providerBusinessAccountId, linked?.providerBusinessAccountId),
    ...(topic === undefined ? [] : [check("event_destination", topic, linked && heard)]),
  ];
}

function numberChecks(account: ChatAccount, linked: LinkedNumber | undefined) {
  const { providerPhoneNumberId: wanted } = account;
  return [
    check("origination_phone_number_id", account.originationPhoneNumberId, linked?.originationPhoneNumberId),
    check("number_of_business_account", account.businessAccountId, linked?.businessAccountId),
    // An administrator may leave the value out; the provider's value is shown anyway.
    wanted === undefined
      ? { ...check("provider_phone_number_id", "", linked?.providerPhoneNumberId), ok: true }
      : check("provider_phone_number_id", wanted, linked?.providerPhoneNumberId),
  ];
}
