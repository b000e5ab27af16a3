import type { Owner } from "./owner.ts";
/** The owner and the query for which a cursor was issued. The cursor is invalid for all others (D31). */
export interface CursorBinding {
  readonly owner: Owner;
  /** The query that is being paged through, in a form that is the same for equal queries. */
  readonly query: string;
}

export interface Cursors {
  /** Returns an opaque text that fits into a URL. */
  issue(position: string, binding: CursorBinding): string;
  /** Returns the position, or undefined for a text that was not issued for this owner and this query. */
  read(cursor: string, binding: CursorBinding): string | undefined;
}
