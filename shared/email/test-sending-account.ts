import { Refusal } from "../kernel/refusal.ts";
import { type TrialOf, type TrySendingAccountDeps, trySendingAccount } from "./try-sending-account.ts";

/** Sends one mail at once, outside the queue. When the provider refuses the mail, throws a Refusal with the provider's error (D16). */
export async function testSendingAccount(
  deps: TrySendingAccountDeps,
  account: TrialOf,
  askedRecipient: string | undefined,
): Promise<void> {
  const { failure } = await trySendingAccount(deps, account, askedRecipient);
  if (failure !== undefined)
    throw new Refusal("test_send_failed", "failed to send test email", { detail: failure.text });
}
