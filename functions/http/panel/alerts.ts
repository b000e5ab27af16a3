import { toAlertsView } from "../../../shared/alerts/contract/panel/alerts.ts";
import {
  type DescribedAlerts,
  describeAlertSettings,
  readAlertSettings,
} from "../../../shared/alerts/describe-alert-settings.ts";
import type { AlertChoices } from "../../../shared/alerts/domain/alert-settings.ts";
import { replaceAlertSettings } from "../../../shared/alerts/replace-alert-settings.ts";
import { tagged } from "../../../shared/edge/tagged.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import type { Expected } from "../../../shared/kernel/revision.ts";

/** The code of sending accounts is loaded only for the page of alerts, since other routes do without it. */
const services = async () => (await import("../../../shared/alerts/wiring.ts")).alertSettingsServices();

const shown = (described: DescribedAlerts) => tagged(toAlertsView(described), described.settings.revision);

export const shownAlerts = async (owner: Owner) => shown(await readAlertSettings(await services(), owner));

interface ChangedAlerts {
  readonly owner: Owner;
  readonly expected?: Expected | undefined;
  readonly body: AlertChoices;
}

export async function replacedAlerts({ owner, expected, body }: ChangedAlerts) {
  const deps = await services();
  return shown(await describeAlertSettings(deps, await replaceAlertSettings(deps, { owner, expected }, body)));
}
