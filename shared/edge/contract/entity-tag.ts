export const IF_MATCH_HEADER = "If-Match";

/** For routes that change a record whose answers have an ETag (D50). */
export const IF_MATCH = {
  [IF_MATCH_HEADER]: "The record's ETag as it was read, several of them, or *: where it has another by now, 412",
} as const;

/** RFC 9110, 8.8.3: a strong one. A revision is of letters, digits and hyphens. */
export const etagOf = (revision: string): string => `"${revision}"`;
