/** The receiver of the tests' channel `echo`: a valley that may call a text back. */
export interface EchoValley {
  /** Returns the text that came back, or undefined if none did. */
  call(to: string, shout: string): Promise<string | undefined>;
}

/** A valley that records each text and returns it, unless the valley is silent. */
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
