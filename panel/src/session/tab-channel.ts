const NAME = "herald.session";

/** A message from one tab of the panel to the others; no tab stores it. */
export type TabMessage =
  | { readonly kind: "signed-out"; readonly sub: string }
  /** Answers the tab that opened a sign-in window; `user` contains the tokens. */
  | { readonly kind: "signed-in"; readonly request: string; readonly user: string };

/** Sends a message to every other tab of this origin. */
export function tellTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(message);
  channel.close();
}

/** Calls `onMessage` with each message that another tab sends, until the returned function is called. */
export function hearTabs(onMessage: (message: TabMessage) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  return () => channel.close();
}
