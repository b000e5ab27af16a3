/** The order that `copy-notification.ts` gets. */
export interface CopyOrder {
  readonly dataDir: string;
  readonly owner: string;
  /** A notification that has come to its end. */
  readonly id: string;
  readonly count: number;
}
