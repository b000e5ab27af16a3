import { UserInfoClient } from "../identity/oidc/user-info-client.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { apiKeys } from "../keys/frame-wiring.ts";
import { notifications } from "../notifications/tables-wiring.ts";

export const panelServices = once(() => ({
  ...basics(),
  apiKeys: apiKeys(),
  notifications: notifications(),
  userInfo: new UserInfoClient(config().OIDC_ISSUER, basics().clock),
  administratorRole: config().ADMINISTRATOR_ROLE,
}));

/** Loaded when a template is tried out: what accepts a notification is a good part of the code, and other routes do without. */
export const templateTestServices = once(() => ({
  acceptance: async () => (await import("./notifications.ts")).notificationServices(),
}));
