/** Why something happened and what the reader can do about it, each a sentence. */
export interface Explanation {
  readonly why: string;
  readonly todo?: string | undefined;
}

/** What a provider answered at which stage of the conversation. */
export interface ProviderAnswer {
  readonly stage?: string | undefined;
  readonly code?: number | undefined;
  readonly text?: string | undefined;
}
