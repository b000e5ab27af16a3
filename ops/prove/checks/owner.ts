import * as z from "zod";
import { asked } from "../api.ts";
import { needed, type Proving } from "../proving.ts";
import type { Outcome } from "../step-log.ts";

const key = z.looseObject({ key: z.string() });
const claims = z.looseObject({ sub: z.string() });
const saved = z.looseObject({ id: z.string() });

/** Signs in an owner of `herald prove`, and makes an API key and a sending account as a person would in the panel. */
export async function makesOwner(proving: Proving, signal: AbortSignal): Promise<Outcome> {
  const access = needed(proving.access, "address");
  const api = needed(proving.api, "address");
  const name = `prove-${proving.mark}`;
  const token = await access.signIn(name, signal);
  const post = { method: "POST", bearer: token } as const;
  const made = await asked(api, key, { ...post, path: "/panel/api/api-keys", json: { name: "proof" } }, signal);
  await asked(api, saved, { ...post, path: "/api/v1/smtp-accounts", json: access.sendingAccount }, signal);
  proving.owner = { sub: subOf(token), key: made.key, token };
  return { seen: `${name} has a key and a sending account (${String(access.sendingAccount.provider ?? "smtp")})` };
}

/** Returns the subject of a token, which the service has already verified. */
function subOf(token: string): string {
  const [, payload = ""] = token.split(".");
  return claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).sub;
}
