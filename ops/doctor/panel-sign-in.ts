import * as z from "zod";
import { panelProvider } from "../../lib/cloud/edge-settings.ts";
import type { Settings } from "../../lib/cloud/settings.ts";
import { originsOf } from "../../lib/panel-site.ts";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check.ts";
import { type Ask, discoveryUrl } from "./web-checks.ts";

/**
 * Parses the endpoints that the panel's page requests itself. The service requests the endpoint of the keys, and the
 * browser navigates to the other endpoints.
 */
const document = z.looseObject({
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  scopes_supported: z.array(z.string()).optional(),
});

/** OpenID Connect itself defines these scopes, which a provider need not list. */
const STANDARD: readonly string[] = ["openid", "profile", "email", "address", "phone", "offline_access"];

/**
 * Checks that the panel's security policy allows the endpoints of the identity provider, because nobody asks the
 * provider when the policy is written.
 */
export const panelSignIn = (settings: Settings, ask: Ask): Check => ({
  name: "panel sign-in",
  look: async (signal) => {
    const url = discoveryUrl(settings.oidcIssuer);
    const answer = await ask(url, { signal });
    if (answer.status !== 200) return skipped(`${url} answers ${answer.status}`);
    const read = document.safeParse(await answer.json());
    if (!read.success)
      return failed(`${url} names no token_endpoint`, "oidcIssuer must be a provider of the authorization code flow");
    const { token_endpoint: token, userinfo_endpoint: userInfo, scopes_supported: scopes } = read.data;
    const asked = [token, userInfo].filter((one) => one !== undefined).map((one) => new URL(one).origin);
    return originFinding(settings, asked) ?? scopeFinding(settings, scopes) ?? ok(`the panel may ask ${asked[0]}`);
  },
});

function originFinding(settings: Settings, asked: readonly string[]): Finding | undefined {
  const admitted = originsOf(panelProvider(settings));
  const missing = [...new Set(asked)].filter((origin) => !admitted.includes(origin));
  if (missing.length === 0) return undefined;
  const wanted = JSON.stringify([...settings.oidcOrigins, ...missing]);
  return failed(
    `the panel's content security policy keeps it from ${missing.join(" and ")}: nobody can sign in`,
    `set oidcOrigins: ${wanted}`,
  );
}

function scopeFinding({ panelScope }: Settings, supported: readonly string[] | undefined): Finding | undefined {
  const isUnknown = (scope: string) =>
    supported !== undefined && STANDARD.includes(scope) && !supported.includes(scope);
  const scopes = panelScope.split(/\s+/).filter(Boolean);
  const unknown = scopes.filter(isUnknown);
  if (unknown.length === 0) return undefined;
  const known = scopes.filter((scope) => !isUnknown(scope)).join(" ");
  return warning(
    `the provider does not name the scope ${unknown.join(", ")}: it may refuse the sign-in`,
    `set panelScope: "${known}"`,
  );
}
