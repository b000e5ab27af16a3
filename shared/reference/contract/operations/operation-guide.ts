import type { Section } from "../sections.ts";

/** The reference tells this of an operation, beside its summary. */
export interface OperationGuide {
  readonly section: Section;
  /** CommonMark. */
  readonly description: string;
  /** A request body that the service accepts, once it names things that exist; by its name in lists where there are several. */
  readonly bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The fields in which its answer differs from the usual example of the same kind. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** By the operation's id. */
export type OperationTable = Readonly<Record<string, OperationGuide>>;
