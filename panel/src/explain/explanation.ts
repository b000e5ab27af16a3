/** Why something happened and what the reader can do about it, each a sentence. */
export interface Explanation {
  readonly why: string;
  readonly todo?: string | undefined;
}

/** The code and text of a provider at a stage of the attempt. */
export interface ProviderAnswer {
  readonly stage?: string | undefined;
  readonly code?: number | undefined;
  readonly text?: string | undefined;
}
