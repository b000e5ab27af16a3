import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { secretBox } from "./secret-box.ts";
import { sendingAccounts } from "./tables.ts";

export const sendingAccountServices = once(() => ({
  ...basics(),
  sendingAccounts: sendingAccounts(),
  secretBox: secretBox(),
  isHttpApiEnabled: config().HTTP_API_PROVIDER,
}));
