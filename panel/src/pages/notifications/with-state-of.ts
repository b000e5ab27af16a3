import type { Listed } from "./outcome.ts";

interface Pages {
  readonly pages: readonly { readonly notifications: readonly Listed[] }[];
}

/** A list in which one that was read by itself is as it is now. */
export function withStateOf<List extends Pages>(list: List | undefined, one: Listed): List | undefined {
  const isOlder = (row: Listed) => row.id === one.id && row.updated_at < one.updated_at;
  if (!list?.pages.some(({ notifications }) => notifications.some(isOlder))) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((row) => (isOlder(row) ? one : row)),
  }));
  return { ...list, pages };
}
