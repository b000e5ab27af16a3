import type { Owner } from "./owner.ts";
/** The purpose of a cursor; with another owner or another question it is worth nothing (D31). */
export interface CursorBinding {
  readonly owner: Owner;
  /** The question that is being paged through, in a form that equal questions share. */
  readonly query: string;
}

export interface Cursors {
  /** An opaque text that fits into a URL. */
  issue(position: string, binding: CursorBinding): string;
  /** The position; undefined for a text that we did not write for this owner and this question. */
  read(cursor: string, binding: CursorBinding): string | undefined;
}
