import type { Listed } from "./outcome.ts";

interface Page {
  readonly notifications: readonly Listed[];
}

/** Replaces the row of a notification in a page of the list by its newer state. */
export const withStateOf =
  (one: Listed) =>
  (page: Page): Page => ({
    ...page,
    notifications: page.notifications.map((row) => (row.id === one.id && row.updated_at < one.updated_at ? one : row)),
  });
