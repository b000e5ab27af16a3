import { dynamo } from "../aws/wiring.ts";
import { sendingAccounts } from "../email/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoAlertSettingsStore } from "./dynamo/alert-settings-store.ts";
import { DynamoRaisedAlerts } from "./dynamo/raised-alerts.ts";

const alertSettings = /* @__PURE__ */ once(() => new DynamoAlertSettingsStore(dynamo(), config("CONFIG_TABLE")));

const raisedAlerts = /* @__PURE__ */ once(
  () => new DynamoRaisedAlerts(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().clock }),
);

export const raiseAlertsServices = /* @__PURE__ */ once(() => ({
  alertSettings: alertSettings(),
  raisedAlerts: raisedAlerts(),
  realClock: basics().realClock,
}));

/** Services for an owner's choices. */
export const alertSettingsServices = /* @__PURE__ */ once(() => ({
  clock: basics().clock,
  alertSettings: alertSettings(),
  sendingAccounts: sendingAccounts(),
  isHttpApiEnabled: config("HTTP_API_PROVIDER"),
}));

/** The services that find alerts to send. The function adds the services that accept mail. */
export const alertServices = /* @__PURE__ */ once(() => ({ ...alertSettingsServices(), ...raiseAlertsServices() }));
