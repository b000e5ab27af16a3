/** The largest body that a function reads whole, in bytes after base64 decoding (L-body). */
export const MAX_BODY_BYTES = 1_048_576;
