/** The channel talks to a valley. */
export interface EchoValley {
  /** It answers undefined when nothing came back. */
  call(to: string, shout: string): Promise<string | undefined>;
}

/** The valley answers what was called into it, unless it is silent. */
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
