import * as z from "zod";
import { DEMO_NUMBER } from "../local/world/chat-simulator/demo-number.ts";

export interface Owners {
  readonly demo: {
    readonly sub: "demo";
    readonly api_key: string;
    readonly smtp_account_id: string;
    readonly chat_account_id: string;
  };
  readonly other: { readonly sub: "other"; readonly api_key: string };
}

export interface Addresses {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly smtpPort: number;
  readonly region: string;
}

/** This owner exists in order to be erased. */
export const LEAVER = "leaver";

const CALL_MS = 60_000;
const token = z.looseObject({ access_token: z.string() });
const key = z.looseObject({ key: z.string() });
const saved = z.looseObject({ id: z.string() });

/** Creates the first owners as people would, by signing in through the front door. */
export async function makeOwners({ baseUrl, authUrl, smtpPort, region }: Addresses): Promise<Owners> {
  const keyFor = async (sub: string): Promise<string> => {
    const bearer = await signIn(authUrl, sub);
    return key.parse(await call(`${baseUrl}/panel/api/api-keys`, bearer, { name: `${sub} of the rehearsal` })).key;
  };
  const [demo, other] = [await keyFor("demo"), await keyFor("other")];
  const account = await call(`${baseUrl}/api/v1/smtp-accounts`, await signIn(authUrl, "demo"), {
    ...{
      label: "Mailbox",
      host: "127.0.0.1",
      port: smtpPort,
      username: "demo",
      password: "demo",
      encryption: "starttls",
    },
    ...{ from_address: "hello@herald.test", from_name: "Herald", is_default: true },
  });
  const { display_phone_number: _shown, ...number } = DEMO_NUMBER;
  const chat = await call(`${baseUrl}/admin/api/chat-accounts`, await signIn(authUrl, "admin", { role: "admin" }), {
    ...number,
    ...{ label: "Chat simulator", ownership_type: "service_managed", cloud_region: region, is_default: true },
    owners: ["demo", "other", LEAVER],
  });
  return {
    demo: {
      sub: "demo",
      api_key: demo,
      smtp_account_id: saved.parse(account).id,
      chat_account_id: saved.parse(chat).id,
    },
    other: { sub: "other", api_key: other },
  };
}

/** Returns an access token of the local identity provider. */
export const signIn = async (authUrl: string, sub: string, claims: object = {}): Promise<string> =>
  token.parse(await call(`${authUrl}/dev/token`, undefined, { sub, claims })).access_token;

async function call(url: string, bearer: string | undefined, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(bearer && { authorization: `Bearer ${bearer}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
