import { stackOnThisMachine, tokenOnThisMachine } from "../local-stack/stack-on-this-machine.ts";
import type { TemplateAccount } from "./service-templates.ts";

/** Returns the local stack with its demo owner. Throws if no stack runs with this data folder. */
export async function localAccount(dataDir: string, ask: typeof fetch): Promise<TemplateAccount> {
  const { base_url: baseUrl, auth_url: authUrl, demo } = stackOnThisMachine(dataDir);
  return { baseUrl, accessToken: await tokenOnThisMachine(authUrl, demo.sub, ask) };
}
