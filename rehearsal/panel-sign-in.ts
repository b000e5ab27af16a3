import * as z from "zod";
import type { Rehearsal } from "./rehearsal.ts";

const CALL_MS = 30_000;
/** The panel's pages request these endpoints themselves, whereas they navigate to the sign-in page. */
const discovery = z.looseObject({ issuer: z.url(), token_endpoint: z.url(), userinfo_endpoint: z.url() });

/** Returns the endpoints of the identity provider that the panel's pages may not request under their policy. */
export async function blockedEndpoints({
  baseUrl,
  authUrl,
}: Pick<Rehearsal, "baseUrl" | "authUrl">): Promise<string[]> {
  const page = await fetch(`${baseUrl}/`, { signal: AbortSignal.timeout(CALL_MS) });
  await page.arrayBuffer();
  const policy = page.headers.get("content-security-policy") ?? "";
  const { connect = "" } = /(?:^|;)\s*connect-src (?<connect>[^;]*)/.exec(policy)?.groups ?? {};
  const allowed = new Set(connect.split(/\s+/));
  const answer = await fetch(`${authUrl}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(CALL_MS) });
  const { issuer, token_endpoint, userinfo_endpoint } = discovery.parse(await answer.json());
  return [issuer, token_endpoint, userinfo_endpoint].filter((url) => !allowed.has(new URL(url).origin));
}
