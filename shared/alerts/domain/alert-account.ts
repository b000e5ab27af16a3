import { isFailing } from "../../email/domain/account-health.ts";
import { untrustedAddress } from "../../email/domain/allowed-domains.ts";
import type { SendingAccount } from "../../email/domain/sending-account.ts";

/** The fields of an account by which it is chosen for an alert. */
export type ChosenFrom = Pick<
  SendingAccount,
  "id" | "label" | "isDefault" | "trustedDomains" | "settings" | "health" | "serverChangedAt"
>;

export interface AlertMail {
  readonly addresses: readonly string[];
  /** The account that the alert is about, which is not chosen. */
  readonly about?: string | undefined;
  readonly isHttpApiEnabled: boolean;
}

/** Returns the account through which an alert leaves: one that works and may write to all addresses; undefined when there is none. */
export function accountForAlert<Account extends ChosenFrom>(
  accounts: readonly Account[],
  { addresses, about, isHttpApiEnabled }: AlertMail,
): Account | undefined {
  const fit = accounts.filter(
    (account) =>
      account.id !== about &&
      !isFailing(account) &&
      (account.settings.provider === "smtp" || isHttpApiEnabled) &&
      untrustedAddress(account.trustedDomains, addresses) === undefined,
  );
  return fit.toSorted((a, b) => doubt(a) - doubt(b))[0];
}

/** Ranks accounts: those without a known problem first, of these the default account; an account over HTTP may leave out copies. */
const doubt = ({ health, isDefault, settings }: ChosenFrom): number =>
  (health === undefined || health.status === "working" ? 0 : 4) +
  (settings.provider === "smtp" ? 0 : 2) +
  (isDefault ? 0 : 1);
