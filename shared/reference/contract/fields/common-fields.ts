import { type FieldTable, inEach } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01";
const NOON = "2026-11-22T12:00:00.000Z";

/** Most answers share these fields. */
export const COMMON_FIELDS: FieldTable = {
  id: ["A UUID; later ones sort after earlier ones.", ID],
  created_at: ["When it was made.", NOON],
  updated_at: ["When it changed last.", NOON],
  name: ["A name for people.", "Order confirmation"],
  label: ["A name for people.", "Shop"],
  "account.label": ["Internal name; the sender name of last resort.", "Shop"],
  status: ["Its present state.", "sent"],
  cursor: ["A previous next_cursor."],
  next_cursor: [
    "Absent at the end. A page may hold fewer than asked for, or none, and yet have one.",
    "eyJ2IjoxfQ.c2lnbmF0dXJl",
  ],
  "EventPage.next_cursor": ["There is always one: the next page begins behind this one.", "eyJ2IjoxfQ.c2lnbmF0dXJl"],
  limit: ["1 to 100; 25 when left out.", 25],
  directory: ["`none`: the identity provider has no directory that can be asked."],
  ids: ["These owners, whatever `q` says; separated by commas."],
  details: ["Also what the last verification found."],
  "listApiKeys.details": ["Also the last four characters of each, when it was replaced, and what it may do."],
  "listWebhookDeliveries.details": ["Also what each event is about."],
  "Idempotency-Key": ["Makes a repeat of the request harmless."],
  "If-Match": ["Changes the record only as it was read."],
  asset: ["A file's name.", "start.js"],
  at: ["When it happened.", NOON],
  "timeline.at": ["RFC 3339, UTC. Of an interrupted attempt: when something came after it.", NOON],
  from: ["The beginning of the hour.", NOON],
  "Overview.from": ["Where these figures begin.", NOON],
  "series.from": ["The beginning of the hour or day.", NOON],
  since: ["RFC 3339; this moment is included.", "2026-11-22T00:00:00Z"],
  "listNotifications.since": ["RFC 3339: accepted at this time or later.", "2026-11-22T00:00:00Z"],
  until: ["RFC 3339; this moment is not included.", "2026-11-23T00:00:00Z"],
  "listNotifications.until": ["RFC 3339: accepted before this time.", "2026-11-23T00:00:00Z"],
  "Error.error": ["For people: the field and the rule.", "recipient is required"],
  "Error.code": ["Stable: decide by it.", "invalid_request"],
  "Error.detail": ["The provider's own words.", "535 5.7.8 authentication failed"],
  "Error.errors": ["All problems of the request's shape; error says the first."],
  "Error.results": [
    "Of a batch that was refused as a whole: an error for each bad item, an empty object for each good one.",
    [{}],
  ],
  "BatchResults.results": ["In the order of the request."],
  "errors.field": ["The field's name, with dots for the inner ones.", "recipient"],
  "errors.message": ["The rule that it breaks.", "recipient is required"],
  "getStatus.name": ["The service.", "Herald"],
  "getStatus.service": ["Its kind.", "notification-delivery"],
  "getStatus.status": ["It runs.", "running"],
  "getLiveness.status": ["It runs.", "alive"],
  "getReadiness.status": ["Whether it can take requests.", "ready"],
  database: ["Whether the table store answers.", "available"],
  oidc: ["Whether the identity provider answers.", "available"],
  ...inEach(["getConversationMessages", "getPanelConversationMessages", "listEvents"], {
    limit: ["1 to 500; 100 when left out.", 25],
  }),
  ...inEach(["listActivity", "listAdministrationActivity"], { limit: ["1 to 100; 50 when left out.", 25] }),
  "listEmailTemplates.limit": ["1 to 100. It or a cursor asks for pages; 25 a page when only a cursor is given.", 25],
  "listEmailTemplateVersions.limit": [
    "1 to 50. It or a cursor asks for pages; 10 a page when only a cursor is given.",
    25,
  ],
  ...inEach(["createCannedReply", "replaceCannedReply"], {
    name: ["Unique for the owner, whatever its case.", "Order confirmation"],
  }),
  ...inEach(["ChatConversationPage", "EmailTemplatePage", "EmailTemplateVersionPage", "PanelConversationPage"], {
    next_cursor: [
      "Absent at the end. A page may hold fewer than asked for and yet have one.",
      "eyJ2IjoxfQ.c2lnbmF0dXJl",
    ],
  }),
  ...inEach(["ChatHistory", "PanelChatHistory"], {
    next_cursor: [
      "Present while there are older messages. Where messages are long, a page may hold fewer than asked for.",
      "eyJ2IjoxfQ.c2lnbmF0dXJl",
    ],
  }),
};
