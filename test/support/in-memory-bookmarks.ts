import type { Bookmarks } from "../../shared/chat/ports/bookmarks.ts";

export function inMemoryBookmarks(): Bookmarks {
  const places = new Map<string, string>();
  return {
    read: async (job) => places.get(job),
    write: async (job, place) => void (place === undefined ? places.delete(job) : places.set(job, place)),
  };
}
