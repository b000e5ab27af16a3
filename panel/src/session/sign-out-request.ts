import type { SignoutRedirectArgs, UserManager, UserManagerSettings } from "oidc-client-ts";
import type { PanelConfig } from "../config.ts";

/** The issuer of an Amazon Cognito user pool. */
const USER_POOL = /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\//;

export type Client = Pick<PanelConfig, "issuer" | "client_id">;

/** The setting by which OpenID Connect's own form of a sign-out names the page that follows it (RP-Initiated Logout 1.0, section 2). */
export const afterSignOut = (
  { issuer }: Client,
  page: string,
): Pick<UserManagerSettings, "post_logout_redirect_uri"> =>
  USER_POOL.test(issuer) ? {} : { post_logout_redirect_uri: page };

/**
 * Leaves for the provider's end-session endpoint. A user pool publishes one, and takes neither the ID token nor the standard's name of the page:
 * it wants `client_id` and `logout_uri` (Amazon Cognito Developer Guide, "Logout endpoint") and shows an error page for anything else.
 */
export async function requestSignOut(
  manager: Pick<UserManager, "removeUser" | "signoutRedirect">,
  { issuer, client_id }: Client,
  page: string,
): Promise<void> {
  if (!USER_POOL.test(issuer)) return manager.signoutRedirect();
  // Without a user there is no ID token, which would stand in the address.
  await manager.removeUser();
  const args: SignoutRedirectArgs = { extraQueryParams: { client_id, logout_uri: page } };
  return manager.signoutRedirect(args);
}
