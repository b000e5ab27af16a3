import { secretBox } from "../aws/secret-box-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { sendingAccounts } from "../notifications/tables-wiring.ts";

/** The template engine is loaded by the rare request that needs it. */
const isProviderTemplate = async (text: string): Promise<boolean> => {
  const templates = await import("./http-api/go-provider-templates.ts");
  return templates.isProviderTemplate(text);
};

export const sendingAccountServices = once(() => ({
  ...basics(),
  sendingAccounts: sendingAccounts(),
  secretBox: secretBox(),
  isHttpApiEnabled: config().HTTP_API_PROVIDER,
  isProviderTemplate,
}));
