/** What the channel talks to. */
export interface EchoValley {
  /** Undefined when nothing came back. */
  call(to: string, words: string): Promise<string | undefined>;
}

/** Answers what was called into it, unless it is silent. */
export function recordingValley(): EchoValley & { readonly heard: string[]; isSilent: boolean } {
  return {
    heard: [],
    isSilent: false,
    async call(to, words) {
      if (this.isSilent) return undefined;
      this.heard.push(`${to}: ${words}`);
      return words;
    },
  };
}
