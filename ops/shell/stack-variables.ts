import { stackOnThisMachine, tokenOnThisMachine } from "../local-stack/stack-on-this-machine.ts";

/** Returns the variables that guides and examples use. The access token expires after an hour. */
export async function stackVariables(
  dataDir: string,
  sub: string,
  ask: typeof fetch,
): Promise<Readonly<Record<string, string>>> {
  const stack = stackOnThisMachine(dataDir);
  const known = [stack.demo, stack.other].find((one) => one.sub === sub);
  return {
    HERALD_URL: stack.base_url,
    ...(known && { HERALD_API_KEY: known.api_key }),
    HERALD_ACCESS_TOKEN: await tokenOnThisMachine(stack.auth_url, sub, ask),
    HERALD_AUTH_URL: stack.auth_url,
    HERALD_MAILBOX_URL: stack.mailbox_url,
    HERALD_CHAT_URL: stack.chat_simulator_url,
    HERALD_MAILBOX_SMTP_HOST: stack.smtp.host,
    HERALD_MAILBOX_SMTP_PORT: String(stack.smtp.port),
    HERALD_SMTP_ACCOUNT_ID: stack.demo.smtp_account_id,
    HERALD_CHAT_ACCOUNT_ID: stack.demo.chat_account_id,
  };
}
