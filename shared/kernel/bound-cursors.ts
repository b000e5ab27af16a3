import type { Cursors } from "./cursors.ts";
import type { Owner } from "./owner.ts";
import { invalid } from "./refusal.ts";

/** The cursors of one query of one owner (D31). */
export interface BoundCursors {
  /**
   * Returns the position of a cursor, or undefined without a cursor.
   * @throws Refusal `invalid_request` for a cursor of another owner or query
   */
  read(cursor: string | undefined): string | undefined;
  /** Returns the cursor of the page that begins at a position, or nothing after the last page. */
  next(position: string | undefined): { readonly nextCursor?: string };
}

export function boundCursors(cursors: Cursors, owner: Owner, query: string): BoundCursors {
  const binding = { owner, query };
  return {
    read(cursor) {
      const position = cursor === undefined ? undefined : cursors.read(cursor, binding);
      if (cursor !== undefined && position === undefined) throw invalid("cursor is not valid");
      return position;
    },
    next: (position) => (position === undefined ? {} : { nextCursor: cursors.issue(position, binding) }),
  };
}
