import type { SendingAccountStore } from "../email/ports.ts";
import type { Owner } from "../kernel/owner.ts";
import { accountForAlert, type ChosenFrom } from "./domain/alert-account.ts";
import { type AlertSettings, nothingChosen } from "./domain/alert-settings.ts";
import type { AlertSettingsStore } from "./ports.ts";

export interface DescribeAlertSettingsDeps {
  readonly alertSettings: Pick<AlertSettingsStore, "find">;
  readonly sendingAccounts: Pick<SendingAccountStore, "list">;
  readonly isHttpApiEnabled: boolean;
}

export interface DescribedAlerts {
  readonly settings: AlertSettings;
  /** The account through which an alert would leave now; absent when none works. */
  readonly account?: Pick<ChosenFrom, "id" | "label"> | undefined;
}

export const readAlertSettings = async (deps: DescribeAlertSettingsDeps, owner: Owner): Promise<DescribedAlerts> =>
  describeAlertSettings(deps, (await deps.alertSettings.find(owner)) ?? nothingChosen(owner));

/** Adds to an owner's choices the account that alerts leave through. */
export async function describeAlertSettings(
  { sendingAccounts, isHttpApiEnabled }: Omit<DescribeAlertSettingsDeps, "alertSettings">,
  settings: AlertSettings,
): Promise<DescribedAlerts> {
  const { owner, addresses } = settings;
  return { settings, account: accountForAlert(await sendingAccounts.list(owner), { addresses, isHttpApiEnabled }) };
}
