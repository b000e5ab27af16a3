import type { Section } from "../sections.ts";

/** The reference tells this of an operation, beside its summary. */
export interface OperationGuide {
  readonly section: Section;
  /** The text is CommonMark. */
  readonly description: string;
  /** The service accepts these bodies once they name existing things; lists show their names if there are several. */
  readonly bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The answer differs in these fields from the usual example of its kind. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** The key is the operation's id. */
export type OperationTable = Readonly<Record<string, OperationGuide>>;
