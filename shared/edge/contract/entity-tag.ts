export const IF_MATCH_HEADER = "If-Match";

/** The `If-Match` header of routes that change a record whose answers have an ETag (D50). */
export const IF_MATCH = {
  [IF_MATCH_HEADER]:
    "The ETag of the record as it was read, several ETags, or `*`. If the record has another ETag by now, the answer is 412.",
} as const;

/** Makes a strong entity tag (RFC 9110, 8.8.3). A revision has only letters, digits and hyphens, so nothing is escaped. */
export const etagOf = (revision: string): string => `"${revision}"`;
