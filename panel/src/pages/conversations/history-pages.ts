/** Newest first, as the service gives them. */
interface Page<T> {
  readonly messages: readonly T[];
  readonly next_cursor?: string | undefined;
}

interface Known<T> {
  readonly messages: readonly T[];
  /** Where older ones go on; undefined at the beginning of the conversation. */
  readonly cursor: string | undefined;
}

const idsOf = (messages: readonly { readonly id: string }[]) => new Set(messages.map(({ id }) => id));

/** With the newest page as it is now. Where it no longer touches what is known, what lies between is missing: it begins again. */
export function withNewest<T extends { readonly id: string }>(known: Known<T>, page: Page<T>): Known<T> {
  const ids = idsOf(page.messages);
  const older = known.messages.filter(({ id }) => !ids.has(id));
  const touches = older.length < known.messages.length;
  if (!touches) return { messages: page.messages, cursor: page.next_cursor };
  return { messages: [...page.messages, ...older], cursor: older.length > 0 ? known.cursor : page.next_cursor };
}

/** With the page before the oldest that is known. One that was asked for at another place belongs to a history that has begun again since. */
export function withOlder<T extends { readonly id: string }>(
  known: Known<T>,
  page: Page<T>,
  askedAt: string,
): Known<T> {
  if (askedAt !== known.cursor) return known;
  const ids = idsOf(known.messages);
  return {
    messages: [...known.messages, ...page.messages.filter(({ id }) => !ids.has(id))],
    cursor: page.next_cursor,
  };
}
