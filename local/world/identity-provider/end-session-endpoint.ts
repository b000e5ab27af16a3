import { isAllowedRedirect } from "./clients.ts";
import { type Reply, redirect, searchOf, singleParameters, type WholeRequest } from "./http-messages.ts";
import { messagePage } from "./login-page.ts";
import { type Provider, withParameters } from "./provider.ts";

/**
 * Answers a sign-out (OpenID Connect RP-Initiated Logout 1.0). There is no session to end, since every sign-in asks
 * again.
 */
export function endSessionEndpoint({ panelOrigins }: Provider, request: WholeRequest): Reply {
  const { parameters } = singleParameters(searchOf(request));
  const target = parameters.get("post_logout_redirect_uri");
  if (target === undefined) return messagePage(200, "Signed out", "You may close this page.");
  if (!isAllowedRedirect(target, panelOrigins()))
    return messagePage(400, "Signed out", "The address to go back to is not allowed for this client.");
  const state = parameters.get("state");
  return redirect(withParameters(target, state === undefined ? {} : { state }));
}
