/** The revisions of which a caller expects a record to have one; `any` expects only that the record exists. */
export type Expected = readonly string[] | "any";

/** The record has another revision than its writer expects. Nothing was written. */
export class OtherRevisionError extends Error {
  override readonly name = "OtherRevisionError";
  /** The revision that the record has. */
  readonly present: string;

  constructor(present: string) {
    super("the record has another revision than is expected");
    this.present = present;
  }
}

/**
 * Refuses a write whose caller expects another revision than the record has. A change after this check is noticed by the
 * condition of the write itself.
 * @throws OtherRevisionError
 */
export function refuseOtherRevision(expected: Expected | undefined, present: string): void {
  const isExpected = expected === undefined || expected === "any" || expected.includes(present);
  if (!isExpected) throw new OtherRevisionError(present);
}

interface ShownState {
  readonly revision: string;
  readonly isDefault?: boolean | undefined;
}

/** Returns a revision that also changes when the record becomes the default, or no longer is. */
export const shownRevision = ({ revision, isDefault }: ShownState): string =>
  isDefault ? `${revision}-default` : revision;
