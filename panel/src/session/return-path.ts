/** The identity provider sends the browser back to this path. */
export const SIGNED_IN = "/signed-in";

/** Returns the page that the sign-in came from; the state is accepted only if it is a path of this panel. */
export const returnPath = (state: unknown): string =>
  typeof state === "string" && /^\/(?![/\\])/.test(state) && !state.startsWith(SIGNED_IN) ? state : "/";
