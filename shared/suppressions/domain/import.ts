/** `made`: the line made a suppression. `stood`: that suppression was there already. `refused`: the line was refused, and `error` says why. */
export const IMPORT_OUTCOMES = ["made", "stood", "refused"] as const;
export interface ImportedLine {
  readonly outcome: (typeof IMPORT_OUTCOMES)[number];
  readonly error?: string;
}
