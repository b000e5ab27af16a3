/** Where the identity provider sends the browser back to. */
export const SIGNED_IN = "/signed-in";

/** Where a sign-in came from; only ever a path of this panel, whatever the state says. */
export const returnPath = (state: unknown): string =>
  typeof state === "string" && /^\/(?![/\\])/.test(state) && !state.startsWith(SIGNED_IN) ? state : "/";
