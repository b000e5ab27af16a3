import { UserInfoClient } from "../adapters/oidc/user-info-client.ts";
import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { apiKeys } from "./frame.ts";
import { once } from "./once.ts";
import { notifications } from "./tables.ts";

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
