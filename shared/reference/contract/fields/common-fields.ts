import { type FieldTable, inEach } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01";
const NOON = "2026-11-22T12:00:00.000Z";

/** Most answers share these fields. */
export const COMMON_FIELDS: FieldTable = {
  id: ["A UUID; later ones sort after earlier ones.", ID],
  created_at: ["When the record was created.", NOON],
  updated_at: ["When the record changed last.", NOON],
  name: ["A name for people.", "Order confirmation"],
  label: ["A name for people.", "Shop"],
  "account.label": ["A name for people; the sender's name of mails that have no other one.", "Shop"],
  status: ["The present state of the record.", "sent"],
  cursor: ["The next_cursor of an earlier page, for the page after it."],
  next_cursor: [
    "The cursor of the next page; absent on the last page. A page may have fewer entries than `limit`, or none, and yet have a cursor.",
    "eyJ2IjoxfQ.c2lnbmF0dXJl",
  ],
  "EventPage.next_cursor": [
    "The cursor of the next page. Every page has one, because later events follow the page.",
    "eyJ2IjoxfQ.c2lnbmF0dXJl",
  ],
  limit: ["1 to 100; 25 when left out.", 25],
  directory: ["`none` when the identity provider has no directory that can be asked."],
  ids: ["The ids of owners to return, whatever `q` says; separated by commas."],
  details: ["Whether to return also what the last verification found."],
  "listApiKeys.details": [
    "Whether to return also the last four characters of each key, when it was replaced, and what it may do.",
  ],
  "listWebhookDeliveries.details": ["Whether to return also what each event is about."],
  "Idempotency-Key": ["Makes a repeat of the request harmless."],
  "If-Match": ["The ETag of the record as it was read: the record is changed only if its ETag is still the same."],
  asset: ["The name of a file that the page loads.", "start.js"],
  at: ["When the entry was made.", NOON],
  "timeline.at": [
    "The time of the entry (RFC 3339, UTC). For an interrupted attempt, the time of what happened next.",
    NOON,
  ],
  from: ["The beginning of the hour.", NOON],
  "Overview.from": ["Where these figures begin.", NOON],
  "series.from": ["The beginning of the hour or day.", NOON],
  since: ["The beginning of the period, which is included (RFC 3339).", "2026-11-22T00:00:00Z"],
  "listNotifications.since": [
    "Only notifications that were accepted at this time or later (RFC 3339).",
    "2026-11-22T00:00:00Z",
  ],
  until: ["The end of the period, which is not included (RFC 3339).", "2026-11-23T00:00:00Z"],
  "listNotifications.until": [
    "Only notifications that were accepted before this time (RFC 3339).",
    "2026-11-23T00:00:00Z",
  ],
  "Error.error": ["The error for people: the field and the rule that it breaks.", "recipient is required"],
  "Error.code": ["The error's code. Codes do not change, so programs decide by them.", "invalid_request"],
  "Error.detail": ["The provider's own words.", "535 5.7.8 authentication failed"],
  "Error.resets_at": ["For a daily limit: when the next day of UTC begins.", "2026-11-23T00:00:00.000Z"],
  "Error.errors": ["All problems of the request's fields; `error` has the first of them."],
  "Error.results": [
    "For a batch that was refused as a whole: an error for each bad item, an empty object for each good item.",
    [{}],
  ],
  "BatchResults.results": ["The result of each item, in the order of the request."],
  "errors.field": ["The field's name, with dots before the names of inner fields.", "recipient"],
  "errors.message": ["The rule that the field breaks.", "recipient is required"],
  "getStatus.name": ["The name of the service.", "Herald"],
  "getStatus.service": ["The kind of service.", "notification-delivery"],
  "getStatus.status": ["The service runs.", "running"],
  "getLiveness.status": ["The service runs.", "alive"],
  "getReadiness.status": ["Whether the service can take requests.", "ready"],
  database: ["Whether the table store answers.", "available"],
  oidc: ["Whether the identity provider answers.", "available"],
  ...inEach(["getConversationMessages", "getPanelConversationMessages", "listEvents"], {
    limit: ["1 to 500; 100 when left out.", 25],
  }),
  ...inEach(["listActivity", "listAdministrationActivity"], { limit: ["1 to 100; 50 when left out.", 25] }),
  "listEmailTemplates.limit": [
    "The size of a page, 1 to 100; 25 when only `cursor` is given. Without `limit` and `cursor` the answer is one list of all templates.",
    25,
  ],
  "listEmailTemplateVersions.limit": [
    "The size of a page, 1 to 50; 10 when only `cursor` is given. Without `limit` and `cursor` the answer is one list of all versions.",
    25,
  ],
  ...inEach(["createCannedReply", "replaceCannedReply"], {
    name: ["A name that no other reply of the owner has, in upper or lower case.", "Order confirmation"],
  }),
  ...inEach(["ChatConversationPage", "EmailTemplatePage", "EmailTemplateVersionPage", "PanelConversationPage"], {
    next_cursor: [
      "The cursor of the next page; absent on the last page. A page may have fewer entries than `limit` and yet have a cursor.",
      "eyJ2IjoxfQ.c2lnbmF0dXJl",
    ],
  }),
  ...inEach(["ChatHistory", "PanelChatHistory"], {
    next_cursor: [
      "The cursor of the page of older messages; absent when there are none. Where messages are long, a page may have fewer of them than `limit`.",
      "eyJ2IjoxfQ.c2lnbmF0dXJl",
    ],
  }),
};
