import type { SignoutRedirectArgs, UserManager, UserManagerSettings } from "oidc-client-ts";
import type { PanelConfig } from "../config.ts";

/** Matches the issuer of an Amazon Cognito user pool. */
const USER_POOL = /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\//;

export type Client = Pick<PanelConfig, "issuer" | "client_id">;
type Manager = Pick<UserManager, "removeUser" | "signoutRedirect">;

/** Returns the setting that names the page after a sign-out in the standard way (OpenID RP-Initiated Logout 1.0, section 2). */
export const afterSignOut = (
  { issuer }: Client,
  page: string,
): Pick<UserManagerSettings, "post_logout_redirect_uri"> =>
  USER_POOL.test(issuer) ? {} : { post_logout_redirect_uri: page };

/**
 * Opens the sign-out page of the identity provider. Returns false if the provider publishes no end-session endpoint or
 * does not answer; then only the tokens are forgotten.
 */
export async function requestSignOut(manager: Manager, client: Client, page: string): Promise<boolean> {
  try {
    await leave(manager, client, page);
    return true;
  } catch {
    await manager.removeUser();
    return false;
  }
}

/**
 * Opens the provider's end-session endpoint. A user pool has one that ignores the standard: it requires `client_id` and `logout_uri`
 * and shows an error page for anything else (Amazon Cognito Developer Guide, "Logout endpoint").
 */
async function leave(manager: Manager, { issuer, client_id }: Client, page: string): Promise<void> {
  if (!USER_POOL.test(issuer)) return manager.signoutRedirect();
  // The user is removed first, or else the ID token would be part of the address.
  await manager.removeUser();
  const args: SignoutRedirectArgs = { extraQueryParams: { client_id, logout_uri: page } };
  return manager.signoutRedirect(args);
}
