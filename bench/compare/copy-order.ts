/** Describes the argument of `copy-notification.ts`. */
export interface CopyOrder {
  readonly dataDir: string;
  readonly owner: string;
  /** A finished notification has this id. */
  readonly id: string;
  readonly count: number;
}
