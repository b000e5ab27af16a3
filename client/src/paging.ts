import { HeraldError } from "./herald-error.ts";

interface Page {
  readonly next_cursor?: string | undefined;
}

/** Every item of every page, each page fetched when it is asked for. A page may be empty and yet have a next one. */
export async function* everyItem<P extends Page, Item>(
  pageAt: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await pageAt(cursor);
    yield* itemsOf(page);
    // The same cursor again would never end.
    if (page.next_cursor !== undefined && page.next_cursor === cursor) throw new HeraldError("the list does not go on");
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}

/** The query of a later page is that of the first, with a cursor. */
export const withCursor = <Query extends object>(query: Query, cursor: string | undefined): Query =>
  cursor === undefined ? query : { ...query, cursor };
