import {
  type StackOnThisMachine,
  stackOnThisMachine,
  testKeyOf,
  tokenOnThisMachine,
} from "../local-stack/stack-on-this-machine.ts";
import { testAccounts } from "./test-accounts.ts";

type Variables = Readonly<Record<string, string>>;

/** Returns the variables that guides and examples use. The access token expires after an hour. */
export async function stackVariables(dataDir: string, sub: string, ask: typeof fetch): Promise<Variables> {
  const stack = stackOnThisMachine(dataDir);
  const known = [stack.demo, stack.other].find((one) => one.sub === sub);
  return {
    ...(await credentials(stack, { sub, apiKey: known?.api_key }, ask)),
    HERALD_MAILBOX_URL: stack.mailbox_url,
    HERALD_CHAT_URL: stack.chat_simulator_url,
    HERALD_MAILBOX_SMTP_HOST: stack.smtp.host,
    HERALD_MAILBOX_SMTP_PORT: String(stack.smtp.port),
    HERALD_SMTP_ACCOUNT_ID: stack.demo.smtp_account_id,
    HERALD_CHAT_ACCOUNT_ID: stack.demo.chat_account_id,
  };
}

/** Returns the same variables for the demo owner in test mode, of which nothing arrives in the mailbox and the chat simulator. */
export async function testVariables(dataDir: string, ask: typeof fetch): Promise<Variables> {
  const stack = stackOnThisMachine(dataDir);
  const variables = await credentials(stack, { sub: stack.demo.sub, apiKey: testKeyOf(stack) }, ask);
  const accounts = await testAccounts(stack.base_url, variables.HERALD_ACCESS_TOKEN, ask);
  return { ...variables, ...accounts };
}

async function credentials(
  stack: StackOnThisMachine,
  { sub, apiKey }: { readonly sub: string; readonly apiKey: string | undefined },
  ask: typeof fetch,
) {
  return {
    HERALD_URL: stack.base_url,
    ...(apiKey !== undefined && { HERALD_API_KEY: apiKey }),
    HERALD_ACCESS_TOKEN: await tokenOnThisMachine(stack.auth_url, sub, ask),
    HERALD_AUTH_URL: stack.auth_url,
  };
}
