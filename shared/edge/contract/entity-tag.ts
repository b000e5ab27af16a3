export const IF_MATCH_HEADER = "If-Match";

/** The `If-Match` header of routes that change a record whose answers have an ETag (D50). */
export const IF_MATCH = {
  [IF_MATCH_HEADER]: "The record's ETag as it was read, several of them, or `*`: where it has another by now, 412",
} as const;

/** Makes a strong entity tag (RFC 9110, 8.8.3). A revision has only letters, digits and hyphens, so nothing is escaped. */
export const etagOf = (revision: string): string => `"${revision}"`;
