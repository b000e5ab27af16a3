import type { Section } from "../sections.ts";

/** The texts that the API reference has about an operation, besides its summary. */
export interface OperationGuide {
  readonly section: Section;
  /** The text is CommonMark. */
  readonly description: string;
  /** Example bodies by name. Herald accepts each of them once its ids are those of existing records. The names are shown if there are several. */
  readonly bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The fields in which the example of the answer differs from the usual example of the same kind. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** The key is the operation's id. */
export type OperationTable = Readonly<Record<string, OperationGuide>>;
