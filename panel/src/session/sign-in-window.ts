import { SIGNED_IN } from "./return-path.ts";
import { hearTabs } from "./tab-channel.ts";

const PARAMETER = "again";
const STATE = "again:";
const LOOK = "popup,width=520,height=720";

/** A window that waits for the owner; it is not open when the browser blocks pop-ups. */
export interface SignInWindow {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Opens a sign-in window. The window answers through the tab channel, because redirects cut its link to the tab that opened it. */
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

/** Reads which request the window belongs to, before the sign-in. */
export const requestIn = (search: string): string | undefined =>
  new URLSearchParams(search).get(PARAMETER) ?? undefined;

/** Returns the state that travels through the provider. */
export const stateOf = (request: string): string => STATE + request;

/** Reads which request the returned state belongs to, after the sign-in. */
export const requestOf = (state: unknown): string | undefined =>
  typeof state === "string" && state.startsWith(STATE) ? state.slice(STATE.length) : undefined;
