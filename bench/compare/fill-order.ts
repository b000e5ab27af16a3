/** The order that `fill-herald.ts` gets. */
export interface FillOrder {
  readonly dataDir: string;
  readonly owner: string;
  readonly accountIds: readonly string[];
  readonly count: number;
  /** The recipients' local part before `+`: what the sink does with the mail. */
  readonly word: string;
  readonly body: string;
}
