import { SIGNED_IN } from "./return-path.ts";
import { hearTabs } from "./tab-channel.ts";

const PARAMETER = "again";
const STATE = "again:";
const LOOK = "popup,width=520,height=720";

/** A window that waits for the owner; not open when the browser forbids windows. */
export interface SignInWindow {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Opens a window to sign in beside this page. Its answer comes over the tabs' channel: the way by the provider cuts it off from here. */
export function openSignInWindow(onUser: (user: string) => Promise<void>): SignInWindow {
  const request = crypto.randomUUID();
  const opened = window.open(`${SIGNED_IN}?${PARAMETER}=${request}`, "_blank", LOOK);
  const stopHearing = hearTabs((message) => {
    if (message.kind !== "signed-in" || message.request !== request) return;
    stopHearing();
    void onUser(message.user);
  });
  return { isOpen: opened !== null, close: stopHearing };
}

/** In such a window, before the sign-in: the request that it answers. */
export const requestIn = (search: string): string | undefined =>
  new URLSearchParams(search).get(PARAMETER) ?? undefined;

/** The state that goes with the way by the provider. */
export const stateOf = (request: string): string => STATE + request;

/** After it: the request whose state came back. */
export const requestOf = (state: unknown): string | undefined =>
  typeof state === "string" && state.startsWith(STATE) ? state.slice(STATE.length) : undefined;
