const NAME = "herald.session";

/** The words of one tab of the panel to the others. Nothing of it is kept anywhere. */
export type TabMessage =
  | { readonly kind: "signed-out"; readonly sub: string }
  /** The answer to the tab that opened a window to sign in: `user` is its sign-in, tokens included. */
  | { readonly kind: "signed-in"; readonly request: string; readonly user: string };

/** To every other tab of this origin. */
export function tellTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(message);
  channel.close();
}

/** Calls for every message of another tab; the answer ends it. */
export function hearTabs(onMessage: (message: TabMessage) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
  return () => channel.close();
}
