import type { Bookmarks } from "../../shared/chat/ports/bookmarks.ts";

export function inMemoryBookmarks(): Bookmarks {
  const bookmarks = new Map<string, string>();
  return {
    read: async (job) => bookmarks.get(job),
    write: async (job, place) => void (place === undefined ? bookmarks.delete(job) : bookmarks.set(job, place)),
  };
}
