/** The argument of `fill-herald.ts`. */
export interface FillOrder {
  readonly dataDir: string;
  readonly owner: string;
  readonly accountIds: readonly string[];
  readonly count: number;
  /** The part of the recipients' addresses before `+`, which tells the sink what to do with the mail. */
  readonly word: string;
  readonly body: string;
}
