import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { AttemptOutcome } from "../notifications/domain/delivery.ts";
import { healthAfter } from "./domain/account-health.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import type { SendingAccountStore } from "./ports.ts";

export interface NoteHealthDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "noteHealth">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes the account's health when it changes. A failed write is only logged, because the result of the mail stands already. */
export async function noteHealth(
  { sendingAccounts, clock, log }: NoteHealthDeps,
  account: SendingAccount,
  outcome: AttemptOutcome,
): Promise<void> {
  const next = healthAfter(account, outcome, clock.now());
  if (next === undefined) return;
  try {
    await sendingAccounts.noteHealth(account, next);
  } catch (error) {
    log.error("sending_account.health_not_noted", error, { accountId: account.id });
  }
}
