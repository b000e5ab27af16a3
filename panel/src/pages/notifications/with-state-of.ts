import type { Listed } from "./outcome.ts";

interface Page {
  readonly notifications: readonly Listed[];
}

/** A page of a list in which one that was read by itself is as it is now. */
export const withStateOf =
  (one: Listed) =>
  (page: Page): Page => ({
    ...page,
    notifications: page.notifications.map((row) => (row.id === one.id && row.updated_at < one.updated_at ? one : row)),
  });
