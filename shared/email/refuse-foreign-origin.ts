import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { Owner } from "../kernel/owner.ts";
import { refuseOrigin } from "./check-email.ts";
import type { SendingAccountStore } from "./ports.ts";

export interface RefuseForeignOriginDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "findPresent" | "findDefault">;
}

/**
 * D1 puts the origin before the body, yet the body names the account. So a body that is about to be refused is asked first which
 * account it meant; the way of a valid request costs nothing more.
 */
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
