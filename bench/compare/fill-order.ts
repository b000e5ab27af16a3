/** Describes the argument of `fill-herald.ts`. */
export interface FillOrder {
  readonly dataDir: string;
  readonly owner: string;
  readonly accountIds: readonly string[];
  readonly count: number;
  /**
   * The recipients' addresses begin with this word and `+`. The word decides what the mail server does with the mail.
   */
  readonly word: string;
  readonly body: string;
}
