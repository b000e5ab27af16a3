import type { FieldTable } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01";
const NOON = "2026-11-22T12:00:00.000Z";

/** Fields that most answers share. */
export const COMMON_FIELDS: FieldTable = {
  id: ["A UUID; later ones sort after earlier ones.", ID],
  created_at: ["When it was made.", NOON],
  updated_at: ["When it changed last.", NOON],
  name: ["A name for people.", "Order confirmation"],
  label: ["A name for people.", "Shop"],
  status: ["Its present state.", "sent"],
  cursor: ["The next_cursor of the page before."],
  next_cursor: ["For the next page.", "eyJ2IjoxfQ.c2lnbmF0dXJl"],
  limit: ["How many a page may hold.", 25],
  "Idempotency-Key": ["Makes a repeat of the request harmless."],
  asset: ["A file's name.", "start.js"],
  at: ["When it happened.", NOON],
  from: ["The beginning of the hour.", NOON],
  since: ["The earliest time.", "2026-11-22T00:00:00Z"],
  until: ["The time before which.", "2026-11-23T00:00:00Z"],
  "Error.error": ["For people: the field and the rule.", "recipient is required"],
  "Error.code": ["Stable: decide by it.", "invalid_request"],
  "Error.detail": ["The provider's own words.", "535 5.7.8 authentication failed"],
  "Error.errors": ["All problems of the request's shape."],
  "Error.results": [
    "Of a batch that was refused as a whole: an error for each bad item, an empty object for each good one.",
    [{}],
  ],
  "errors.field": ["The field's name, with dots for the inner ones.", "recipient"],
  "errors.message": ["The rule that it breaks.", "recipient is required"],
  "getStatus.name": ["The service.", "Herald"],
  "getStatus.service": ["Its kind.", "notification-delivery"],
  "getStatus.status": ["It runs.", "running"],
  "getLiveness.status": ["It runs.", "alive"],
  "getReadiness.status": ["Whether it can take requests.", "ready"],
  database: ["Whether the table store answers.", "available"],
  oidc: ["Whether the identity provider answers.", "available"],
};
