import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { secretBox } from "./secret-box.ts";
import { sendingAccounts } from "./tables.ts";

/** The template engine is loaded by the rare request that needs it. */
const isProviderTemplate = async (text: string): Promise<boolean> => {
  const templates = await import("../adapters/http-api/go-provider-templates.ts");
  return templates.isProviderTemplate(text);
};

export const sendingAccountServices = once(() => ({
  ...basics(),
  sendingAccounts: sendingAccounts(),
  secretBox: secretBox(),
  isHttpApiEnabled: config().HTTP_API_PROVIDER,
  isProviderTemplate,
}));
