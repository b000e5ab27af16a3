/** The place that the channel sends to. */
export interface EchoValley {
  /** Returns what came back, or undefined if nothing did. */
  call(to: string, shout: string): Promise<string | undefined>;
}

/** A valley that returns what was called into it, unless it is silent. */
export function recordingValley(): EchoValley & { readonly heard: string[]; isSilent: boolean } {
  return {
    heard: [],
    isSilent: false,
    async call(to, shout) {
      if (this.isSilent) return undefined;
      this.heard.push(`${to}: ${shout}`);
      return shout;
    },
  };
}
