import { HeraldError } from "./herald-error.ts";

interface Page {
  readonly next_cursor?: string | undefined;
}

/** Yields the items of all pages and fetches each page when it is needed. A page may be empty and still have a next one. */
export async function* everyItem<P extends Page, Item>(
  pageAt: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await pageAt(cursor);
    yield* itemsOf(page);
    // A repeated cursor would make the loop endless.
    if (page.next_cursor !== undefined && page.next_cursor === cursor) throw new HeraldError("the list does not go on");
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}

/** Adds the cursor of a later page to the query of the first. */
export const withCursor = <Query extends object>(query: Query, cursor: string | undefined): Query =>
  cursor === undefined ? query : { ...query, cursor };
