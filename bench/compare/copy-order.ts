/** The argument of `copy-notification.ts`. */
export interface CopyOrder {
  readonly dataDir: string;
  readonly owner: string;
  /** The id of a finished notification. */
  readonly id: string;
  readonly count: number;
}
