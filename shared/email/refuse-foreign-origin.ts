import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { Owner } from "../kernel/owner.ts";
import { refuseOrigin } from "./check-email.ts";
import type { SendingAccountStore } from "./ports.ts";

export interface RefuseForeignOriginDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "findPresent" | "findDefault">;
}

/** Refuses a caller whose origin the account does not allow. This comes before the checks of the body (D1), which names the account. */
export async function refuseForeignOrigin(
  { sendingAccounts }: RefuseForeignOriginDeps,
  owner: Owner,
  { accountId, caller }: { accountId: string | undefined; caller: CallerOrigin },
): Promise<void> {
  const account =
    accountId === undefined
      ? await sendingAccounts.findDefault(owner)
      : await sendingAccounts.findPresent(owner, accountId);
  if (account !== undefined) refuseOrigin(account, caller);
}
