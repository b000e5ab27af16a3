/** A secret has this many random bytes (Standard Webhooks allows 24 to 64). */
export const WEBHOOK_SECRET_BYTES = 32;
const PREFIX = "whsec_";

export const webhookSecret = (entropy: Uint8Array): string => `${PREFIX}${btoa(String.fromCharCode(...entropy))}`;
