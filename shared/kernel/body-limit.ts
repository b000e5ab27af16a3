/** The limit on bodies that a function takes whole (L-body), in bytes after base64 decoding. */
export const MAX_BODY_BYTES = 1_048_576;
