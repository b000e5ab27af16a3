/** A page of the service has the newest message first. */
interface Page<T> {
  readonly messages: readonly T[];
  readonly next_cursor?: string | undefined;
}

interface Known<T> {
  readonly messages: readonly T[];
  /** Continues with older messages; undefined at the beginning of the conversation. */
  readonly cursor: string | undefined;
}

const idsOf = (messages: readonly { readonly id: string }[]) => new Set(messages.map(({ id }) => id));

/**
 * Merges the newest page into the history. If the page does not overlap the known messages, messages in between are missing, so the history
 * restarts with this page.
 */
export function withNewest<T extends { readonly id: string }>(known: Known<T>, page: Page<T>): Known<T> {
  const ids = idsOf(page.messages);
  const older = known.messages.filter(({ id }) => !ids.has(id));
  const touches = older.length < known.messages.length;
  if (!touches) return { messages: page.messages, cursor: page.next_cursor };
  return { messages: [...page.messages, ...older], cursor: older.length > 0 ? known.cursor : page.next_cursor };
}

/** Appends an older page, unless the history has restarted since the page was requested. */
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
