import * as z from "zod";

const TIMEOUT_MS = 15_000;
const accounts = z.array(z.looseObject({ id: z.string(), is_default: z.boolean() }));

/** Returns the ids of the owner's default accounts of test mode. A deleted account has no variable. */
export async function testAccounts(
  baseUrl: string,
  accessToken: string,
  ask: typeof fetch,
): Promise<Readonly<Record<string, string>>> {
  const defaultOf = async (path: string) => {
    const answer = await ask(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, "herald-mode": "test" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`${baseUrl}${path} answers ${answer.status} in test mode`);
    return accounts.parse(await answer.json()).find((one) => one.is_default)?.id;
  };
  const [email, chat] = await Promise.all([defaultOf("/api/v1/smtp-accounts"), defaultOf("/panel/api/chat-accounts")]);
  return {
    ...(email !== undefined && { HERALD_SMTP_ACCOUNT_ID: email }),
    ...(chat !== undefined && { HERALD_CHAT_ACCOUNT_ID: chat }),
  };
}
