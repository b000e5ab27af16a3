/** The identity provider sends the browser back to this path. */
export const SIGNED_IN = "/signed-in";

/** Returns the page that asked for the sign-in, from the state of OpenID Connect. Only a path of this panel is accepted. */
export const returnPath = (state: unknown): string =>
  typeof state === "string" && /^\/(?![/\\])/.test(state) && !state.startsWith(SIGNED_IN) ? state : "/";
